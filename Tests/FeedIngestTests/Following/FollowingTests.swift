import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import FeedIngest

/// feed-ingest's requests: what they change, once, and what they say.
struct FollowingTests {
  private let bench: IngestBench

  init() throws {
    bench = try IngestBench()
  }

  private func names() -> [String] { bench.events.map(\.name) }

  @Test func `to follow a feed twice is to follow it once`() throws {
    let first = try bench.ask("feeds.follow", ["url": "https://example.com/feed.xml"])
    #expect(first["id"] as? String == Identity.feedID(url: "https://example.com/feed.xml"))
    #expect(first["url"] as? String == "https://example.com/feed.xml")
    #expect(first["state"] as? String == "active")
    #expect(Set(first.keys) == ["id", "url", "state"])
    let again = try bench.ask("feeds.follow", ["url": " HTTPS://EXAMPLE.com:443/feed.xml#top\n"])
    #expect(again["id"] as? String == first["id"] as? String)
    #expect(names() == ["feed.followed"])
  }

  @Test(arguments: [
    ["http://b\u{fc}cher.example/~me", "http://xn--bcher-kva.example./%7Eme", "http://B%C3%9CCHER.example/%7eme"],
    ["https://example.com/%c3%bc?a=%2f", "https://example.com/\u{fc}?a=%2F", "https://example.com./%C3%bC?a=%2F"],
  ])
  func `to follow a feed in other spellings is to follow it once`(spellings: [String]) throws {
    let ids = try spellings.map { try #require(try bench.ask("feeds.follow", ["url": $0])["id"] as? String) }
    #expect(Set(ids).count == 1)
    #expect(names() == ["feed.followed"])
    for spelling in spellings { #expect(try bench.ask("feeds.get", ["feed": spelling])["id"] as? String == ids[0]) }
  }

  @Test func `a feed that was followed when addresses were written otherwise is found, and stays what it was`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 2))
    let id = try bench.follow(feed.server.url("/~me"))
    let old = feed.server.url("/%7eme")
    try bench.database.run("UPDATE feed SET url = ?1, address = NULL", .text(old))
    _ = try FeedStore(database: bench.database)
    for spelling in ["/~me", "/%7Eme", "/%7eme"] {
      let found = try bench.ask("feeds.follow", ["url": feed.server.url(spelling)])
      #expect(found["id"] as? String == id)
      #expect(found["url"] as? String == old)
      #expect(try bench.ask("feeds.get", ["feed": feed.server.url(spelling)])["id"] as? String == id)
    }
    // It is asked for as it was, and has not moved where it leads to what is the same.
    feed.set { $0.path == "/~me" ? .ok(Feeds.podcast(episodes: 2)) : .redirect(301, to: "/~me") }
    for _ in 0..<4 {
      bench.pass(minutes: 24 * 60)
      _ = try bench.poll()
    }
    #expect(feed.server.requests.suffix(2).map(\.path) == ["/%7eme", "/~me"])
    #expect(try bench.ask("feeds.get", ["feed": id])["url"] as? String == old)
    #expect(!names().contains("feed.moved"))
  }

  @Test func `the log tells of a feed only once that is committed`() throws {
    try bench.askInVain("feeds.follow", ["url": "https://example.com/vain.xml"])
    #expect(bench.logLines.isEmpty)
    try bench.ask("feeds.follow", ["url": "https://example.com/feed.xml"])
    #expect(bench.logLines.count == 1)
    #expect(bench.logLines.first?.contains("https://example.com/feed.xml is followed") == true)
  }

  @Test func `an id that a feed has which is followed no more is not given to another`() throws {
    let urls = ["https://example.com/feed", "http://example.com/feed", "https://example.com/feed/"]
    let ids = try urls.map { url in
      let id = try #require(try bench.ask("feeds.follow", ["url": url])["id"] as? String)
      try bench.ask("feeds.unfollow", ["feed": id])
      return id
    }
    #expect(ids == (1...3).map { Identity.feedID(url: urls[0], ordinal: $0) })
    #expect(try bench.ask("feeds.follow", ["url": urls[2]])["id"] as? String == ids[2])
  }

  @Test(arguments: [
    "", "feed.xml", "https://", "ftp://example.com/feed.xml", "mailto:somebody@example.com",
    "https://example.com/" + String(repeating: "a", count: 9_000),
  ])
  func `what cannot be followed is refused`(url: String) throws {
    let error = try bench.refusal("feeds.follow", ["url": url])
    #expect(error.code == .badRequest)
    #expect(error.message.utf8.count < 300)
    #expect(names().isEmpty)
  }

  @Test func `the kind that is asked for goes with the feed, and one that is not known is refused by name`() throws {
    for kind in FeedKind.allCases {
      try bench.ask("feeds.follow", ["url": "https://example.com/\(kind).xml", "kind": kind.rawValue])
      #expect(try bench.events.last?.decode(FeedEvent.self).feed.kind == kind)
    }
    let error = try bench.refusal("feeds.follow", ["url": "https://example.com/feed.xml", "kind": "magazine"])
    #expect(error.code == .badRequest)
    #expect(error.message.contains("magazine") && error.message.contains("channel"))
    #expect(try bench.refusal("feeds.follow", ["link": "x"]).message.contains("url"))
    #expect(try bench.refusal("feeds.flow").code == .unknownRequest)
  }

  @Test func `unfollow and purge count once each`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 2))
    let id = try bench.follow(feed.url)
    let before = bench.events.count
    for _ in 0..<2 { try bench.ask("feeds.unfollow", ["feed": feed.url]) }
    for _ in 0..<2 { try bench.ask("feeds.unfollow", ["feed": id, "purge": true]) }
    try bench.ask("feeds.unfollow", ["feed": id])
    let events = bench.events[before...]
    #expect(events.map(\.name) == ["feed.unfollowed", "item.left", "item.left", "feed.unfollowed"])
    let ends = events.filter { $0.name == "feed.unfollowed" }
    #expect(try ends.map { try $0.decode(FeedEvent.self).purge } == [nil, true])
    #expect(try bench.ask("feeds.list")["items"] as? [String] == [])
    #expect(try bench.ask("feeds.get", ["feed": id])["state"] as? String == "unfollowed")
    #expect(try bench.refusal("feeds.refresh", ["feed": id]).code == .refused)
    bench.pass(minutes: 600)
    #expect(try bench.poll().isEmpty)
  }

  @Test func `a feed that is followed again goes on where it was`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 2))
    let id = try bench.follow(feed.url)
    try bench.ask("feeds.unfollow", ["feed": id])
    feed.set(Feeds.podcast(episodes: 3))
    let before = bench.events.count
    #expect(try bench.follow(feed.url) == id)
    #expect(bench.events[before...].map(\.name) == ["feed.followed", "item.seen", "feed.updated"])
    #expect(try !bench.events[before + 1].decode(ItemEvent.self).initial)
    #expect(try bench.events[before + 2].decode(FeedEvent.self).document == 2)
  }

  @Test func `a feed that is followed again after a purge begins anew under its id`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 2))
    let id = try bench.follow(feed.url)
    try bench.ask("feeds.unfollow", ["feed": id, "purge": true])
    let before = bench.events.count
    #expect(try bench.follow(feed.url) == id)
    #expect(bench.events[before...].map(\.name) == ["feed.followed", "item.seen", "item.seen", "feed.updated"])
    #expect(try bench.events[before + 1].decode(ItemEvent.self).initial)
    #expect(try bench.events[before + 3].decode(FeedEvent.self).document == 2)
    #expect(try bench.events[before + 3].decode(FeedEvent.self).changed?.contains("title") == true)
    // What could be purged once can be purged again.
    try bench.ask("feeds.unfollow", ["feed": id, "purge": true])
    #expect(bench.events.last?.name == "feed.unfollowed")
  }

  @Test func `the newest event of an item that was purged says that it left, whatever is followed after`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 3))
    let id = try bench.follow(feed.url)
    try bench.ask("feeds.unfollow", ["feed": id, "purge": true])
    feed.set(Feeds.podcast(episodes: 2))
    _ = try bench.follow(feed.url)
    let items = bench.events.filter { $0.name.hasPrefix("item.") }
    let newest = Dictionary(grouping: items, by: \.subject).mapValues { $0.last?.name }
    #expect(newest.count == 3)
    #expect(newest.values.count { $0 == "item.seen" } == 2)
    #expect(newest.values.count { $0 == "item.left" } == 1)
  }

  @Test func `items that were purged with their feed are missed by no check, whatever is followed after`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 3))
    let id = try bench.follow(feed.url)
    try bench.ask("feeds.unfollow", ["feed": id, "purge": true])
    #expect(try bench.findings() == [])
    // The third does not come back.
    feed.set(Feeds.podcast(episodes: 2))
    _ = try bench.follow(feed.url)
    #expect(try bench.findings() == [])
    try bench.ask("feeds.unfollow", ["feed": id])
    _ = try bench.follow(feed.url)
    #expect(try bench.findings() == [])
  }

  @Test func `what went wrong before is not held against a feed that is followed again`() throws {
    let feed = try ServedFeed { _ in .status(404) }
    let id = try bench.follow(feed.url)
    for _ in 0..<8 {
      bench.pass(minutes: 24 * 60)
      try bench.poll()
    }
    try bench.ask("feeds.unfollow", ["feed": id])
    try bench.ask("feeds.follow", ["url": feed.url])
    #expect(try bench.ask("feeds.get", ["feed": id])["reason"] == nil)
    try bench.poll()
    bench.pass(minutes: 17)
    let count = feed.server.requests.count
    try bench.poll()
    #expect(feed.server.requests.count == count + 1)
  }

  // MARK: Users and passwords

  @Test func `a user and a password are sent to the server and shown to nobody`() throws {
    let body = Feeds.podcast(episodes: 1)
    let feed = try ServedFeed { request in
      // user:secret
      request.header("Authorization") == "Basic dXNlcjpzZWNyZXQ=" ? .ok(body) : .status(401)
    }
    let plain = feed.url
    let secret = plain.replacing("http://", with: "http://user:secret@")
    let id = try bench.follow(secret)
    #expect(names() == ["feed.followed", "item.seen", "feed.updated"])
    var said = bench.events.map { String(decoding: $0.json, as: UTF8.self) }
    for (name, parameters) in [
      ("feeds.list", [:]), ("feeds.get", ["feed": id]), ("feeds.get", ["feed": secret]), ("feeds.export", [:]),
      ("feeds.follow", ["url": secret]), ("feeds.import", ["opml": "<opml/>"]),
    ] as [(String, [String: Any])] {
      if let reply = try? bench.ask(name, parameters) { said.append("\(reply)") }
    }
    said.append(try bench.refusal("feeds.get", ["feed": "http://user:secret@example.com/other"]).message)
    said.append(try bench.refusal("feeds.follow", ["url": "ftp://user:secret@example.com/feed"]).message)
    said.append(try bench.refusal("feeds.follow", ["url": "http://user:secret@exa mple.com:port/feed"]).message)
    for text in said { #expect(!text.contains("secret"), "\(text.prefix(300))") }
    // The same feed without them, as in a list of subscriptions, keeps those that work.
    #expect(try bench.ask("feeds.follow", ["url": plain])["id"] as? String == id)
    try bench.ask("feeds.refresh", ["feed": id])
    #expect(try bench.poll().isEmpty)
  }

  @Test func `another password for a feed that is followed is taken at once`() throws {
    let body = Feeds.podcast(episodes: 1)
    let feed = try ServedFeed { request in
      request.header("Authorization") == "Basic dXNlcjpuZXc=" ? .ok(body) : .status(401)
    }
    let id = try bench.follow(feed.url.replacing("http://", with: "http://user:old@"))
    #expect(names() == ["feed.followed", "feed.failing"])
    #expect(try bench.follow(feed.url.replacing("http://", with: "http://user:new@")) == id)
    #expect(names().dropFirst(2) == ["feed.recovered", "item.seen", "feed.updated"])
  }

  // MARK: Refresh and lists

  @Test func `refresh makes feeds due, one or all of them`() throws {
    let feed = try ServedFeed(Feeds.podcast(episodes: 1))
    let id = try bench.follow(feed.url)
    try bench.follow(feed.server.url("/other.xml"))
    #expect(try bench.ask("feeds.refresh")["refreshed"] as? Int == 2)
    try bench.poll()
    #expect(feed.server.requests.count == 4)
    #expect(try bench.ask("feeds.refresh", ["feed": id])["refreshed"] as? Int == 1)
    try bench.poll()
    #expect(feed.server.requests.count == 5)
    #expect(try bench.refusal("feeds.refresh", ["feed": "nobody"]).code == .notFound)
  }

  @Test func `lists are newest first, and their pages join without a hole`() throws {
    // Several within one millisecond, too.
    for number in 0..<7 {
      try bench.ask("feeds.follow", ["url": "https://example.com/\(number).xml"])
      if number % 3 == 0 { bench.pass(minutes: 1) }
    }
    let whole = try urls(try bench.ask("feeds.list", ["limit": 100]))
    #expect(whole.count == 7)
    #expect(Set(whole.prefix(3)) == Set((4...6).map { "https://example.com/\($0).xml" }))
    #expect(whole.last == "https://example.com/0.xml")
    for limit in [1, 2, 3, 7] {
      var pages: [String] = []
      var parameters: [String: Any] = ["limit": limit]
      while true {
        let page = try bench.ask("feeds.list", parameters)
        pages += try urls(page)
        guard let next = page["next"] as? String else { break }
        parameters["before"] = next
      }
      #expect(pages == whole, "limit \(limit)")
    }
    for parameters in [["limit": 0], ["limit": 501], ["before": "x"], ["before": "1"]] as [[String: Any]] {
      #expect(try bench.refusal("feeds.list", parameters).code == .badRequest)
    }
  }

  private func urls(_ page: [String: Any]) throws -> [String] {
    try #require(page["items"] as? [[String: Any]]).compactMap { $0["url"] as? String }
  }
}
