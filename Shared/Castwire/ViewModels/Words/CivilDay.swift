/// A day of the proleptic Gregorian calendar (ISO 8601).
struct CivilDay: Hashable {
  let year: Int
  /// From 1 to 12.
  let month: Int
  /// From 1 to 31.
  let day: Int

  /// The day so many days after 1970-01-01.
  init(number: Int) {
    // Years begin in March here, so that the leap day is a year's last; 146,097 days are 400 years.
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  private init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Counted from 1970-01-01.
  var number: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Counted from January of the year 0.
  var monthNumber: Int { year * 12 + month - 1 }

  /// The same day so many months later, or the month's last day where it is shorter.
  func adding(months: Int) -> CivilDay {
    let target = monthNumber + months
    let year = target >= 0 ? target / 12 : (target - 11) / 12
    let month = target - year * 12 + 1
    return CivilDay(year: year, month: month, day: min(day, Self.days(inMonth: month, of: year)))
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
