/// Days of the proleptic Gregorian calendar by their number from 1970-01-01.
///
/// Years begin in March, so that the leap day comes last.
enum CivilDate {
  /// - Returns: the number of the day; of a day that does not exist, of another one.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floored(shifted, by: 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floored(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// The quotient rounded down, and what is left, which is never negative.
  static func floored(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// `YYYY-MM-DDThh:mm:ss`, which RFC 3339 and ISO 8601 have in common.
struct CivilTime {
  var year: Int64
  var month: Int64
  var day: Int64
  var hour: Int64
  var minute: Int64
  var second: Int64

  static let length = 19

  /// The time at a second since 1970.
  init(seconds: Int64) {
    let (days, ofDay) = CivilDate.floored(seconds, by: 86_400)
    (year, month, day) = CivilDate.date(days: days)
    (hour, minute, second) = (ofDay / 3_600, ofDay / 60 % 60, ofDay % 60)
  }

  /// Reads the first 19 bytes. Nil where they are no time of a day that exists; the last second may be a leap second.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count >= Self.length else { return nil }
    func number(_ start: Int, _ count: Int) -> Int64? {
      var value: Int64 = 0
      for index in start..<start + count {
        guard text[index] &- 48 < 10 else { return nil }
        value = value * 10 + Int64(text[index] - 48)
      }
      return value
    }
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] | 0x20 == UInt8(ascii: "t"),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
      let minute = number(14, 2), let second = number(17, 2), hour < 24, minute < 60, second <= 60,
      (1...12).contains(month), day >= 1
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    if day > 28, CivilDate.date(days: CivilDate.days(year: year, month: month, day: day)) != (year, month, day) {
      return nil
    }
  }

  /// Seconds since 1970. A leap second counts as the second after it, as in POSIX.
  var seconds: Int64 {
    ((CivilDate.days(year: year, month: month, day: day) * 24 + hour) * 60 + minute) * 60 + second
  }
}
