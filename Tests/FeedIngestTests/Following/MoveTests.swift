import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// Feeds that move, and those that only seem to.
struct MoveTests {
  private static let body = Feeds.podcast(episodes: 2)

  private let bench: IngestBench
  private let new: ServedFeed
  private let old: ServedFeed

  init() throws {
    bench = try IngestBench()
    new = try ServedFeed(Self.body)
    old = try ServedFeed(Self.body)
  }

  /// Answers with a redirect.
  private func redirect(_ feed: ServedFeed, _ status: Int, to url: String) {
    feed.set { _ in .status(status, headers: ["Location": url]) }
  }

  /// A document that says where the feed is.
  private static func document(newURL: String) -> [UInt8] {
    let text = String(decoding: body, as: UTF8.self)
    return Array(
      text.replacingOccurrences(
        of: "<language>", with: "<itunes:new-feed-url>\(newURL)</itunes:new-feed-url><language>"
      )
      .utf8)
  }

  /// Polls once more, `hours` later, whatever the schedule says.
  @discardableResult
  private func poll(hours: Int64) throws -> [Event] {
    bench.pass(minutes: hours * 60)
    try bench.ask("feeds.refresh")
    return try bench.poll()
  }

  private func url(_ id: String) throws -> String? {
    try bench.ask("feeds.get", ["feed": id])["url"] as? String
  }

  @Test(arguments: [301, 308])
  func `a permanent redirect that was met three times over a day moves the feed, which keeps its id`(status: Int) throws
  {
    let id = try bench.follow(old.url)
    redirect(old, status, to: new.url)
    #expect(try poll(hours: 1).isEmpty)
    #expect(try poll(hours: 11).isEmpty)
    #expect(try url(id) == old.url)
    let events = try poll(hours: 13)
    try #require(events.map(\.name) == ["feed.moved"])
    let moved = try events[0].decode(FeedEvent.self)
    #expect(moved.feed.id == id && moved.feed.url == new.url && moved.from == old.url && moved.to == new.url)
    #expect(moved.reason?.contains("redirects there for good") == true)
    let (asked, answered) = (old.server.requests.count, new.server.requests.count)
    #expect(try poll(hours: 1).isEmpty)
    #expect(old.server.requests.count == asked && new.server.requests.count == answered + 1)
  }

  @Test func `neither many polls in an hour nor two over a week are enough`() throws {
    let id = try bench.follow(old.url)
    redirect(old, 301, to: new.url)
    for _ in 0..<6 { #expect(try poll(hours: 0).isEmpty) }
    #expect(try url(id) == old.url)
    let other = try ServedFeed(Self.body)
    let otherID = try bench.follow(other.url)
    redirect(other, 301, to: new.server.url("/other.xml"))
    try poll(hours: 1)
    try poll(hours: 24 * 7)
    #expect(try url(otherID) == other.url)
  }

  @Test(arguments: [302, 303, 307])
  func `a redirect for now moves nothing, however often it is met`(status: Int) throws {
    let id = try bench.follow(old.url)
    redirect(old, status, to: new.url)
    for _ in 0..<6 { #expect(try poll(hours: 12).isEmpty) }
    #expect(try url(id) == old.url)
  }

  @Test func `a server that calls everything unchanged moves no feed to it`() throws {
    let id = try bench.follow(old.url)
    old.set { _ in .ok(Self.body, headers: ["ETag": "\"1\""]) }
    try poll(hours: 1)
    redirect(old, 301, to: new.url)
    new.set { request in
      request.header("If-None-Match") != nil ? .status(304) : .ok(Array("<html>For sale</html>".utf8))
    }
    for _ in 0..<6 { try poll(hours: 12) }
    #expect(try url(id) == old.url)
  }

  @Test func `a move by redirect forgets nothing that the new server has said`() throws {
    try bench.follow(old.url)
    new.set { request in
      request.header("If-None-Match") == nil ? .ok(Self.body, headers: ["ETag": "\"1\""]) : .status(304)
    }
    redirect(old, 301, to: new.url)
    for _ in 0..<4 { try poll(hours: 13) }
    #expect(bench.events.last?.name == "feed.moved")
    #expect(new.server.requests.count { $0.header("If-None-Match") == nil } == 1)
  }

  @Test func `the address that a feed names is asked for its document once`() throws {
    let id = try bench.follow(old.url)
    let oldURL = old.url
    new.set { request in
      request.header("If-None-Match") == nil
        ? .ok(Self.document(newURL: oldURL), headers: ["ETag": "\"1\""]) : .status(304)
    }
    old.set(Self.document(newURL: new.url))
    for _ in 0..<10 { try poll(hours: 24) }
    #expect(try url(id) == old.url)
    #expect(new.server.requests.count >= 5)
    #expect(new.server.requests.count { $0.header("If-None-Match") == nil } == 1)
  }

  @Test func `two addresses that name each other move nothing, and that is said once`() throws {
    let id = try bench.follow(old.url)
    old.set(Self.document(newURL: new.url))
    new.set(Self.document(newURL: old.url))
    for _ in 0..<100 { try poll(hours: 24) }
    #expect(try url(id) == old.url)
    #expect(bench.logLines.count { $0.contains("does not move to") } == 1)
  }

  @Test func `a named address that asks to be left alone is, with all of its server's feeds`() throws {
    let other = try bench.follow("http://localhost:\(new.server.port)/other.xml")
    try bench.follow(old.url)
    new.set { request in
      request.target == "/named.xml" ? .status(429, headers: ["Retry-After": "10800"]) : .ok(Self.body)
    }
    old.set(Self.document(newURL: "http://localhost:\(new.server.port)/named.xml"))
    try poll(hours: 1)
    try bench.poll()
    #expect(new.server.requests.last?.target == "/named.xml")
    let before = new.server.requests.count
    bench.pass(minutes: 150)
    try bench.ask("feeds.refresh")
    try bench.ask("feeds.refresh", ["feed": other])
    try bench.poll()
    #expect(new.server.requests.count == before)
  }

  @Test func `what a feed says of itself without TLS or with another slash is no move`() throws {
    let id = try bench.follow(old.server.url("/feed"))
    old.set(Self.document(newURL: old.server.url("/feed/")))
    for _ in 0..<6 { try poll(hours: 13) }
    #expect(try url(id) == old.server.url("/feed"))
    #expect(old.server.requests.allSatisfy { $0.target == "/feed" })
  }

  @Test func `a redirect that leads elsewhere, or not at all for once, is counted anew`() throws {
    let id = try bench.follow(old.url)
    redirect(old, 301, to: new.url)
    try poll(hours: 12)
    try poll(hours: 12)
    old.set(Self.body)
    try poll(hours: 12)
    redirect(old, 301, to: new.url)
    try poll(hours: 12)
    redirect(old, 301, to: new.server.url("/elsewhere.xml"))
    try poll(hours: 12)
    try poll(hours: 12)
    #expect(try url(id) == old.url)
    #expect(try poll(hours: 12).map(\.name) == ["feed.moved"])
    #expect(try url(id) == new.server.url("/elsewhere.xml"))
  }

  @Test func `a new address without a feed is none`() throws {
    let id = try bench.follow(old.url)
    redirect(old, 301, to: new.url)
    new.set { _ in .status(404) }
    for _ in 0..<6 { try poll(hours: 12) }
    #expect(try url(id) == old.url)
  }

  @Test func `the feed's own word is believed once a feed was met there three times over a day`() throws {
    let id = try bench.follow(old.url)
    old.set(Self.document(newURL: new.url))
    var events = try poll(hours: 1)
    #expect(events.map(\.name) == ["feed.updated"] && new.server.requests.count == 1)
    events = try poll(hours: 1)
    #expect(events.isEmpty && new.server.requests.count == 1, "once each half day is enough")
    #expect(try poll(hours: 11).isEmpty)
    #expect(try url(id) == old.url && new.server.requests.count == 2)
    events = try poll(hours: 13)
    try #require(events.map(\.name) == ["feed.moved"])
    let moved = try events[0].decode(FeedEvent.self)
    #expect(moved.feed.id == id && moved.from == old.url && moved.to == new.url)
    #expect(moved.reason?.contains("itunes:new-feed-url") == true)
    #expect(try url(id) == new.url)
  }

  @Test func `the feed's own word counts for nothing while there is no feed`() throws {
    let id = try bench.follow(old.url)
    old.set(Self.document(newURL: new.url))
    new.set { _ in .ok(Array("<html>Welcome</html>".utf8)) }
    for _ in 0..<5 { try poll(hours: 13) }
    #expect(try url(id) == old.url)
    new.set(Self.body)
    try poll(hours: 13)
    try poll(hours: 13)
    #expect(try url(id) == old.url)
    #expect(try poll(hours: 13).map(\.name) == ["feed.moved"])
  }

  @Test func `a new address that leads back to the old one moves nothing, and is said once`() throws {
    let id = try bench.follow(old.url)
    old.set(Self.document(newURL: new.url))
    redirect(new, 301, to: old.url)
    for _ in 0..<6 { try poll(hours: 13) }
    #expect(try url(id) == old.url)
    #expect(bench.logLines.count { $0.contains("does not move to") && $0.contains("leads back") } == 1)
  }

  @Test func `a redirect to a feed that says it is at the old address moves nothing, and is said once`() throws {
    let id = try bench.follow(old.url)
    redirect(old, 301, to: new.url)
    new.set(Self.document(newURL: old.url))
    for _ in 0..<6 { try poll(hours: 13) }
    #expect(try url(id) == old.url)
    #expect(bench.logLines.count { $0.contains("does not move to") } == 1)
  }

  @Test func `a feed that has moved does not move back`() throws {
    let id = try bench.follow(old.url)
    redirect(old, 301, to: new.url)
    for _ in 0..<3 { try poll(hours: 13) }
    #expect(try url(id) == new.url)
    old.set(Self.body)
    redirect(new, 301, to: old.url)
    for _ in 0..<6 { #expect(try poll(hours: 13).isEmpty) }
    #expect(try url(id) == new.url)
    #expect(bench.logLines.count { $0.contains("it has come from there") } == 1)
  }

  @Test func `two followed feeds that become one are one`() throws {
    let survivor = try bench.follow(new.url)
    let id = try bench.follow(old.url)
    redirect(old, 301, to: new.url)
    for _ in 0..<2 { #expect(try poll(hours: 13).isEmpty) }
    let events = try poll(hours: 13)
    try #require(events.map(\.name) == ["feed.unfollowed"])
    let merged = try events[0].decode(FeedEvent.self)
    #expect(merged.feed.id == id && merged.feed.state == .unfollowed && merged.mergedInto == survivor)
    #expect(merged.from == old.url && merged.to == new.url && merged.purge == nil)
    let asked = old.server.requests.count
    try poll(hours: 48)
    #expect(old.server.requests.count == asked)
    // Whoever follows what became another gets that.
    #expect(try bench.ask("feeds.follow", ["url": old.url])["id"] as? String == survivor)
  }

  @Test func `a feed that became another and is followed again says all that it has`() throws {
    let survivor = try bench.follow(new.url)
    let id = try bench.follow(old.url)
    redirect(old, 301, to: new.url)
    for _ in 0..<3 { try poll(hours: 13) }
    try bench.ask("feeds.unfollow", ["feed": survivor])
    old.set(Self.body)
    let before = bench.events.count
    #expect(try bench.follow(old.url) == id)
    let events = bench.events[before...]
    #expect(events.map(\.name) == ["feed.followed", "item.seen", "item.seen", "feed.updated"])
    #expect(try events.filter { $0.name == "item.seen" }.allSatisfy { try $0.decode(ItemEvent.self).initial })
    #expect(try bench.findings() == [])
  }

  @Test func `a feed that becomes one that could not be read for want of a password gives it that`() throws {
    new.set { request in request.header("Authorization") == nil ? .status(401) : .ok(Self.body) }
    let survivor = try bench.follow(new.url)
    let secret = new.server.url("/old.xml").replacingOccurrences(of: "://", with: "://ada:s3cret@")
    new.set { request in
      guard request.header("Authorization") != nil else { return .status(401) }
      return request.target == "/old.xml" ? .redirect(301, to: "/feed.xml") : .ok(Self.body)
    }
    try bench.follow(secret)
    for _ in 0..<4 { try poll(hours: 13) }
    let report = try bench.ask("feeds.get", ["feed": survivor])
    #expect(report["state"] as? String == "active" && report["itemCount"] as? Int == 2)
    #expect((try bench.ask("feeds.list")["items"] as? [Any])?.count == 1)
  }

  @Test func `whoever follows where a feed was gets the feed`() throws {
    let id = try bench.follow(old.url)
    redirect(old, 301, to: new.url)
    for _ in 0..<3 { try poll(hours: 13) }
    let again = try bench.ask("feeds.follow", ["url": old.url])
    #expect(again["id"] as? String == id && again["url"] as? String == new.url)
    let list = try bench.ask("feeds.list")["items"] as? [Any]
    #expect(list?.count == 1)
  }

  @Test func `what is half believed survives a restart`() throws {
    let id = try bench.follow(old.url)
    redirect(old, 301, to: new.url)
    for _ in 0..<2 {
      try poll(hours: 13)
      try bench.reopen()
    }
    #expect(try poll(hours: 13).map(\.name) == ["feed.moved"])
    #expect(try url(id) == new.url)
  }

  @Test func `a password goes with the feed on its own server, and never into an event`() throws {
    let secret = new.server.url("/secret.xml").replacingOccurrences(of: "://", with: "://ada:s3cret@")
    let id = try bench.follow(secret)
    let moved = new.server.url("/moved.xml")
    new.set { request in
      guard request.header("Authorization") != nil else { return .status(401) }
      return request.target == "/secret.xml" ? .status(301, headers: ["Location": "/moved.xml"]) : .ok(Self.body)
    }
    for _ in 0..<3 { try poll(hours: 13) }
    #expect(try url(id) == moved)
    try poll(hours: 13)
    #expect(try bench.ask("feeds.get", ["feed": id])["reason"] == nil)
    #expect(bench.events.allSatisfy { !String(decoding: $0.json, as: UTF8.self).contains("s3cret") })
    #expect(bench.logLines.allSatisfy { !$0.contains("s3cret") })
  }

  @Test func `how much is believed can be set`() throws {
    var settings = PollSettings()
    settings.moves = FeedMoves.Limits(polls: 1, time: 0)
    let bench = try IngestBench(settings: settings)
    let id = try bench.follow(old.url)
    redirect(old, 301, to: new.url)
    try bench.ask("feeds.refresh")
    #expect(try bench.poll().map(\.name) == ["feed.moved"])
    #expect(try bench.ask("feeds.get", ["feed": id])["url"] as? String == new.url)
  }
}
