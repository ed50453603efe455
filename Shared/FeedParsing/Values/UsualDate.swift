/// The two forms that most dates in feeds have, read at fixed places: `Thu, 01 Jan 2004 19:48:21 +0000`, or with `GMT`, and
/// `2004-01-01T19:48:21Z`.
enum UsualDate {
  /// The instant in seconds since 1970; nil where the text has any other form, or any value that needs a second look.
  static func seconds(_ text: ByteView) -> Double? {
    guard text.count >= 20, text.count <= 31 else { return nil }
    let time = text[3] == UInt8(ascii: ",") ? rfc822(text) : iso8601(text)
    return time?.instant
  }

  private static func rfc822(_ text: ByteView) -> CivilTime? {
    guard ASCII.isLetter(text[0]), ASCII.isLetter(text[1]), ASCII.isLetter(text[2]), text[4] == space else {
      return nil
    }
    var time = CivilTime()
    // The day of the month may have one digit.
    let dayLength = text[6] == space ? 1 : 2
    guard let day = number(text, at: 5, digits: dayLength) else { return nil }
    let month = 5 + dayLength + 1
    guard text.count >= month + 20, text[month - 1] == space, text[month + 3] == space,
      let monthNumber = monthNumber(text, at: month), let year = number(text, at: month + 4, digits: 4),
      text[month + 8] == space, readClock(text, at: month + 9, into: &time), text[month + 17] == space,
      let offset = zoneOffset(text[month + 18..<text.count])
    else { return nil }
    (time.year, time.month, time.day, time.offset) = (year, monthNumber, day, offset)
    return time
  }

  private static func iso8601(_ text: ByteView) -> CivilTime? {
    guard text.count == 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
      text[19] == UInt8(ascii: "Z")
    else { return nil }
    var time = CivilTime()
    guard let year = number(text, at: 0, digits: 4), let month = number(text, at: 5, digits: 2),
      let day = number(text, at: 8, digits: 2), readClock(text, at: 11, into: &time)
    else { return nil }
    (time.year, time.month, time.day) = (year, month, day)
    return time
  }

  private static let space = UInt8(ascii: " ")

  /// `19:48:21`.
  private static func readClock(_ text: ByteView, at index: Int, into time: inout CivilTime) -> Bool {
    guard text[index + 2] == UInt8(ascii: ":"), text[index + 5] == UInt8(ascii: ":"),
      let hour = number(text, at: index, digits: 2), let minute = number(text, at: index + 3, digits: 2),
      let second = number(text, at: index + 6, digits: 2)
    else { return false }
    (time.hour, time.minute, time.second) = (hour, minute, Double(second))
    return true
  }

  /// `+0100` or `GMT`, in seconds.
  private static func zoneOffset(_ zone: ByteView) -> Int? {
    if zone.count == 3, zone.matches("GMT", at: 0) { return 0 }
    guard zone.count == 5, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"),
      let hours = number(zone, at: 1, digits: 2), let minutes = number(zone, at: 3, digits: 2)
    else { return nil }
    let offset = hours * 3600 + minutes * 60
    return zone[0] == UInt8(ascii: "-") ? -offset : offset
  }

  private static func monthNumber(_ text: ByteView, at index: Int) -> Int? {
    let names: StaticString = "janfebmaraprmayjunjulaugsepoctnovdec"
    let (first, second, third) = (text[index] | 0x20, text[index + 1] | 0x20, text[index + 2] | 0x20)
    for month in 0..<12 {
      let name = names.utf8Start + 3 * month
      if name[0] == first, name[1] == second, name[2] == third { return month + 1 }
    }
    return nil
  }

  @inline(__always)
  private static func number(_ text: ByteView, at index: Int, digits: Int) -> Int? {
    var value = 0
    for offset in 0..<digits {
      let byte = text[index + offset]
      guard ASCII.isDigit(byte) else { return nil }
      value = value * 10 + Int(byte & 0x0f)
    }
    return value
  }
}
