/// How long ago something was, or how long it is until then: a number of one unit, of which only full ones count.
struct RelativeDate: Hashable {
  /// What is counted.
  enum Unit: Hashable, CaseIterable {
    /// Less than a minute: nothing is counted.
    case now
    case minute, hour, day, week, month, year
  }

  let unit: Unit
  /// Zero for `now`, else at least one.
  let count: Int
  /// Whether it is yet to come; false for `now`.
  let isFuture: Bool
}

/// The moments at which it is another number of minutes, hours, days, weeks, months or years since a date, or until then.
/// All are in whole seconds since 1970.
///
/// Minutes and hours are time passed. Days and more are those of the calendar, counted from the date, so that they do not
/// depend on the path to them: a month after 31 January is 28 February, and two months after it 31 March.
struct RelativeDateSteps {
  private let date: Int
  private let now: Int
  private let isFuture: Bool
  private let localTime: LocalTime
  private let localDay: Int
  private let timeOfDay: Int

  init(date: Int, now: Int, localTime: LocalTime) {
    self.date = date
    self.now = now
    self.localTime = localTime
    isFuture = date > now
    (localDay, timeOfDay) = localTime.day(of: date)
  }

  /// How far `date` is from `now`.
  var current: RelativeDate {
    let (unit, count) = largestFullUnit
    return RelativeDate(unit: unit, count: count, isFuture: isFuture && unit != .now)
  }

  /// The first second after `now` in which it is another.
  var nextChange: Int {
    let (unit, count) = largestFullUnit
    if unit == .now { return date + 60 }
    // What is yet to come is so far away up to, and in, the second when its last unit is full.
    if isFuture { return moment(unit, count) + 1 }
    // A longer unit may be full before the next of this one: a month after four weeks, a day after 22 hours.
    let next = moment(unit, count + 1)
    return switch unit {
    case .hour: min(next, moment(.day, 1))
    case .day, .week: min(next, moment(.month, 1))
    case .now, .minute, .month, .year: next
    }
  }

  private var largestFullUnit: (RelativeDate.Unit, Int) {
    let passed = abs(now - date)
    if passed < 60 { return (.now, 0) }
    if passed < 3_600 { return (.minute, passed / 60) }
    // No clock is put on by more than three hours, but in a place that changes sides of the date line: there days that are
    // left out do count.
    let (today, _) = localTime.day(of: now)
    let days = passed < 72_000 ? 0 : full(.day, estimate: abs(today - localDay))
    if days == 0 { return (.hour, passed / 3_600) }
    if days < 27 { return days < 7 ? (.day, days) : (.week, days / 7) }
    let months = full(
      .month, estimate: abs(CivilDay(number: today).monthNumber - CivilDay(number: localDay).monthNumber))
    if months == 0 { return (.week, days / 7) }
    return months < 12 ? (.month, months) : (.year, months / 12)
  }

  /// How many of a unit are full; the estimate is at most some too high or too low.
  private func full(_ unit: RelativeDate.Unit, estimate: Int) -> Int {
    var count = estimate
    while isFull(unit, count + 1) { count += 1 }
    while count > 0, !isFull(unit, count) { count -= 1 }
    return count
  }

  private func isFull(_ unit: RelativeDate.Unit, _ count: Int) -> Bool {
    isFuture ? moment(unit, count) >= now : moment(unit, count) <= now
  }

  /// When so many of a unit are full.
  private func moment(_ unit: RelativeDate.Unit, _ count: Int) -> Int {
    let steps = isFuture ? -count : count
    return switch unit {
    case .now: date
    case .minute: date + steps * 60
    case .hour: date + steps * 3_600
    case .day: localTime.moment(day: localDay + steps, timeOfDay: timeOfDay)
    case .week: localTime.moment(day: localDay + steps * 7, timeOfDay: timeOfDay)
    case .month: moment(months: steps)
    case .year: moment(months: steps * 12)
    }
  }

  private func moment(months: Int) -> Int {
    localTime.moment(day: CivilDay(number: localDay).adding(months: months).number, timeOfDay: timeOfDay)
  }
}
