internal import Foundation

/// Dates as messages have them: `2026-11-30T07:53:05Z`. What is written in another way goes through Foundation, so that
/// the same is accepted.
enum ISO8601 {
  /// Before October 1582 Foundation counts by the Julian calendar.
  private static let gregorian: Int64 = -12_219_292_800
  private static let end: Int64 = 253_402_300_800

  /// Seconds since 1970 for a date in the usual form; nil for any other text.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard text.count == CivilTime.length + 1, text[10] == UInt8(ascii: "T"), text[19] == UInt8(ascii: "Z"),
      let time = CivilTime(text), time.second < 60, time.seconds >= gregorian
    else { return nil }
    return time.seconds
  }

  /// The date that Foundation reads.
  static func date(_ text: String) -> Date? {
    try? Date.ISO8601FormatStyle().parse(text)
  }

  /// Writes a date, to the second.
  static func write(_ date: Date, to out: inout OutputBuffer) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard seconds >= Double(gregorian), seconds < Double(end) else {
      out.append(jsonString: date.ISO8601Format())
      return
    }
    out.append(UInt8(ascii: "\""))
    out.append(CivilTime(seconds: Int64(seconds)))
    out.append("Z\"")
  }
}
