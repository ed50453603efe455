import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// What a publisher's server is spared.
struct PolitenessTests {
  private static let body = Feeds.podcast(episodes: 2)
  private static let day: Int64 = 24 * 60

  private let bench: IngestBench

  init() throws {
    bench = try IngestBench()
  }

  /// The same server under another name.
  private func local(_ feed: ServedFeed, _ path: String = "/feed.xml") -> String {
    "http://localhost:\(feed.server.port)\(path)"
  }

  // MARK: Servers that ask to be left alone

  @Test(arguments: [429, 503])
  func `a server that names a time is left alone until then, whichever of its feeds it said so for`(status: Int) throws
  {
    let feed = try ServedFeed(Self.body)
    let first = try bench.follow(feed.server.url("/1.xml"))
    try bench.follow(feed.server.url("/2.xml"))
    try bench.follow(local(feed, "/3.xml"))
    feed.set { request in
      request.target == "/1.xml" ? .status(status, headers: ["Retry-After": "10800"]) : .ok(Self.body)
    }
    try bench.ask("feeds.refresh", ["feed": first])
    let events = try bench.poll()
    try #require(events.map(\.name) == ["feed.throttled"])
    #expect(try events[0].decode(FeedEvent.self).reason?.contains("\(status)") == true)
    #expect(try events[0].decode(FeedEvent.self).feed.state == .active)
    var before = feed.server.requests.count
    bench.pass(minutes: 150)
    try bench.ask("feeds.refresh")
    try bench.poll()
    #expect(feed.server.requests[before...].map(\.target) == ["/3.xml"], "another host is another server")
    // A feed that is new there waits, too, and a restart forgets nothing.
    try bench.reopen()
    try bench.follow(feed.server.url("/4.xml"))
    before = feed.server.requests.count
    #expect(feed.server.requests.filter { $0.target == "/4.xml" }.isEmpty)
    feed.set(Self.body)
    bench.pass(minutes: 60)
    try bench.poll()
    #expect(Set(feed.server.requests[before...].map(\.target)).isSuperset(of: ["/1.xml", "/2.xml", "/4.xml"]))
  }

  @Test func `who asks to be left alone for years is, for a day`() throws {
    let feed = try ServedFeed(Self.body)
    let id = try bench.follow(feed.url)
    feed.set { _ in .status(429, headers: ["Retry-After": "Thu, 01 Jan 2099 00:00:00 GMT"]) }
    try bench.ask("feeds.refresh", ["feed": id])
    try bench.poll()
    let before = feed.server.requests.count
    bench.pass(minutes: Self.day - 1)
    try bench.poll()
    #expect(feed.server.requests.count == before)
    bench.pass(minutes: 12)
    try bench.poll()
    #expect(feed.server.requests.count == before + 1)
  }

  @Test func `a date names a time as well`() throws {
    let feed = try ServedFeed(Self.body)
    let id = try bench.follow(feed.url)
    let date = HTTPDate.text(Int(Date().timeIntervalSince1970) + 7_200)
    feed.set { _ in .status(503, headers: ["Retry-After": date]) }
    try bench.ask("feeds.refresh", ["feed": id])
    #expect(try bench.poll().map(\.name) == ["feed.throttled"])
    let before = feed.server.requests.count
    bench.pass(minutes: 110)
    try bench.poll()
    #expect(feed.server.requests.count == before)
    bench.pass(minutes: 24)
    try bench.poll()
    #expect(feed.server.requests.count == before + 1)
  }

  @Test func `a server that never lets anybody in fails its feed at the third time`() throws {
    let feed = try ServedFeed(Self.body)
    try bench.follow(feed.url)
    feed.set { _ in .status(429, headers: ["Retry-After": "60"]) }
    var names: [String] = []
    for _ in 0..<4 {
      bench.pass(minutes: 60)
      names += try bench.poll().map(\.name)
    }
    #expect(names == ["feed.throttled", "feed.failing"])
    feed.set(Self.body)
    bench.pass(minutes: 60)
    #expect(try bench.poll().map(\.name) == ["feed.recovered"])
  }

  @Test func `a hold ends within a day of a clock that was set back`() throws {
    let feed = try ServedFeed(Self.body)
    let id = try bench.follow(feed.url)
    bench.pass(minutes: 365 * Self.day)
    feed.set { _ in .status(429, headers: ["Retry-After": "3600"]) }
    try bench.ask("feeds.refresh", ["feed": id])
    try bench.poll()
    bench.pass(minutes: -365 * Self.day)
    feed.set(Self.body)
    try bench.poll()
    try bench.ask("feeds.refresh", ["feed": id])
    let before = feed.server.requests.count
    bench.pass(minutes: Self.day + 15)
    try bench.poll()
    #expect(feed.server.requests.count == before + 1)
  }

  @Test func `who asks while a server says that it wants to be left alone waits, too`() async throws {
    let gate = Gate()
    let feed = try ServedFeed(Self.body)
    let id = try bench.follow(feed.url)
    feed.set { _ in .status(429, headers: ["Retry-After": "3600"]).after(gate) }
    try bench.ask("feeds.refresh", ["feed": id])
    try await bench.start { feed.server.requests.count == 2 }
    try bench.ask("feeds.refresh", ["feed": id])
    gate.open()
    try bench.poll()
    #expect(feed.server.requests.count == 2)
  }

  // MARK: What is asked for

  @Test func `a server that says for ever that nothing has changed is asked for the document once in eight days`()
    throws
  {
    let feed = try ServedFeed { request in
      request.header("If-None-Match") == nil ? .ok(Self.body, headers: ["ETag": "\"a\""]) : .status(304)
    }
    try bench.follow(feed.url)
    for _ in 0..<20 {
      bench.pass(minutes: Self.day)
      #expect(try bench.poll().isEmpty)
    }
    let unconditional = feed.server.requests.indices.filter { feed.server.requests[$0].header("If-None-Match") == nil }
    #expect(unconditional == [0, 8, 16])
  }

  @Test func `a server that knows no conditions is asked no more often for the same document`() throws {
    let feed = try ServedFeed(Self.body)
    try bench.follow(feed.url)
    for _ in 0..<9 {
      bench.pass(minutes: Self.day)
      #expect(try bench.poll().isEmpty)
    }
    #expect(feed.server.requests.count == 10)
  }

  /// Answers that say for how many minutes nobody need ask.
  private static func saying(_ words: String) -> FeedServer.Response {
    .ok(
      Array(
        String(decoding: body, as: UTF8.self).replacingOccurrences(of: "<language>", with: words + "<language>").utf8))
  }

  private static let waits: [(answer: FeedServer.Response, minutes: Int64)] = [
    (.ok(body, headers: ["Cache-Control": "max-age=7200"]), 120),
    (
      .ok(body, headers: ["Date": HTTPDate.text(1_578_700_800), "Expires": HTTPDate.text(1_578_700_800 + 7_200)]), 120
    ),
    (saying("<ttl>180</ttl>"), 180),
    (
      saying(
        """
        <sy:updatePeriod xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">daily</sy:updatePeriod>
        <sy:updateFrequency xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">6</sy:updateFrequency>
        """), 240
    ),
    // It is midnight of a Saturday.
    (saying("<skipHours>\((0...4).map { "<hour>\($0)</hour>" }.joined())</skipHours>"), 300),
    (saying("<skipDays><day>Saturday</day></skipDays>"), 1_440),
  ]

  @Test(arguments: waits.indices)
  func `what the server and the feed say of when to ask is obeyed`(number: Int) throws {
    let (answer, minutes) = Self.waits[number]
    let feed = try ServedFeed { _ in answer }
    try bench.follow(feed.url)
    bench.pass(minutes: minutes - 1)
    try bench.poll()
    #expect(feed.server.requests.count == 1)
    // The first time later by up to a half, so that those that were followed at once do not stay together.
    bench.pass(minutes: 17 + minutes / 2)
    try bench.poll()
    #expect(feed.server.requests.count == 2)
  }

  @Test func `what a later answer leaves out of when to ask holds on`() throws {
    let feed = try ServedFeed { request in
      request.header("If-None-Match") == nil
        ? .ok(Self.body, headers: ["ETag": "\"a\"", "Cache-Control": "max-age=36000"]) : .status(304)
    }
    try bench.follow(feed.url)
    bench.pass(minutes: 20 * 60)
    try bench.poll()
    #expect(feed.server.requests.count == 2)
    bench.pass(minutes: 9 * 60)
    try bench.poll()
    #expect(feed.server.requests.count == 2)
  }

  @Test func `what a server says of a document goes to no other server, and what another says of it is not believed`()
    throws
  {
    let first = try ServedFeed { request in
      request.header("If-None-Match") == nil ? .ok(Self.body, headers: ["ETag": "\"1\""]) : .status(304)
    }
    let second = try ServedFeed { request in
      request.header("If-None-Match") == nil
        ? .ok(Feeds.podcast(episodes: 3), headers: ["ETag": "\"1\""]) : .status(304)
    }
    let door = try ServedFeed { _ in .redirect(302, to: first.url) }
    try bench.follow(door.url)
    bench.pass(minutes: 60)
    #expect(try bench.poll().isEmpty)
    #expect(first.server.requests.map { $0.header("If-None-Match") } == [nil, "\"1\""])
    #expect(door.server.requests.allSatisfy { $0.header("If-None-Match") == nil })
    door.set { _ in .redirect(302, to: second.url) }
    bench.pass(minutes: 60)
    #expect(try bench.poll().map(\.name) == ["item.seen", "feed.updated"])
    bench.pass(minutes: 60)
    #expect(try bench.poll().isEmpty)
    #expect(second.server.requests.map { $0.header("If-None-Match") } == [nil, "\"1\""])
  }

  @Test func `what a 304 says to know the document by goes back to it`() throws {
    let feed = try ServedFeed { request in
      request.header("If-None-Match") == nil
        ? .ok(Self.body, headers: ["ETag": "\"a\""]) : .status(304, headers: ["ETag": "\"b\""])
    }
    try bench.follow(feed.url)
    for _ in 0..<2 {
      bench.pass(minutes: 60)
      try bench.poll()
    }
    #expect(feed.server.requests.map { $0.header("If-None-Match") } == [nil, "\"a\"", "\"b\""])
  }

  @Test func `a server that asks to be left alone behind a redirect is, whichever feed leads to it`() throws {
    let server = try ServedFeed(Self.body)
    let doors = try (1...2).map { _ in try ServedFeed { _ in .redirect(302, to: server.url) } }
    let first = try bench.follow("http://localhost:\(doors[0].server.port)/")
    try bench.follow("http://localhost:\(doors[1].server.port)/")
    server.set { _ in .status(429, headers: ["Retry-After": "7200"]) }
    try bench.ask("feeds.refresh", ["feed": first])
    try bench.poll()
    let before = server.server.requests.count
    for _ in 0..<11 {
      bench.pass(minutes: 10)
      try bench.poll()
    }
    #expect(server.server.requests.count == before)
  }

  @Test func `a feed whose answers are lost on a full disk is asked ever less often`() throws {
    let feed = try ServedFeed(Self.body)
    try bench.ask("feeds.follow", ["url": feed.url])
    try bench.pollInVain()
    #expect(try bench.poll().isEmpty)
    #expect(feed.server.requests.count == 1)
    bench.pass(minutes: 1)
    try bench.pollInVain()
    bench.pass(minutes: 1)
    #expect(try bench.poll().isEmpty)
    #expect(feed.server.requests.count == 2)
    bench.pass(minutes: 1)
    #expect(try bench.poll().map(\.name) == ["item.seen", "item.seen", "feed.updated"])
    // What is kept is no loss any more.
    try bench.ask("feeds.refresh")
    try bench.poll()
    #expect(feed.server.requests.count == 4)
  }

  // MARK: Many feeds

  @Test func `hundreds of feeds that are overdue after a long rest are not polled at once`() throws {
    let feed = try ServedFeed(Self.body)
    for number in 0..<300 { try bench.ask("feeds.follow", ["url": feed.server.url("/\(number).xml")]) }
    try bench.poll()
    bench.pass(minutes: 30 * Self.day)
    try bench.reopen()
    try bench.poll()
    #expect(feed.server.requests.count < 300 + 60)
    for _ in 0..<16 {
      bench.pass(minutes: 1)
      let before = feed.server.requests.count
      try bench.poll()
      #expect(feed.server.requests.count - before < 60)
    }
    #expect(Set(feed.server.requests.dropFirst(300).map(\.target)).count == 300)
  }

  @Test func `hundreds of feeds do not come at once after a short rest, nor after a sleep of the machine`() throws {
    let feed = try ServedFeed(Self.body)
    for number in 0..<300 { try bench.ask("feeds.follow", ["url": feed.server.url("/\(number).xml")]) }
    try bench.poll()
    for restarts in [true, false] {
      bench.pass(minutes: 40)
      if restarts { try bench.reopen() }
      for _ in 0..<20 {
        let before = feed.server.requests.count
        try bench.poll()
        #expect(feed.server.requests.count - before < 70)
        bench.pass(minutes: 1)
      }
    }
  }

  @Test func `hundreds of feeds whose server names the time do not stay together`() throws {
    let feed = try ServedFeed { _ in .ok(Self.body, headers: ["Cache-Control": "max-age=7200"]) }
    for number in 0..<300 { try bench.ask("feeds.follow", ["url": feed.server.url("/\(number).xml")]) }
    try bench.poll()
    var most = 0
    for _ in 0..<200 {
      bench.pass(minutes: 1)
      let before = feed.server.requests.count
      try bench.poll()
      most = max(most, feed.server.requests.count - before)
    }
    #expect(Set(feed.server.requests.dropFirst(300).map(\.target)).count == 300)
    #expect(most < 30)
  }

  // MARK: Feeds that are gone

  @Test func `a feed that is not found for thirty days is gone, and before that it fails`() throws {
    let feed = try ServedFeed(Self.body)
    let id = try bench.follow(feed.url)
    feed.set { _ in .status(404) }
    var events: [Event] = []
    for _ in 0..<(30 * 24) {
      bench.pass(minutes: 60)
      events += try bench.poll()
    }
    #expect(events.map(\.name) == ["feed.failing"])
    for _ in 0..<(3 * 24) {
      bench.pass(minutes: 60)
      events += try bench.poll()
    }
    try #require(events.map(\.name) == ["feed.failing", "feed.gone"])
    #expect(try events[1].decode(FeedEvent.self).reason?.contains("30 days") == true)
    let before = feed.server.requests.count
    bench.pass(minutes: 60 * Self.day)
    #expect(try bench.poll().isEmpty && feed.server.requests.count == before)
    // Asked for by somebody, it is looked for once more, and what came of it told.
    try bench.ask("feeds.refresh", ["feed": id])
    #expect(try bench.poll().map(\.name) == ["feed.failing"])
    feed.set(Self.body)
    try bench.ask("feeds.refresh", ["feed": id])
    #expect(try bench.poll().map(\.name) == ["feed.recovered"])
  }

  @Test func `a month of other trouble between two answers of 404 makes no feed gone`() throws {
    let feed = try ServedFeed(Self.body)
    let id = try bench.follow(feed.url)
    feed.set { _ in .status(404) }
    bench.pass(minutes: Self.day)
    try bench.poll()
    feed.set { _ in .status(500) }
    for _ in 0..<(31 * 6) {
      bench.pass(minutes: 240)
      try bench.poll()
    }
    feed.set { _ in .status(404) }
    bench.pass(minutes: 2 * Self.day)
    try bench.poll()
    #expect(try bench.ask("feeds.get", ["feed": id])["state"] as? String == "failing")
  }

  @Test func `two looks a month apart that find nothing are not enough`() throws {
    let feed = try ServedFeed(Self.body)
    let id = try bench.follow(feed.url)
    feed.set { _ in .status(404) }
    bench.pass(minutes: Self.day)
    try bench.poll()
    bench.pass(minutes: 40 * Self.day)
    try bench.poll()
    #expect(try bench.ask("feeds.get", ["feed": id])["state"] as? String != "gone")
  }

  @Test func `a feed that was found in between is not gone`() throws {
    let feed = try ServedFeed(Self.body)
    try bench.follow(feed.url)
    var names: [String] = []
    for round in 0..<4 {
      feed.set { _ in .status(404) }
      for _ in 0..<20 {
        bench.pass(minutes: Self.day)
        names += try bench.poll().map(\.name)
      }
      feed.set(Self.body)
      bench.pass(minutes: 2 * Self.day)
      names += try bench.poll().map(\.name)
      #expect(names.count == 2 * (round + 1))
    }
    #expect(!names.contains("feed.gone"))
  }
}
