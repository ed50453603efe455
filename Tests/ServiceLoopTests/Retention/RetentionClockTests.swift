import CastwireBus
import Testing

@testable import ServiceLoop

/// Clocks that are wrong: by the clock that cannot be set, and by the log's last event.
struct RetentionClockTests {
  private static let day: Int64 = 86_400
  private static let year = 365 * day
  private let start = ContinuousClock.now

  /// What is seen of a clock, in seconds.
  struct Look: Sendable {
    let steady: Int64
    let wall: Int64
    let last: Int64
    let isTrusted: Bool
  }

  /// What happens to a clock.
  struct Course: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let looks: [Look]

    init(_ name: String, _ looks: [Look]) {
      (testDescription, self.looks) = (name, looks)
    }
  }

  static let courses: [Course] = [
    Course(
      "it runs as it should, for months",
      (Int64(0)...90).map { (number: Int64) -> Look in
        Look(steady: number * day, wall: number * day, last: number * day, isTrusted: true)
      }
    ),
    Course(
      "set back by an hour: until it has caught up",
      [
        Look(steady: 0, wall: 10_000, last: 10_000, isTrusted: true),
        Look(steady: 10, wall: 6_410, last: 10_000, isTrusted: false),
        Look(steady: 3_599, wall: 9_999, last: 10_000, isTrusted: false),
        Look(steady: 3_601, wall: 10_001, last: 10_000, isTrusted: true),
      ]
    ),
    Course(
      "set back by a day: until it has caught up with the log",
      [
        Look(steady: 0, wall: 2 * day, last: 2 * day, isTrusted: true),
        Look(steady: 10, wall: day + 10, last: 2 * day, isTrusted: false),
        Look(steady: day - 10, wall: 2 * day - 10, last: 2 * day, isTrusted: false),
        Look(steady: day + 10, wall: 2 * day + 10, last: 2 * day, isTrusted: true),
      ]
    ),
    Course(
      "set forward by a year and back: never believed meanwhile",
      [
        Look(steady: 0, wall: 0, last: 0, isTrusted: true),
        Look(steady: 10, wall: year, last: 0, isTrusted: false),
        Look(steady: 3_600, wall: year + 3_590, last: year, isTrusted: false),
        Look(steady: 7_200, wall: 7_200, last: 0, isTrusted: false),
        Look(steady: 7_200 + day, wall: 7_200 + day, last: 0, isTrusted: true),
      ]
    ),
    Course(
      "set forward by a year for good: believed after a day",
      [
        Look(steady: 0, wall: 0, last: 0, isTrusted: true),
        Look(steady: 10, wall: year, last: 0, isTrusted: false),
        Look(steady: day, wall: year + day - 10, last: year, isTrusted: false),
        Look(steady: day + 10, wall: year + day, last: year, isTrusted: true),
      ]
    ),
    Course(
      "set forward by half a day: believed at once",
      [
        Look(steady: 0, wall: 0, last: 0, isTrusted: true),
        Look(steady: 10, wall: day / 2, last: 0, isTrusted: true),
      ]
    ),
    Course(
      "events of next year in the log: until next year",
      [
        Look(steady: 0, wall: 0, last: year, isTrusted: false),
        Look(steady: 300 * day, wall: 300 * day, last: year, isTrusted: false),
        Look(steady: year, wall: year, last: year, isTrusted: true),
      ]
    ),
  ]

  @Test(arguments: courses)
  func `a clock is believed while nothing speaks against it`(course: Course) {
    var clock = RetentionClock()
    for look in course.looks {
      let isTrusted = clock.look(
        Timestamp(rawValue: look.wall * 1_000), steady: start + .seconds(look.steady),
        lastTime: Timestamp(rawValue: look.last * 1_000))
      #expect(isTrusted == look.isTrusted, "\(look)")
    }
  }

  static let pauses: [(Int64, Bool)] = [
    (0, true), (23 * 3_600, true), (25 * 3_600, false), (365 * 86_400, false), (-25 * 3_600, false),
  ]

  @Test(arguments: pauses)
  func `what passed while the service was down is believed up to a day`(seconds: Int64, isTrusted: Bool) {
    var clock = RetentionClock(seen: Timestamp(rawValue: 1_700_000_000_000))
    let now = Timestamp(rawValue: 1_700_000_000_000 + seconds * 1_000)
    let first = clock.look(now, steady: start, lastTime: Timestamp(rawValue: 0))
    #expect(first == isTrusted)
    let next = clock.look(now.adding(RetentionClock.day), steady: start + RetentionClock.day, lastTime: now)
    #expect(next)
  }

  @Test func `a log of events that a clock made old keeps them, and its size stays limited all the same`() throws {
    let bench = try Workbench()
    bench.now = Timestamp(rawValue: 1_700_000_000_000)
    let limits = Retention(age: .seconds(7 * 86_400), size: 100_000, endings: .seconds(30 * 86_400))
    let compaction = Compaction(log: bench.log, retention: limits, start: start)
    try bench.append(["a", "a", "b"])
    try bench.append(["b"], verb: "removed")
    try bench.append(["z"])
    while try compaction.step(now: bench.now, steady: start) {}
    bench.now = bench.now.adding(.seconds(Self.year))
    while try compaction.step(now: bench.now, steady: start + .seconds(10)) {}
    #expect(try bench.positions() == [1, 2, 3, 4, 5])
    // Not even after another start.
    try bench.compact(limits, steady: start + .seconds(20))
    #expect(try bench.positions() == [1, 2, 3, 4, 5])

    for _ in 0..<5 { try bench.append(["large"], data: "\"\(String(repeating: "x", count: 30_000))\"") }
    try bench.compact(limits, steady: start + .seconds(30))
    #expect(try bench.positions() == [2, 4, 5, 8, 9, 10])
  }
}
