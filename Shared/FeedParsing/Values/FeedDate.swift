internal import Foundation

/// Dates as feeds write them: RFC 822 and its successors, ISO 8601 and its profiles, asctime, seconds since 1970, and the
/// usual mixtures, with names in the common languages.
enum FeedDate {
  /// The instant, or nil where the text cannot be read as one. Without a zone, or with an unknown one, UTC is meant.
  static func date(_ view: ByteView) -> Date? {
    seconds(view).map(Date.init(timeIntervalSince1970:))
  }

  /// The instant in seconds since 1 January 1970 UTC.
  static func seconds(_ view: ByteView) -> Double? {
    let text = view.trimmed
    guard text.count >= 4, text.count <= 128 else { return nil }
    return UsualDate.seconds(text) ?? secondsOfAnyForm(text)
  }

  /// The same, whatever form the text has, without a short way for the usual ones.
  static func secondsOfAnyForm(_ text: ByteView) -> Double? {
    if let seconds = unixTime(text) { return seconds }
    var reader = DateReader(text: text)
    guard startsWithISODate(text) ? reader.readISO8601() : reader.readWords() else { return nil }
    return reader.time.instant
  }

  /// A year, and after it no name of a month or anything else that ISO 8601 does not have there.
  private static func startsWithISODate(_ text: ByteView) -> Bool {
    for index in 0..<4 where !ASCII.isDigit(text[index]) { return false }
    guard text.count > 4 else { return true }
    switch text[4] {
    case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ":"):
      return text.count > 5 && (ASCII.isDigit(text[5]) || text[5] | 0x20 == UInt8(ascii: "w"))
    case UInt8(ascii: " "):
      return text.count > 6 && text[6] == UInt8(ascii: ":") || text.count > 7 && text[7] == UInt8(ascii: ":")
    case let byte: return ASCII.isDigit(byte) || byte | 0x20 == UInt8(ascii: "t") || byte | 0x20 == UInt8(ascii: "w")
    }
  }

  /// A bare number of seconds since 1970, of 9 or 10 digits and perhaps a fraction, or of milliseconds, of 13.
  private static func unixTime(_ text: ByteView) -> Double? {
    var digits = 0
    while digits < text.count, ASCII.isDigit(text[digits]) { digits += 1 }
    guard digits == 9 || digits == 10 || digits == 13, text[0] != UInt8(ascii: "0") else { return nil }
    guard digits == text.count || text[digits] == UInt8(ascii: "."), let value = PlayingTime.decimal(text) else {
      return nil
    }
    return digits == 13 ? value / 1000 : value
  }
}
