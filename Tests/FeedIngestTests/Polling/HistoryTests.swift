import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// The pages of a feed's history, which are read when it is followed (RFC 5005, section 3).
struct HistoryTests {
  private let bench: IngestBench

  init() throws {
    bench = try IngestBench()
  }

  /// A page of a podcast of `all` episodes, two on each page, the newest on the first: `/0`, `/1` and so on.
  private static func page(_ number: Int, of all: Int, next: String?) -> [UInt8] {
    let newest = all - 2 * number
    let link = next.map { "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\($0)\"/>" } ?? ""
    let body = String(decoding: Feeds.podcast(episodes: newest, oldest: max(newest - 1, 1)), as: UTF8.self)
    return Array(body.replacingOccurrences(of: "<language>", with: link + "<language>").utf8)
  }

  /// A feed of pages.
  private static func paged(_ all: Int, pages: Int) throws -> ServedFeed {
    try ServedFeed { request in
      guard let number = Int(request.path.dropFirst()), number < pages else { return .status(404) }
      return .ok(page(number, of: all, next: number + 1 < pages ? "/\(number + 1)" : nil))
    }
  }

  @Test func `all pages make one document, whose items are not news`() throws {
    let feed = try Self.paged(10, pages: 5)
    try bench.follow(feed.server.url("/0"))
    #expect(bench.events.map(\.name) == ["feed.followed"] + Array(repeating: "item.seen", count: 10) + ["feed.updated"])
    let items = try bench.events[1...10].map { try $0.decode(ItemEvent.self) }
    #expect(items.allSatisfy { $0.initial && $0.document == 1 })
    #expect(items.map(\.item.title) == (1...10).reversed().map { "Episode \($0)" })
    #expect(feed.server.requests.map(\.path) == ["/0", "/1", "/2", "/3", "/4"])
  }

  @Test func `later polls ask for the document alone, and what only its history holds has not left`() throws {
    let feed = try Self.paged(6, pages: 3)
    try bench.follow(feed.server.url("/0"))
    feed.set { _ in .ok(Self.page(0, of: 7, next: "/1")) }
    bench.pass(minutes: 24 * 60)
    // The seventh is new, and the fifth, which the document held, has left it.
    #expect(try bench.poll().map(\.name) == ["item.left", "item.seen", "feed.updated"])
    #expect(feed.server.requests.count == 4)
    let kept = try #require(bench.events.last { $0.name == "item.seen" }).decode(ItemEvent.self)
    #expect(!kept.initial && kept.item.title == "Episode 7")
    // One of the history that the document holds again is no news, and leaves it like any other.
    feed.set(Feeds.podcast(episodes: 7))
    bench.pass(minutes: 24 * 60)
    #expect(try bench.poll().map(\.name) == ["item.seen", "feed.updated"])
    feed.set { _ in .ok(Self.page(0, of: 7, next: "/1")) }
    bench.pass(minutes: 24 * 60)
    #expect(try bench.poll().count { $0.name == "item.left" } == 5)
  }

  @Test func `a page's server that asks to be left alone is, with all its feeds`() throws {
    let other = try ServedFeed(Feeds.podcast(episodes: 1))
    let host = "http://localhost:\(other.server.port)"
    let id = try bench.follow("\(host)/feed.xml")
    other.set { request in
      request.path == "/page" ? .status(429, headers: ["Retry-After": "7200"]) : .ok(Feeds.podcast(episodes: 1))
    }
    let feed = try ServedFeed { _ in .ok(Self.page(0, of: 4, next: "\(host)/page")) }
    try bench.follow(feed.url)
    #expect(other.server.requests.last?.path == "/page")
    #expect(bench.events.count { $0.name == "item.seen" } == 3)
    let before = other.server.requests.count
    bench.pass(minutes: 100)
    try bench.ask("feeds.refresh", ["feed": id])
    try bench.poll()
    #expect(other.server.requests.count == before)
  }

  @Test func `a page that cannot be read ends the history, and costs nothing else`() throws {
    for answer in [FeedServer.Response.status(500), .ok(Array("<html>".utf8)), .closed] {
      let bench = try IngestBench()
      let feed = try ServedFeed { request in
        request.path == "/0" ? .ok(Self.page(0, of: 4, next: "/1")) : answer
      }
      try bench.follow(feed.server.url("/0"))
      #expect(bench.events.map(\.name) == ["feed.followed", "item.seen", "item.seen", "feed.updated"])
    }
  }

  @Test func `pages that lead round in a circle are read once, and never more than twenty`() throws {
    let circle = try ServedFeed { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return .ok(Self.page(number, of: 6, next: "/\((number + 1) % 3)"))
    }
    try bench.follow(circle.server.url("/0"))
    #expect(circle.server.requests.map(\.path) == ["/0", "/1", "/2"])
    #expect(bench.events.count { $0.name == "item.seen" } == 6)
    let endless = try ServedFeed { request in
      .ok(Self.page(0, of: 2, next: "/\((Int(request.path.dropFirst()) ?? 0) + 1)"))
    }
    try bench.follow(endless.server.url("/0"))
    #expect(endless.server.requests.count == 21)
  }

  @Test func `a restart in the midst of the history begins it anew, and brings each item once`() async throws {
    let gate = Gate()
    let feed = try ServedFeed { request in
      guard let number = Int(request.path.dropFirst()) else { return .status(404) }
      let answer = FeedServer.Response.ok(Self.page(number, of: 6, next: number < 2 ? "/\(number + 1)" : nil))
      return number == 1 ? answer.after(gate) : answer
    }
    try bench.ask("feeds.follow", ["url": feed.server.url("/0")])
    try await bench.start { feed.server.requests.count == 2 }
    try bench.reopen()
    gate.open()
    #expect(try bench.poll().count { $0.name == "item.seen" } == 6)
    bench.pass(minutes: 24 * 60)
    #expect(try bench.poll().isEmpty)
  }
}
