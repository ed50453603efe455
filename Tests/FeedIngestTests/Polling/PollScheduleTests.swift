import Castwire
import TestSupport
import Testing

@testable import FeedIngest

/// When a feed is asked next.
struct PollScheduleTests {
  private static let minute: Int64 = 60_000
  private static let hour = 60 * minute
  private static let day = 24 * hour
  /// Midnight of Tuesday, 7 January 2020, UTC.
  private static let tuesday: Int64 = 1_578_355_200_000
  /// Each Tuesday at noon.
  private static let weekly = Rhythm(dates: (0..<10).map { tuesday + 12 * hour - $0 * 7 * day }, now: tuesday + day)

  private let schedule = PollSchedule()

  /// The wait, in minutes; all of what chance makes of it must be within `range`.
  private func expect(
    _ range: ClosedRange<Int64>, after now: Int64, _ rhythm: Rhythm?, _ hints: PollSchedule.Hints = .init(),
    isFirst: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<200 {
      let due = schedule.due(after: now, rhythm: rhythm, hints: hints, isFirst: isFirst)
      let wait = due - now
      #expect(
        (range.lowerBound * Self.minute...range.upperBound * Self.minute).contains(wait), "\(wait / Self.minute) min",
        sourceLocation: sourceLocation)
    }
  }

  @Test func `a feed of which nothing is known is asked each half hour, and the first time earlier by up to a half`() {
    expect(30...33, after: Self.tuesday, nil)
    expect(15...33, after: Self.tuesday, nil, isFirst: true)
    let waits = (0..<1_000).map { _ in
      schedule.due(after: 0, rhythm: nil, hints: .init(), isFirst: true) / Self.minute
    }
    #expect(Set(waits).count > 10, "feeds that are followed at once are asked at the same minute")
  }

  @Test func `a weekly show is asked each quarter of an hour when it is about to come, and seldom before`() {
    let next = Self.tuesday + 7 * Self.day + 12 * Self.hour
    expect(7 * 60...7 * 60 + 15, after: Self.tuesday + 2 * Self.day, Self.weekly)
    expect(60...75, after: next - Self.hour, Self.weekly)
    expect(15...17, after: next, Self.weekly)
    expect(15...17, after: next + 110 * Self.minute, Self.weekly)
    expect(7 * 60...7 * 60 + 15, after: next + 2 * Self.hour, Self.weekly)
  }

  @Test func `a feed that sleeps is asked the seldomer the longer it does`() {
    expect(7 * 60...9 * 60, after: Self.tuesday + 22 * Self.day, Self.weekly)
    expect(14 * 60...15 * 60, after: Self.tuesday + 60 * Self.day, Self.weekly)
    expect(24 * 60...24 * 60 + 15, after: Self.tuesday + 400 * Self.day, Self.weekly)
    let single = Rhythm(dates: [Self.tuesday], now: Self.tuesday)
    expect(24 * 60...24 * 60 + 15, after: Self.tuesday + 800 * Self.day, single)
    expect(30...33, after: Self.tuesday + Self.day, single)
  }

  @Test func `what the server and the feed say of when to ask is obeyed, up to the longest wait`() {
    expect(120...132, after: Self.tuesday, nil, .init(maxAge: 7_200))
    expect(180...195, after: Self.tuesday, nil, .init(maxAge: 60, ttlMinutes: 180))
    expect(24 * 60...24 * 60 + 15, after: Self.tuesday, nil, .init(period: 604_800))
    expect(24 * 60...24 * 60 + 15, after: Self.tuesday, nil, .init(maxAge: .max, ttlMinutes: .max, period: .max))
    expect(30...33, after: Self.tuesday, nil, .init(maxAge: -5, ttlMinutes: -5, period: -1))
  }

  @Test func `hours and days on which nobody need ask are left out`() {
    let now = Self.tuesday + 10 * Self.hour
    expect(120...135, after: now, nil, .init(skipHours: [10, 11]))
    expect(14 * 60...14 * 60 + 15, after: now, nil, .init(skipDays: [2]))
    // Never longer than a day: who skips all of them is asked as if he skipped none.
    expect(30...33, after: now, nil, .init(skipHours: Array(0...23)))
    expect(30...33, after: now, nil, .init(skipDays: Set(0...6)))
  }

  @Test func `a feed's own words become hints`() {
    var feed = FeedDetails()
    feed.ttlMinutes = 60
    feed.syndicationPeriod = "daily"
    feed.syndicationFrequency = 4
    feed.skipHours = [0, 1]
    feed.skipDays = ["Saturday", "sunday", "Caturday"]
    let hints = PollSchedule.Hints(maxAge: 5, feed: feed)
    #expect(
      hints
        == PollSchedule.Hints(maxAge: 5, ttlMinutes: 60, period: 21_600, skipHours: [0, 1], skipDays: [0, 6]))
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `whatever is known, the next poll is due between the shortest and the longest wait`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func some(_ range: ClosedRange<Int>) -> Int? {
      Bool.random(using: &generator) ? Int.random(in: range, using: &generator) : nil
    }
    let now = Self.tuesday + Int64.random(in: 0...Self.day, using: &generator)
    let step = Int64.random(in: Self.minute...(40 * Self.day), using: &generator)
    let dates = (0..<Int.random(in: 0...50, using: &generator)).map { now - Int64($0) * step }
    let hints = PollSchedule.Hints(
      maxAge: some(-10...100_000), ttlMinutes: some(0...5_000), period: some(0...1_000_000),
      skipHours: (0...23).filter { _ in Int.random(in: 0...3, using: &generator) == 0 },
      skipDays: Set((0...6).filter { _ in Int.random(in: 0...3, using: &generator) == 0 }))
    let due = schedule.due(
      after: now, rhythm: Rhythm(dates: dates, now: now), hints: hints, isFirst: Bool.random(using: &generator))
    #expect(due >= now + schedule.shortest)
    #expect(due <= now + schedule.longest + schedule.shortest)
  }
}
