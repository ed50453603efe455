import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import FeedIngest

/// A user and a password that stand in a feed's URL.
struct CredentialsTests {
  private let bench: IngestBench
  private let server: ServedFeed

  init() throws {
    bench = try IngestBench()
    server = try ServedFeed(Feeds.podcast(episodes: 2))
  }

  private func secret(_ path: String = "/feed.xml", password: String = "s3cret") -> String {
    server.server.url(path).replacingOccurrences(of: "://", with: "://ada:\(password)@")
  }

  private func expectNothingIsTold() {
    #expect(bench.events.allSatisfy { !String(decoding: $0.json, as: UTF8.self).contains("s3cret") })
    #expect(bench.logLines.allSatisfy { !$0.contains("s3cret") })
  }

  /// An Atom feed of one entry.
  private static func page(next: String, identifier: String, link: String = "https://www.example.com/") -> [UInt8] {
    Array(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>Secret</title><link href="\(link)"/>
      <link rel="next" href="\(next)"/><entry><id>\(identifier)</id><title>One</title></entry></feed>
      """.utf8)
  }

  /// `ada:s3cret`.
  private static let authorization = "Basic YWRhOnMzY3JldA=="

  @Test func `they are kept in a column of their own`() throws {
    let id = try bench.follow(secret())
    let (url, credentials) = try #require(
      bench.database.first("SELECT url, credentials FROM feed WHERE id = ?1", .text(id)) { ($0.text(0), $0.text(1)) })
    #expect(url == server.url)
    #expect(credentials == "ada:s3cret")
    let holders = try bench.database.all(
      "SELECT count(*) FROM feed WHERE (details || coalesce(move, '') || coalesce(search, '') || url) LIKE '%s3cret%'"
    ) { $0.integer(0) }
    #expect(holders == [0])
    expectNothingIsTold()
  }

  @Test func `the pages of a history get them from their own server alone`() throws {
    let other = try FeedServer { _ in .ok(Feeds.podcast(episodes: 1)) }
    let home = server.server
    server.set { request in
      guard request.header("Authorization") == Self.authorization else { return .status(401) }
      let next = request.target == "/feed.xml" ? home.url("/older.xml") : other.url("/oldest.xml")
      return .ok(Self.page(next: next, identifier: request.target))
    }
    try bench.follow(secret())
    #expect(server.server.requests.map(\.target) == ["/feed.xml", "/older.xml"])
    #expect(server.server.requests.allSatisfy { $0.header("Authorization") == Self.authorization })
    #expect(other.requests.map { $0.header("Authorization") } == [nil])
    expectNothingIsTold()
  }

  @Test func `the feed that a page names gets them, and so does one at a usual place`() throws {
    let link = #"<link rel="alternate" type="application/rss+xml" href="/rss.xml">"#
    for page in ["<html><head>\(link)</head></html>", "<html><body>hello</body></html>"] {
      let bench = try IngestBench()
      server.set { request in
        guard request.header("Authorization") == Self.authorization else { return .status(401) }
        return request.target == "/rss.xml" ? .ok(Feeds.podcast(episodes: 2)) : .ok(Array(page.utf8))
      }
      let id = try bench.follow(secret("/"))
      let feed = try bench.ask("feeds.get", ["feed": id])
      #expect(feed["url"] as? String == server.server.url("/rss.xml"))
      #expect(feed["itemCount"] as? Int == 2)
    }
  }

  @Test func `a feed that writes them into its own addresses publishes them without`() throws {
    let own = secret("/self.xml")
    let body = String(decoding: Self.page(next: own, identifier: "1", link: own), as: UTF8.self)
    server.set(Array(body.replacing("<entry>", with: "<link rel=\"hub\" href=\"\(own)\"/><entry>").utf8))
    let id = try bench.follow(secret())
    let feed = try bench.ask("feeds.get", ["feed": id])
    #expect(feed["link"] as? String == server.server.url("/self.xml"))
    #expect(feed["nextPageURL"] as? String == server.server.url("/self.xml"))
    expectNothingIsTold()
  }

  @Test func `a password for the same address with TLS takes the feed there`() throws {
    let id = try bench.follow(server.url)
    let address = server.url.replacingOccurrences(of: "http:", with: "https:")
    let again = try bench.ask(
      "feeds.follow", ["url": address.replacingOccurrences(of: "://", with: "://ada:s3cret@")])
    #expect(again["id"] as? String == id && again["url"] as? String == address)
    #expect(bench.events.last?.name == "feed.moved")
    expectNothingIsTold()
  }

  @Test func `a password for a feed with TLS that was unfollowed, and is followed without, goes to what is left`()
    throws
  {
    let address = server.url.replacingOccurrences(of: "http:", with: "https:")
    let first = try #require(try bench.ask("feeds.follow", ["url": address])["id"] as? String)
    try bench.ask("feeds.unfollow", ["feed": first])
    try bench.follow(server.url)
    let again = try bench.ask(
      "feeds.follow", ["url": address.replacingOccurrences(of: "://", with: "://ada:s3cret@")])
    #expect(again["id"] as? String == first && again["state"] as? String == "active")
    let credentials = try bench.database.first("SELECT credentials FROM feed WHERE id = ?1", .text(first)) {
      $0.text(0)
    }
    #expect(credentials == "ada:s3cret")
  }

  @Test func `they outlast a list without them and unfollowing, and not a purge`() throws {
    func credentials(_ id: String) throws -> String? {
      try bench.database.first("SELECT credentials FROM feed WHERE id = ?1", .text(id)) { $0.optionalText(0) } ?? nil
    }
    let id = try bench.follow(secret())
    try bench.follow(server.url)
    #expect(try credentials(id) == "ada:s3cret")
    try bench.ask("feeds.unfollow", ["feed": id])
    try bench.follow(server.url)
    #expect(try credentials(id) == "ada:s3cret")
    try bench.follow(secret(password: "other"))
    #expect(try credentials(id) == "ada:other")
    try bench.ask("feeds.unfollow", ["feed": id, "purge": true])
    #expect(try credentials(id) == nil)
  }

  @Test func `those that earlier versions kept in the URL move to their column`() throws {
    let folder = try TemporaryDirectory()
    let database = try Database(path: folder.path(of: "feed-ingest.sqlite"))
    try FeedStore.migrations.upTo(4).apply(to: database)
    for (id, url, fetchURL) in [
      ("1", "https://example.com/feed", "https://ada:s%403cret@example.com/feed"),
      ("2", "https://example.com/open", "https://example.com/open"),
      ("3", "https://example.com/user", "https://ada@example.com/user"),
    ] {
      try database.run(
        """
        INSERT INTO feed (id, url, fetch_url, state, details, document, initialized, due, failures, awaited, item_count,
          followed)
        VALUES (?1, ?2, ?3, 'active', '{}', 1, 1, 0, 0, 0, 0, 0)
        """, .text(id), .text(url), .text(fetchURL))
    }
    let feeds = try FeedStore(database: database)
    #expect(try feeds.feed(id: "1")?.credentials == Credentials(user: "ada", password: "s@3cret"))
    #expect(try feeds.feed(id: "1")?.feed.url == "https://example.com/feed")
    #expect(try feeds.feed(id: "2")?.credentials == nil)
    #expect(try feeds.feed(id: "3")?.credentials == Credentials(user: "ada", password: nil))
    #expect(try feeds.feed(id: "3")?.host == "example.com")
  }
}
