import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// Polls of a feed from a real server, and what is told of them.
struct PollingTests {
  private let bench: IngestBench

  init() throws {
    bench = try IngestBench()
  }

  private func report(_ id: String) throws -> [String: Any] {
    try bench.ask("feeds.get", ["feed": id])
  }

  private func names(_ events: [Event]) -> [String] { events.map(\.name) }

  @Test func `a feed that is followed is polled at once, then when it is due`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 2))
    let id = try bench.follow(feed.url)
    #expect(names(bench.events) == ["feed.followed", "item.seen", "item.seen", "feed.updated"])
    let closed = try bench.events[3].decode(FeedEvent.self)
    #expect(closed.document == 1)
    #expect(closed.feed.details.title == "Test Cast")
    #expect(closed.feed.details.primaryGenre == "Technology")
    feed.set(Feeds.podcast(episodes: 3))
    bench.pass(minutes: 14)
    #expect(try bench.poll().isEmpty)
    #expect(feed.server.requests.count == 1)
    bench.pass(minutes: 20)
    #expect(names(try bench.poll()) == ["item.seen", "feed.updated"])
    #expect(try report(id)["document"] as? Int == 2)
    #expect(try report(id)["itemCount"] as? Int == 3)
    #expect(try report(id)["lastPoll"] as? String == "2020-01-11T00:34:00Z")
  }

  @Test func `what the server says to know the document by goes back to it`() throws {
    let body = Feeds.podcast(episodes: 1)
    let feed = try ServedFeed { request in
      guard request.header("If-None-Match") == "\"a\"" else {
        return .ok(body, headers: ["ETag": "\"a\"", "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"])
      }
      return .status(304)
    }
    try bench.follow(feed.url)
    for _ in 0..<2 {
      bench.pass(minutes: 40)
      #expect(try bench.poll().isEmpty)
    }
    // What the 304 left out is sent the next time, too.
    #expect(feed.server.requests.map { $0.header("If-None-Match") } == [nil, "\"a\"", "\"a\""])
    #expect(feed.server.requests[2].header("If-Modified-Since") == "Mon, 01 Jan 2024 00:00:00 GMT")
    let changed = Feeds.podcast(episodes: 2)
    feed.set { _ in .ok(changed, headers: ["ETag": "\"b\""]) }
    bench.pass(minutes: 40)
    #expect(names(try bench.poll()) == ["item.seen", "feed.updated"])
    bench.pass(minutes: 40)
    try bench.poll()
    #expect(feed.server.requests[4].header("If-None-Match") == "\"b\"")
    #expect(feed.server.requests[4].header("If-Modified-Since") == nil)
  }

  // MARK: Items

  /// A feed of two videos, with views and addresses that are signed anew at each look.
  private static func videos(views: Int, signature: Int, oldest: String = "2020-01-01") -> [UInt8] {
    func entry(_ number: Int, _ date: String) -> String {
      """
      <entry><id>v\(number)</id><title>Video \(number)</title><published>\(date)T08:00:00Z</published>
      <media:group><media:content url="https://media.example.com/\(number).mp4?Expires=\(signature)&amp;Signature=x\(signature)"
      type="video/mp4"/><media:thumbnail url="https://media.example.com/\(number).jpg?Policy=\(signature)&amp;Key-Pair-Id=k"/>
      <media:community><media:statistics views="\(views)"/></media:community></media:group></entry>
      """
    }
    return Array(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><title>Videos</title>
      \(entry(2, "2020-01-02"))\(entry(1, oldest))</feed>
      """.utf8)
  }

  @Test func `views that change are told as such, and addresses that are signed anew not at all`() throws {
    let feed = try ServedFeed(Self.videos(views: 1, signature: 1))
    try bench.follow(feed.url)
    feed.set(Self.videos(views: 1, signature: 2))
    bench.pass(minutes: 60)
    #expect(try bench.poll().isEmpty)
    feed.set(Self.videos(views: 7, signature: 3))
    bench.pass(minutes: 60)
    let events = try bench.poll()
    #expect(names(events) == ["item.viewed", "item.viewed", "feed.updated"])
    #expect(try events[0].decode(ItemEvent.self).item.numberOfViews == 7)
  }

  @Test func `what has left a served document went missing, or out of its window`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 4))
    try bench.follow(feed.url)
    feed.set(Feeds.podcast(episodes: 5, oldest: 2))
    bench.pass(minutes: 60)
    var left = try #require(try bench.poll().first)
    #expect(try left.decode(ItemLeftEvent.self).reason == .window)
    let body = String(decoding: Feeds.podcast(episodes: 5, oldest: 2), as: UTF8.self)
    let item = try #require(body.firstRange(of: #/<item>\s*<title>Episode 3<[^§]*?<\/item>/#))
    feed.set(Array((body[..<item.lowerBound] + body[item.upperBound...]).utf8))
    bench.pass(minutes: 60)
    left = try #require(try bench.poll().first)
    #expect(try left.decode(ItemLeftEvent.self).reason == .missing)
  }

  // MARK: Failures

  @Test func `redirects in a circle move nothing, and are told after the third time`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 1))
    let id = try bench.follow(feed.url)
    feed.set { request in .redirect(301, to: request.path == "/feed.xml" ? "/other" : "/feed.xml") }
    var events: [Event] = []
    for _ in 0..<3 {
      bench.pass(minutes: 120)
      events += try bench.poll()
    }
    try #require(names(events) == ["feed.failing"])
    #expect(try events[0].decode(FeedEvent.self).reason?.contains("in a circle") == true)
    #expect(try report(id)["url"] as? String == feed.url)
  }

  @Test func `an established feed fails aloud at the third failure, and recovers aloud`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 1))
    let id = try bench.follow(feed.url)
    feed.set { _ in .status(503) }
    for failures in 1...2 {
      bench.pass(minutes: 60)
      #expect(try bench.poll().isEmpty)
      #expect(try report(id)["reason"] as? String == "the server says 503 Service Unavailable")
      #expect(try report(id)["state"] as? String == "active", "\(failures)")
    }
    bench.pass(minutes: 60)
    let failing = try bench.poll()
    try #require(names(failing) == ["feed.failing"])
    #expect(try failing[0].decode(FeedEvent.self).reason == "the server says 503 Service Unavailable")
    #expect(try failing[0].decode(FeedEvent.self).feed.state == .failing)
    bench.pass(minutes: 60)
    #expect(try bench.poll().isEmpty)
    feed.set { _ in .status(404) }
    bench.pass(minutes: 60)
    #expect(names(try bench.poll()) == ["feed.failing"])
    feed.set(Feeds.podcast(episodes: 2))
    bench.pass(minutes: 24 * 60)
    #expect(names(try bench.poll()) == ["feed.recovered", "item.seen", "feed.updated"])
    #expect(try report(id)["reason"] == nil)
    #expect(try report(id)["state"] as? String == "active")
  }

  @Test func `a failing feed says so when it fails otherwise than before, however few its failures`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 1))
    let id = try bench.follow(feed.url)
    feed.set { _ in .status(503) }
    try bench.ask("feeds.refresh", ["feed": id])
    #expect(names(try bench.poll()) == ["feed.failing"])
    feed.set { _ in .status(404) }
    bench.pass(minutes: 60)
    let events = try bench.poll()
    try #require(names(events) == ["feed.failing"])
    #expect(try events[0].decode(FeedEvent.self).reason == "the server says 404 Not Found")
  }

  @Test func `waits double with each failure, and a server's own wish counts where it is longer`() {
    let schedule = PollSchedule()
    let waits: [(Int, Bool, Int64)] = [
      (1, true, 1), (2, true, 2), (3, true, 4), (8, true, 128), (11, true, 1_024), (12, true, 1_440),
      (100, true, 1_440), (1, false, 15), (2, false, 30), (7, false, 960), (8, false, 1_440), (100, false, 1_440),
    ]
    for (count, isUnanswered, minutes) in waits {
      let wait = schedule.afterFailure(count: count, isUnanswered: isUnanswered, retryAfter: nil)
      #expect((minutes * 60_000...minutes * 66_000).contains(wait), "\(count)")
    }
    #expect(schedule.afterFailure(count: 1, isUnanswered: false, retryAfter: 7_200) == 7_200_000)
    #expect(schedule.afterFailure(count: 1, isUnanswered: false, retryAfter: 1 << 40) == 86_400_000)
    #expect(schedule.afterFailure(count: 5, isUnanswered: true, retryAfter: -1) >= 16 * 60_000)
  }

  @Test func `whatever a server sends in place of a feed, the reason is short and can be read`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 1))
    let id = try bench.follow(feed.url)
    let control = String(repeating: "\u{1}", count: 80_000)
    let lines = (1...3).map { _ in "Content-Encoding: \(control)\r\n" }.joined()
    for answer in [
      FeedServer.Response.raw("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 4\r\n\r\n\0\0\0\0"),
      .redirect(302, to: "http://\(String(repeating: "a", count: 60_000)).example/"),
      .redirect(302, to: "http://\(String(repeating: "a", count: 200)).example/"),
    ] {
      feed.set { _ in answer }
      try bench.ask("feeds.refresh", ["feed": id])
      let event = try #require(try bench.poll().last)
      let reason = try #require(try event.decode(FeedEvent.self).reason)
      #expect(event.name == "feed.failing" && reason.unicodeScalars.count <= 501)
      #expect(reason.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }

  @Test func `a feed is asked for in the words that were written, and found under others`() throws {
    let feed = try ServedFeed { request in
      request.target == "/%7eme/a" ? .ok(Feeds.podcast(episodes: 1)) : .status(404)
    }
    let id = try bench.follow(feed.server.url("/%7eme/a"))
    #expect(try report(id)["itemCount"] as? Int == 1)
    #expect(try report(id)["url"] as? String == feed.server.url("/%7eme/a"))
    #expect(try bench.ask("feeds.follow", ["url": feed.server.url("/~me/a")])["id"] as? String == id)
    feed.set { request in
      switch request.target {
      case "/%7eme/a": .redirect(302, to: "/%7eme/start")
      case "/%7eme/start": .redirect(302, to: "end")
      case "/%7eme/end": .ok(Feeds.podcast(episodes: 2))
      default: .status(404)
      }
    }
    bench.pass(minutes: 60)
    #expect(names(try bench.poll()) == ["item.seen", "feed.updated"])
  }

  @Test func `a server in trouble is asked no oftener for it`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 1))
    try bench.follow(feed.url)
    feed.set { _ in .status(500) }
    let before = feed.server.requests.count
    for _ in 0..<60 {
      bench.pass(minutes: 1)
      try bench.poll()
    }
    #expect(feed.server.requests.count - before <= 3)
  }

  @Test func `an empty document after a good one takes nothing away, and says why`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 2))
    let id = try bench.follow(feed.url)
    feed.set([])
    bench.pass(minutes: 60)
    #expect(try bench.poll().isEmpty)
    #expect(try report(id)["reason"] as? String == "the body is empty")
  }

  @Test func `an unchanged document is not read again, though its server always sends it`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 2))
    let id = try bench.follow(feed.url)
    let read = bench.documentsRead
    for _ in 0..<3 {
      try bench.ask("feeds.refresh", ["feed": id])
      try bench.poll()
    }
    #expect(feed.server.requests.count == 4)
    #expect(bench.documentsRead == read)
  }

  @Test func `a feed that is gone is polled no more until somebody asks`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 1))
    let id = try bench.follow(feed.url)
    feed.set { _ in .status(410) }
    bench.pass(minutes: 60)
    #expect(names(try bench.poll()) == ["feed.gone"])
    #expect(try report(id)["nextPoll"] == nil)
    bench.pass(minutes: 60 * 24 * 30)
    #expect(try bench.poll().isEmpty)
    #expect(feed.server.requests.count == 2)
    feed.set(Feeds.podcast(episodes: 2))
    try bench.ask("feeds.refresh", ["feed": id])
    #expect(names(try bench.poll()) == ["feed.recovered", "item.seen", "feed.updated"])
  }

  @Test func `what is no feed fails a new feed at once, in words`() throws {
    let feed = try ServedFeed(Array("<html><body>Sign in</body></html>".utf8))
    try bench.follow(feed.url)
    #expect(names(bench.events) == ["feed.followed", "feed.failing"])
    #expect(try bench.events[1].decode(FeedEvent.self).reason?.isEmpty == false)
  }

  // MARK: Documents that are not whole

  @Test func `a document that breaks off adds what it has, takes nothing away and fails`() throws {
    let whole = Feeds.podcast(episodes: 6)
    let feed = try ServedFeed(Feeds.podcast(episodes: 5))
    let id = try bench.follow(feed.url)
    feed.set(Array(whole.prefix(whole.count / 2)))
    bench.pass(minutes: 120)
    let broken = try bench.poll()
    #expect(names(broken) == ["item.seen", "feed.updated"])
    #expect((try report(id)["reason"] as? String)?.contains("breaks off") == true)
    #expect(try broken[1].decode(FeedEvent.self).changed == [])
    // Never asked for conditionally: what the server had before is another document than this.
    feed.set(whole)
    bench.pass(minutes: 60)
    #expect(try bench.poll().isEmpty)
    #expect(try report(id)["reason"] == nil)
  }

  @Test func `a document that has lost all items takes none of them away`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 3))
    let id = try bench.follow(feed.url)
    feed.set(Feeds.podcast(episodes: 0))
    bench.pass(minutes: 60)
    #expect(try bench.poll().isEmpty)
    #expect((try report(id)["reason"] as? String)?.contains("lost all its 3 items") == true)
    feed.set(Feeds.podcast(episodes: 4))
    bench.pass(minutes: 60)
    #expect(names(try bench.poll()) == ["item.seen", "feed.updated"])
  }

  @Test func `an item larger than an event is published without what is too much`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 3, paragraphs: 16_000))
    try bench.follow(feed.url)
    #expect(names(bench.events) == ["feed.followed", "item.seen", "item.seen", "item.seen", "feed.updated"])
    let item = try bench.events[1].decode(ItemEvent.self)
    #expect(item.truncated?.contains("contentHTML") == true)
    #expect(bench.events.allSatisfy { $0.json.count <= Limits.eventSize })
  }

  // MARK: Polls in flight

  @Test func `the outcome of a poll is forgotten once its feed is unfollowed`() throws {
    let gate = Gate()
    let body = Feeds.podcast(episodes: 1)
    let feed = try ServedFeed { _ in .ok(body).after(gate) }
    let id = try #require(try bench.ask("feeds.follow", ["url": feed.url])["id"] as? String)
    try bench.start()
    try bench.ask("feeds.unfollow", ["feed": id])
    gate.open()
    #expect(try bench.poll().isEmpty)
    #expect(names(bench.events) == ["feed.followed", "feed.unfollowed"])
  }

  @Test func `a poll from before a purge does not answer for the feed that is followed again`() throws {
    let gate = Gate()
    let body = Feeds.podcast(episodes: 1)
    let feed = try ServedFeed { _ in .ok(body, headers: ["ETag": "\"a\""]) }
    let id = try bench.follow(feed.url)
    feed.set { request in
      request.header("If-None-Match") == nil ? .ok(body) : .status(304, headers: ["ETag": "\"a\""]).after(gate)
    }
    bench.pass(minutes: 60)
    try bench.start()
    try bench.ask("feeds.unfollow", ["feed": id, "purge": true])
    try bench.ask("feeds.follow", ["url": feed.url])
    try bench.start()
    gate.open()
    let before = bench.events.count
    try bench.poll()
    #expect(names(Array(bench.events[before...])) == ["item.seen", "feed.updated"])
    #expect(try bench.events[before].decode(ItemEvent.self).initial)
  }

  @Test(arguments: [true, false])
  func `who asks for a feed while it is polled gets what it says then, and others do not`(names feed: Bool) async throws
  {
    let gate = Gate()
    let other = try ServedFeed(Feeds.podcast(episodes: 1))
    try bench.follow(other.url)
    let served = try ServedFeed(Feeds.podcast(episodes: 1))
    let id = try bench.follow(served.url)
    served.set { _ in .ok(Feeds.podcast(episodes: 1)).after(gate) }
    try bench.ask("feeds.refresh", ["feed": id])
    try bench.start()
    #expect(await served.server.received(2))
    // Asked for is what the document says from now on; what is under way was answered before.
    try bench.ask("feeds.refresh", feed ? ["feed": id] : [:])
    served.set(Feeds.podcast(episodes: 2))
    gate.open()
    #expect(names(try bench.poll()) == ["item.seen", "feed.updated"])
    #expect(served.server.requests.count == 3 && other.server.requests.count == (feed ? 1 : 2))
    #expect(try bench.poll().isEmpty)
  }

  @Test func `after the database was opened again polls are begun anew, and their documents taken in once`() throws {
    let gate = Gate()
    let body = Feeds.podcast(episodes: 2)
    let feed = try ServedFeed { _ in .ok(body).after(gate) }
    try bench.ask("feeds.follow", ["url": feed.url])
    try bench.start()
    try bench.reopen()
    gate.open()
    #expect(names(try bench.poll()) == ["item.seen", "item.seen", "feed.updated"])
    bench.pass(minutes: 60)
    #expect(try bench.poll().isEmpty)
  }

  @Test func `hundreds of feeds are polled, each once`() throws {
    let body = Feeds.podcast(episodes: 1)
    let feed = try ServedFeed { _ in .ok(body) }
    for number in 0..<300 { try bench.ask("feeds.follow", ["url": feed.server.url("/\(number).xml")]) }
    try bench.poll()
    #expect(bench.events.count { $0.name == "feed.updated" } == 300)
    #expect(Set(feed.server.requests.map(\.target)).count == 300)
    #expect(feed.server.requests.count == 300)
  }
}
