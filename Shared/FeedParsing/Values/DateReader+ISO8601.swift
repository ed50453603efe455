/// ISO 8601 in all its forms (RFC 3339 and the W3C's profile among them), and its neighbours.
extension DateReader {
  /// `2003-12-31T10:14:55Z` and what is shorter, without punctuation or with other, by week or by day of the year, and
  /// with whatever of RFC 822 people write behind the clock.
  mutating func readISO8601() -> Bool {
    time.year = digits(4)
    (time.month, time.day) = (1, 1)
    guard readDateAfterYear() else { return false }
    if current == UInt8(ascii: ","), ASCII.isSpace(peek(1)) { position += 1 }
    skipSpace()
    let hasMark = current | 0x20 == UInt8(ascii: "t") && !ASCII.isLetter(peek(1))
    if hasMark { position += 1 }
    skipSpace()
    if ASCII.isDigit(current) {
      guard readClock() else { return false }
    } else if hasMark {
      return false
    }
    return readRestOfISO8601()
  }

  private mutating func readRestOfISO8601() -> Bool {
    while true {
      skipSpace()
      guard !isAtEnd else { break }
      let start = position
      if current == UInt8(ascii: "(") {
        readComment(until: UInt8(ascii: ")"))
      } else if current == UInt8(ascii: "[") {
        readComment(until: UInt8(ascii: "]"))
      } else if !readHalfOfDay(), !readZone() || position == start || !hasClock && !hasZone {
        return false
      }
    }
    applyHalfOfDay()
    return true
  }

  private mutating func readDateAfterYear() -> Bool {
    let separator = current
    switch separator {
    case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ":"):
      position += 1
      if current | 0x20 == UInt8(ascii: "w") { return readWeekDate() }
      if separator == UInt8(ascii: "-"), let ordinal = digits(3, andNoMore: true) { return setDay(ofYear: ordinal) }
      return readCalendarDate(separator: separator)
    case UInt8(ascii: "w"), UInt8(ascii: "W"): return readWeekDate()
    case _ where ASCII.isDigit(separator):
      if let ordinal = digits(3, andNoMore: true) { return setDay(ofYear: ordinal) }
      guard let month = digits(2) else { return false }
      time.month = month
      if let day = digits(2) { time.day = day }
      return true
    default: return true
    }
  }

  private mutating func readCalendarDate(separator: UInt8) -> Bool {
    guard let month = digits(2) ?? digits(1) else { return false }
    time.month = month
    guard current == separator else { return true }
    position += 1
    guard let day = digits(2) ?? digits(1) else { return false }
    time.day = day
    return true
  }

  private mutating func setDay(ofYear ordinal: Int) -> Bool {
    guard let year = time.year, ordinal >= 1 else { return false }
    var (month, day) = (1, ordinal)
    while month <= 12, day > CivilTime.days(inMonth: month, of: year) {
      day -= CivilTime.days(inMonth: month, of: year)
      month += 1
    }
    (time.month, time.day) = (month, day)
    return month <= 12
  }

  /// `2004-W01-4`, `2004W014`, `2004-W01`: week 1 is the one with the year's first Thursday, weeks begin on Mondays.
  private mutating func readWeekDate() -> Bool {
    position += 1
    guard let year = time.year, year >= 1, year < 9999, let week = digits(2), week >= 1, week <= 53 else {
      return false
    }
    var weekday = 1
    if current == UInt8(ascii: "-") { position += 1 }
    if let day = digits(1) {
      guard day >= 1, day <= 7 else { return false }
      weekday = day
    }
    let fourth = CivilTime.days(since1970OfYear: year, month: 1, day: 4)
    let days = fourth - CivilTime.weekday(ofDay: fourth) + 1 + (week - 1) * 7 + weekday - 1
    // Only some years have a week 53: its Thursday stands in the year, or it is the next year's first.
    let nextFourth = CivilTime.days(since1970OfYear: year + 1, month: 1, day: 4)
    guard days < nextFourth - CivilTime.weekday(ofDay: nextFourth) + 1 else { return false }
    time.setDate(daysSince1970: days)
    return true
  }
}
