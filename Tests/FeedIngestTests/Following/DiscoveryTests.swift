import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// Feeds that are followed by the address of a web page.
struct DiscoveryTests {
  private static let body = Feeds.podcast(episodes: 2)

  private let bench: IngestBench

  init() throws {
    bench = try IngestBench()
  }

  private static func page(_ links: String...) -> FeedServer.Response {
    let links = links.map { "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\($0)\">" }.joined()
    return .ok(Array("<!DOCTYPE html><html><head>\(links)</head><body>Hello</body></html>".utf8))
  }

  private static func site(_ page: FeedServer.Response, feeds: String...) throws -> ServedFeed {
    try ServedFeed { request in
      if request.path == "/show" { return page }
      return feeds.contains(request.path) ? .ok(body) : .status(404)
    }
  }

  private func report(_ id: String) throws -> [String: Any] {
    try bench.ask("feeds.get", ["feed": id])
  }

  @Test func `the feed that a page names is followed in its place`() throws {
    let site = try Self.site(Self.page("/podcast.xml", "/other.xml"), feeds: "/podcast.xml", "/other.xml")
    let id = try bench.follow(site.server.url("/show"))
    #expect(bench.events.map(\.name) == ["feed.followed", "feed.moved", "item.seen", "item.seen", "feed.updated"])
    let moved = try bench.events[1].decode(FeedEvent.self)
    #expect(
      moved.feed.id == id && moved.from == site.server.url("/show") && moved.to == site.server.url("/podcast.xml"))
    #expect(moved.reason?.contains("names it") == true)
    #expect(site.server.requests.map(\.path) == ["/show", "/podcast.xml"])
    #expect(Identity.feedID(url: site.server.url("/show")) == id)
    // The page is the feed from now on, whoever follows it.
    #expect(try bench.ask("feeds.follow", ["url": site.server.url("/show")])["id"] as? String == id)
    bench.pass(minutes: 24 * 60)
    #expect(try bench.poll().isEmpty)
    #expect(site.server.requests.map(\.path) == ["/show", "/podcast.xml", "/podcast.xml"])
  }

  @Test func `a page that names none has one at a usual place, or none`() throws {
    let site = try Self.site(Self.page(), feeds: "/rss.xml")
    let id = try bench.follow(site.server.url("/show"))
    #expect(try report(id)["url"] as? String == site.server.url("/rss.xml"))
    #expect(site.server.requests.map(\.path) == ["/show", "/feed", "/feed.xml", "/rss.xml"])
    let bare = try Self.site(Self.page())
    let before = bench.events.count
    let other = try bench.follow(bare.server.url("/show"))
    #expect(bench.events[before...].map(\.name) == ["feed.followed", "feed.failing"])
    #expect((try report(other)["reason"] as? String)?.hasSuffix("and names no feed") == true)
    #expect(try report(other)["url"] as? String == bare.server.url("/show"))
    // Looked for once: later polls ask for the page alone, until somebody asks.
    let asked = bare.server.requests.count
    bench.pass(minutes: 24 * 60)
    try bench.poll()
    #expect(bare.server.requests.count == asked + 1)
    bare.set { request in request.path == "/feed" ? .ok(Self.body) : Self.page() }
    try bench.ask("feeds.refresh", ["feed": other])
    try bench.poll()
    #expect(try report(other)["url"] as? String == bare.server.url("/feed"))
    #expect(try report(other)["state"] as? String == "active")
  }

  @Test func `a feed that is named and cannot be had for the moment is waited for`() throws {
    let answers: [FeedServer.Response] = [
      .status(503, headers: ["Retry-After": "60"]), .status(500), .closed, .status(429),
    ]
    for answer in answers {
      let bench = try IngestBench()
      let site = try ServedFeed { request in
        switch request.path {
        case "/show": Self.page("/podcast.xml", "/comments.xml")
        case "/podcast.xml" where request.number == 2: answer
        default: .ok(Self.body)
        }
      }
      let id = try bench.follow(site.server.url("/show"))
      for _ in 0..<15 {
        bench.pass(minutes: 1)
        try bench.poll()
      }
      #expect(try bench.ask("feeds.get", ["feed": id])["url"] as? String == site.server.url("/podcast.xml"))
    }
  }

  @Test func `a feed that is named and can never be had for the moment is passed over in the end`() throws {
    let site = try ServedFeed { request in
      switch request.path {
      case "/show": Self.page("/podcast.xml", "/other.xml")
      case "/podcast.xml": .status(500)
      default: .ok(Self.body)
      }
    }
    let id = try bench.follow(site.server.url("/show"))
    for _ in 0..<10 {
      bench.pass(minutes: 2)
      try bench.poll()
    }
    #expect(try report(id)["url"] as? String == site.server.url("/other.xml"))
    #expect(site.server.requests.count { $0.path == "/podcast.xml" } == 4)
  }

  @Test func `a feed that is named and cannot be read is passed over for the next`() throws {
    let site = try Self.site(Self.page("/gone.xml", "/podcast.xml"), feeds: "/podcast.xml")
    let id = try bench.follow(site.server.url("/show"))
    #expect(try report(id)["url"] as? String == site.server.url("/podcast.xml"))
    let none = try Self.site(Self.page("/gone.xml"))
    let other = try bench.follow(none.server.url("/show"))
    #expect((try report(other)["reason"] as? String)?.contains("the feeds that it names cannot be read") == true)
  }

  @Test func `a page whose feed is followed already is that feed`() throws {
    let site = try Self.site(Self.page("/podcast.xml"), feeds: "/podcast.xml")
    let feed = try bench.follow(site.server.url("/podcast.xml"))
    let before = bench.events.count
    let page = try bench.follow(site.server.url("/show"))
    let events = Array(bench.events[before...])
    try #require(events.map(\.name) == ["feed.followed", "feed.unfollowed"])
    let merged = try events[1].decode(FeedEvent.self)
    #expect(merged.feed.id == page && merged.mergedInto == feed)
    #expect(try #require(bench.ask("feeds.list")["items"] as? [Any]).count == 1)
  }

  @Test func `a page whose feed was followed once follows that again`() throws {
    let site = try Self.site(Self.page("/podcast.xml"), feeds: "/podcast.xml")
    let feed = try bench.follow(site.server.url("/podcast.xml"))
    try bench.ask("feeds.unfollow", ["feed": feed])
    let before = bench.events.count
    try bench.follow(site.server.url("/show"))
    let names = bench.events[before...].map(\.name)
    #expect(names.prefix(3) == ["feed.followed", "feed.followed", "feed.unfollowed"])
    #expect(try report(feed)["state"] as? String == "active")
    let polled = site.server.requests.count { $0.path == "/podcast.xml" }
    #expect(polled == 3, "followed, found from the page, and followed again")
  }

  @Test func `a page that cannot be had at first is searched when it comes`() throws {
    let site = try ServedFeed { _ in .status(500) }
    let id = try bench.follow(site.server.url("/show"))
    #expect(try report(id)["state"] as? String == "failing")
    site.set { request in request.path == "/show" ? Self.page("/podcast.xml") : .ok(Self.body) }
    bench.pass(minutes: 60)
    try bench.poll()
    #expect(try report(id)["url"] as? String == site.server.url("/podcast.xml"))
    #expect(try report(id)["state"] as? String == "active")
  }

  @Test func `an address that is longer than one may be is not taken`() throws {
    let long = "/" + String(repeating: "x", count: 60_000)
    let site = try ServedFeed { request in
      switch request.path {
      case "/show": Self.page(long, "/podcast.xml")
      case "/moved.xml": .status(301, headers: ["Location": long])
      default: .ok(Feeds.podcast(episodes: 1, paragraphs: 20_000))
      }
    }
    let id = try bench.follow(site.server.url("/show"))
    #expect(try report(id)["url"] as? String == site.server.url("/podcast.xml"))
    let moved = try bench.follow(site.server.url("/moved.xml"))
    for _ in 0..<4 {
      bench.pass(minutes: 13 * 60)
      try bench.ask("feeds.refresh")
      try bench.poll()
    }
    #expect(try report(moved)["url"] as? String == site.server.url("/moved.xml"))
  }

  @Test func `a feed that was read once and is suddenly a web page is not searched for`() throws {
    let site = try Self.site(Self.page(), feeds: "/feed.xml", "/feed")
    let id = try bench.follow(site.server.url("/feed.xml"))
    site.set { request in request.path == "/feed" ? .ok(Self.body) : Self.page("/feed") }
    try bench.ask("feeds.refresh", ["feed": id])
    #expect(try bench.poll().map(\.name) == ["feed.failing"])
    #expect(try report(id)["url"] as? String == site.server.url("/feed.xml"))
  }

  @Test func `a restart in the midst of the search goes on with it`() async throws {
    let gate = Gate()
    let site = try ServedFeed { request in
      switch request.path {
      case "/show": Self.page("/a.xml", "/b.xml")
      case "/a.xml": FeedServer.Response.status(404).after(gate)
      default: .ok(Self.body)
      }
    }
    let id = try #require(try bench.ask("feeds.follow", ["url": site.server.url("/show")])["id"] as? String)
    try await bench.start { site.server.requests.count == 2 }
    gate.open()
    try bench.reopen()
    try bench.poll()
    #expect(try report(id)["url"] as? String == site.server.url("/b.xml"))
    #expect(site.server.requests.filter { $0.path == "/show" }.count == 1)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("https://www.youtube.com/channel/UCabc_-1", "https://www.youtube.com/feeds/videos.xml?channel_id=UCabc_-1"),
    ("https://youtube.com/channel/UCabc/videos?x=1", "https://www.youtube.com/feeds/videos.xml?channel_id=UCabc"),
    ("https://m.youtube.com/playlist?list=PL12&x=y", "https://www.youtube.com/feeds/videos.xml?playlist_id=PL12"),
    ("feed:https://x.example/a.xml", "https://x.example/a.xml"), ("feed://x.example/a.xml", "https://x.example/a.xml"),
    ("itpc://x.example/a.xml", "https://x.example/a.xml"),
    ("HTTPS://X.example:443/a.xml#top", "https://x.example/a.xml"),
  ])
  func `addresses whose feed is known, and other ways to write one`(given: String, followed: String) throws {
    #expect(try bench.ask("feeds.follow", ["url": given])["url"] as? String == followed)
  }

  @Test(arguments: [
    "https://podcasts.apple.com/us/podcast/x/id123", "https://itunes.apple.com/podcast/id1",
    "https://open.spotify.com/show/abc",
  ])
  func `pages that do not say where the feed is are refused, with what to do`(url: String) throws {
    #expect(try bench.refusal("feeds.follow", ["url": url]).message.contains("own site"))
  }

  @Test func `one feed is followed once, with TLS or without, with a slash at the end or without`() throws {
    let id = try bench.ask("feeds.follow", ["url": "http://x.example/feed"])["id"] as? String
    for url in ["https://x.example/feed", "https://x.example/feed/", "http://x.example/feed/", "http://X.example/feed"]
    {
      #expect(try bench.ask("feeds.follow", ["url": url])["id"] as? String == id, "\(url)")
    }
    #expect(try bench.ask("feeds.follow", ["url": "https://x.example/feed?format=rss"])["id"] as? String != id)
  }
}
