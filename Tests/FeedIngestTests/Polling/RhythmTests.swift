import TestSupport
import Testing

@testable import FeedIngest

/// What the dates of items tell of when the next one appears.
struct RhythmTests {
  private static let minute: Int64 = 60_000
  private static let hour = 60 * minute
  private static let day = 24 * hour
  /// Midnight of Tuesday, 7 January 2020, UTC.
  private static let tuesday: Int64 = 1_578_355_200_000

  /// Ten Tuesdays up to that one, at half past six, some minutes later each other week.
  private static let weekly: [Int64] = (0..<10).map { week in
    tuesday - Int64(week) * 7 * day + 6 * hour + 30 * minute + Int64(week % 2) * 20 * minute
  }

  @Test func `a weekly show has its day and its hour`() throws {
    let now = Self.tuesday + Self.day
    let rhythm = try #require(Rhythm(dates: Self.weekly.shuffled(), now: now))
    #expect(rhythm.newest == Self.weekly[0])
    #expect(rhythm.usualMinute == 6 * 60 + 30 && rhythm.usualDays == [2])
    let interval = try #require(rhythm.interval)
    #expect(abs(interval - 7 * Self.day) <= Self.hour)
    let next = Self.tuesday + 7 * Self.day + 390 * Self.minute
    #expect(rhythm.nextSpan(from: now)?.lowerBound == next)
    #expect(rhythm.nextSpan(from: next + Self.hour) == next..<next + 2 * Self.hour)
    #expect(rhythm.nextSpan(from: next + 2 * Self.hour)?.lowerBound == next + 7 * Self.day)
  }

  @Test func `what has appeared in its span is waited for no more`() throws {
    let next = Self.tuesday + 7 * Self.day + 395 * Self.minute
    let rhythm = try #require(Rhythm(dates: Self.weekly + [next], now: next + Self.minute))
    #expect(rhythm.nextSpan(from: next + Self.minute)?.lowerBound == next - 5 * Self.minute + 7 * Self.day)
  }

  @Test func `a span over midnight belongs to the day on which it begins`() throws {
    let dates = (0..<10).map { Self.tuesday - Int64($0) * 7 * Self.day + Int64($0 % 3) * 50 * Self.minute - Self.hour }
    let rhythm = try #require(Rhythm(dates: dates, now: Self.tuesday + Self.day))
    #expect(rhythm.usualMinute == 23 * 60 && rhythm.usualDays == [1])
    let midnight = Self.tuesday + 7 * Self.day
    #expect(rhythm.nextSpan(from: midnight + Self.minute) == midnight - Self.hour..<midnight + Self.hour)
  }

  @Test func `news at any hour have no usual time`() throws {
    let dates = (0..<40).map { Self.tuesday - Int64($0) * 95 * Self.minute }
    let rhythm = try #require(Rhythm(dates: dates, now: Self.tuesday))
    #expect(rhythm.usualMinute == nil && rhythm.nextSpan(from: Self.tuesday) == nil)
    #expect(rhythm.interval == 95 * Self.minute)
  }

  @Test func `few dates, equal ones and those to come make no rhythm`() throws {
    #expect(Rhythm(dates: [], now: Self.tuesday) == nil)
    #expect(Rhythm(dates: [Self.tuesday + 1, -5, 0], now: Self.tuesday) == nil)
    let same = try #require(Rhythm(dates: Array(repeating: Self.tuesday, count: 30), now: Self.tuesday))
    #expect(same.newest == Self.tuesday && same.interval == nil && same.usualMinute == nil)
    let future = (1...30).map { Self.tuesday + Int64($0) * Self.day }
    #expect(try #require(Rhythm(dates: future + [Self.tuesday], now: Self.tuesday)).interval == nil)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `the next span of any rhythm ends after now, and no later than in nine days`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let now = Self.tuesday + Int64.random(in: 0..<Self.day, using: &generator)
    let step = Int64.random(in: Self.minute...(20 * Self.day), using: &generator)
    let dates = (0..<Int.random(in: 1...60, using: &generator)).map { place in
      now - Int64(place) * step - Int64.random(in: 0...step, using: &generator)
    }
    let rhythm = try #require(Rhythm(dates: dates, now: now))
    guard let span = rhythm.nextSpan(from: now) else { return }
    #expect(span.upperBound > now && span.lowerBound < now + 9 * Self.day && span.lowerBound > rhythm.newest)
  }
}
