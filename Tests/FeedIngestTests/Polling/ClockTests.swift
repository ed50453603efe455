import CastwireBus
import TestSupport
import Testing

@testable import FeedIngest

/// A clock on the wall that is set while the service runs, and between two runs.
struct ClockTests {
  private static let day: Int64 = 24 * 60
  private static let year: Int64 = 365 * day

  private let bench: IngestBench
  private let feed: ServedFeed

  init() throws {
    bench = try IngestBench()
    feed = try ServedFeed(Feeds.podcast(episodes: 2))
  }

  private var polls: Int { feed.server.requests.count }

  @Test(arguments: [day, year], [false, true])
  func `a feed is asked again in time after the clock was set back`(by minutes: Int64, restarts: Bool) throws {
    try bench.follow(feed.url)
    #expect(polls == 1)
    bench.pass(minutes: -minutes)
    if restarts { try bench.reopen() }
    try bench.poll()
    #expect(polls == 1, "it was asked just now, whatever the clock says")
    bench.pass(minutes: 14)
    try bench.poll()
    #expect(polls == 1)
    bench.pass(minutes: 20)
    feed.set(Feeds.podcast(episodes: 3))
    #expect(try bench.poll().map(\.name) == ["item.seen", "feed.updated"])
    #expect(polls == 2)
    bench.pass(minutes: 29)
    try bench.poll()
    #expect(polls == 2)
  }

  @Test func `a clock that goes a year forward and back again makes one poll too many, and none too late`() throws {
    try bench.follow(feed.url)
    bench.pass(minutes: Self.year)
    try bench.poll()
    #expect(polls == 2)
    try bench.poll()
    #expect(polls == 2)
    bench.pass(minutes: -Self.year)
    try bench.poll()
    #expect(polls == 2)
    bench.pass(minutes: Self.day)
    try bench.poll()
    #expect(polls == 3)
  }

  @Test func `feeds that were put off by a clock that was ahead are asked in time`() throws {
    for number in 0..<150 { try bench.ask("feeds.follow", ["url": feed.server.url("/\(number).xml")]) }
    try bench.poll()
    bench.pass(minutes: Self.year)
    try bench.reopen()
    // Followed and never asked yet, and all others spread over the time to come.
    try bench.start()
    try bench.ask("feeds.follow", ["url": feed.server.url("/new.xml")])
    bench.pass(minutes: -Self.year)
    try bench.reopen()
    try bench.poll()
    bench.pass(minutes: Self.day)
    for _ in 0..<20 {
      try bench.poll()
      bench.pass(minutes: 1)
    }
    #expect(Set(feed.server.requests.dropFirst(150).map(\.target)).count == 151)
  }

  @Test func `time in the log does not go back with the clock`() throws {
    try bench.follow(feed.url)
    let last = try #require(bench.events.last).time
    bench.pass(minutes: -Self.day)
    feed.set(Feeds.podcast(episodes: 3))
    try bench.ask("feeds.refresh")
    #expect(try bench.poll().map(\.time) == [last, last])
  }
}
