/// A date and a time of day in the Gregorian calendar, being put together from what a feed says.
struct CivilTime {
  var year: Int?
  var month: Int?
  var day: Int?
  var hour = 0
  var minute = 0
  var second = 0.0
  /// Seconds east of Greenwich.
  var offset = 0

  /// Seconds since 1 January 1970 UTC; nil where there is no such time.
  ///
  /// That very instant is nil too: in a feed it stands for a date that somebody's program did not have.
  var instant: Double? {
    guard let year, year >= 1, year <= 9999, let month, month >= 1, month <= 12, let day, day >= 1,
      day <= CivilTime.days(inMonth: month, of: year)
    else { return nil }
    guard hour >= 0, hour <= 24, minute >= 0, minute < 60, second >= 0, second < 61,
      CivilTime.isPossible(offset: offset)
    else { return nil }
    guard hour < 24 || (minute == 0 && second == 0) else { return nil }
    let days = CivilTime.days(since1970OfYear: year, month: month, day: day)
    let seconds = Double(days * 86400 + hour * 3600 + minute * 60 - offset) + second
    return seconds == 0 ? nil : seconds
  }

  /// Whether a zone may be so many seconds off Greenwich.
  static func isPossible(offset: Int) -> Bool {
    abs(offset) <= 18 * 3600
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1 January 1970, by counting years from March so that the leap day is the last.
  static func days(since1970OfYear year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week, from 1 for Monday to 7 for Sunday.
  static func weekday(ofDay days: Int) -> Int {
    // 1 January 1970 was a Thursday.
    ((days + 3) % 7 + 7) % 7 + 1
  }

  /// Sets year, month and day from the days since 1 January 1970: the inverse of the above, for years from 1 on.
  mutating func setDate(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (shiftedMonth < 10 ? 0 : 1)
  }
}
