import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// What happens when a publisher serves something else than a feed, or nothing.
@Suite(.serialized)
struct TroubleTests {
  /// A way for a feed to be bad, and a word that the reason must hold.
  struct Trouble: CustomTestStringConvertible, Sendable {
    let name: String
    let word: String
    let response: @Sendable () -> FeedServer.Response

    var testDescription: String { name }
  }

  static let troubles: [Trouble] = [
    Trouble(name: "HTML", word: "HTML") { .ok(Array("<!DOCTYPE html><html><body>Hello</body></html>".utf8)) },
    Trouble(name: "an empty body", word: "empty") { .ok([]) },
    Trouble(name: "404", word: "404") { .status(404) },
    Trouble(name: "truncated XML", word: "breaks off") { .ok(Array(Feeds.podcast(episodes: 50).dropLast(3_000))) },
    Trouble(name: "a body of 200 MB", word: "64 MiB") {
      .chunked([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20), times: 200)
    },
  ]

  @Test(arguments: troubles)
  func `a bad answer is told and nothing is lost`(trouble: Trouble) async throws {
    let good = Monitor(true)
    let server = try FeedServer { _ in
      good.withLock { $0 } ? .ok(Feeds.podcast(episodes: 50)) : trouble.response()
    }
    let castwire = try Installation.running()
    let feeds = try castwire.listen(to: .feedIngest)
    let episodes = try castwire.listen(to: .catalog)
    let feed = try castwire.follow(server.url())
    #expect(await episodes.hears(50, of: "castwire.episode.added.v1"))

    good.withLock { $0 = false }
    try castwire.refresh()
    #expect(await feeds.hears(1, of: "castwire.feed.failing.v1"))
    let failing = try #require(feeds.events.last { $0.type == "castwire.feed.failing.v1" })
    let message = try failing.decode(FeedEvent.self)
    #expect(message.reason?.contains(trouble.word) == true, "reason: \(message.reason ?? "none")")
    #expect(message.feed.state == .failing)
    let line = await castwire.processes[.feedIngest]?.line { $0.contains("cannot be read") }
    #expect(line?.contains(trouble.word) == true, "log: \(line ?? "none")")

    // The publisher mends it: the feed recovers, and what was known was not touched.
    good.withLock { $0 = true }
    try castwire.refresh()
    #expect(await feeds.hears(1, of: "castwire.feed.recovered.v1"))
    #expect(
      await episodes.hears { events in
        events.last { $0.type == "castwire.podcast.updated.v1" }
          .flatMap { try? $0.decode(PodcastEvent.self).podcast.state } == .active
      })
    #expect(!episodes.events.contains { $0.type == "castwire.episode.withdrawn.v1" })
    #expect(episodes.events.count { $0.type == "castwire.episode.added.v1" } == 50)
    #expect(!feeds.events.contains { $0.type == "castwire.item.left.v1" })
    let report = try castwire.ask(.feedIngest, "feeds.get", ["feed": feed.id], as: FeedReport.self)
    #expect(report.reason == nil)
    for service in Installation.Service.allCases { #expect(castwire.processes[service]?.status == nil) }
  }

  @Test func `a refused connection is told`() async throws {
    let castwire = try Installation.running()
    let feeds = try castwire.listen(to: .feedIngest)
    _ = try castwire.follow("http://127.0.0.1:\(try FreePort.pair())/feed.xml")
    #expect(await feeds.hears(1, of: "castwire.feed.failing.v1"))
    let reason = try #require(feeds.events.last).decode(FeedEvent.self).reason
    #expect(reason?.contains("refused") == true, "reason: \(reason ?? "none")")
  }
}
