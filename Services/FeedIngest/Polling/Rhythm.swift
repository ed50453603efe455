/// When a feed publishes, as far as the dates of its items tell. Times of the day are in UTC.
struct Rhythm: Codable, Sendable, Hashable {
  /// Fewer dates than these make no rhythm.
  static let fewestDates = 5
  /// So many of the newest dates are looked at: a publisher's habits change.
  static let mostDates = 40
  /// How long around a usual time most of the items appear, in minutes.
  static let span = 120
  private static let day = 24 * 60

  /// The newest item's date, in milliseconds since 1970.
  let newest: Int64
  /// The median time between two items, in milliseconds; nil where there are too few to tell.
  let interval: Int64?
  /// The minute of the day from which on, for `span`, most items appear; nil where they come at any time.
  let usualMinute: Int?
  /// The days of the week on which items appear, Sunday 0; nil with no usual time.
  let usualDays: Set<Int>?

  /// The rhythm of items that were published then; nil where no date is known.
  ///
  /// - Parameters:
  ///   - dates: in milliseconds since 1970, in any order.
  ///   - now: dates after it say nothing of when items appear.
  init?(dates: [Int64], now: Int64) {
    let past = Array(Set(dates.filter { $0 <= now && $0 > 0 }).sorted(by: >).prefix(Self.mostDates))
    guard let newest = past.first else { return nil }
    self.newest = newest
    guard past.count >= Self.fewestDates else {
      (interval, usualMinute, usualDays) = (nil, nil, nil)
      return
    }
    let gaps = zip(past, past.dropFirst()).map { $0 - $1 }.sorted()
    interval = gaps[gaps.count / 2]
    usualMinute = Self.usualMinute(of: past)
    usualDays = usualMinute.map { Self.usualDays(of: past, from: $0) }
  }

  /// The time when the next item usually appears, after `now` or just at it: its beginning and its end. Nil where there is
  /// no usual time, or where what it brings is there already.
  func nextSpan(from now: Int64) -> Range<Int64>? {
    guard let usualMinute, let usualDays else { return nil }
    let today = now / Self.milliseconds(day: 1)
    // A span begins before midnight and ends after it, so yesterday's may last.
    for day in (today - 1)...(today + 7) where usualDays.contains(Self.weekday(ofDay: day)) {
      let start = Self.milliseconds(day: day) + Int64(usualMinute) * 60_000
      let end = start + Int64(Self.span) * 60_000
      if end > now, newest < start { return start..<end }
    }
    return nil
  }

  // MARK: Finding it

  /// The beginning of the span that most of the dates stand in, if three in five do.
  private static func usualMinute(of dates: [Int64]) -> Int? {
    let minutes = dates.map { Int($0 / 60_000) % day }
    func isWithin(_ minute: Int, from start: Int) -> Bool { (minute - start + day) % day < span }
    let counted = minutes.map { start in (start, minutes.count { isWithin($0, from: start) }) }
    guard let (start, count) = counted.max(by: { ($0.1, $1.0) < ($1.1, $0.0) }), count * 5 >= dates.count * 3 else {
      return nil
    }
    return start
  }

  /// Days with one in eight of the dates, of those in the span.
  private static func usualDays(of dates: [Int64], from start: Int) -> Set<Int> {
    var counts: [Int: Int] = [:]
    for date in dates {
      // Counted from when the span began, which may be the day before.
      let begun = date - Int64(start) * 60_000
      guard Int(begun / 60_000) % day < span else { continue }
      counts[weekday(ofDay: begun / milliseconds(day: 1)), default: 0] += 1
    }
    let total = counts.values.reduce(0, +)
    return Set(counts.filter { $0.value * 8 >= total }.keys)
  }

  private static func milliseconds(day: Int64) -> Int64 { day * Int64(Self.day) * 60_000 }

  /// Sunday 0. The first day of 1970 was a Thursday.
  static func weekday(ofDay day: Int64) -> Int { Int((day + 4) % 7) }
}
