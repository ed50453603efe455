import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

/// Databases as earlier versions wrote them, in SQL: `Databases/SERVICE-VERSION.sql`.
///
/// They hold four feeds of which one needs a password, one is gone and one cannot be found, and one that was unfollowed,
/// with ten episodes and more that were added, retitled, renamed and withdrawn.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StoredDatabaseTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Databases")
  private static let versions = ["0.1.0"]

  private struct Page<Item: Decodable>: Decodable {
    let items: [Item]
  }

  /// What a service has said of items, episodes and cells. Their feeds are polled, and cannot be had any more.
  private static func news(of service: Installation.Service, in castwire: Installation) throws -> [String] {
    try castwire.committedEvents(service).map(\.event).filter { event in
      !["feed", "podcast"].contains(event.familyAndVerb?.family ?? "")
    }.map { "\($0.sequence) \($0.type) \($0.subject)" }
  }

  @Test(arguments: versions)
  func `what an earlier version wrote is taken over whole`(version: String) async throws {
    let castwire = try Installation(
      options: [.formatter: ["--locale", "ja_JP", "--time-zone", "Europe/Warsaw"]])
    for service in Installation.Service.allCases {
      let sql = try String(
        contentsOf: Self.folder.appending(path: "\(service.rawValue)-\(version).sql"), encoding: .utf8)
      let database = try Database(path: castwire.folder.path(of: "\(service.rawValue).sqlite"))
      try database.transaction { try database.execute(sql) }
    }
    let before = try Installation.Service.allCases.map { try Self.news(of: $0, in: castwire) }
    for service in Installation.Service.allCases { try castwire.start(service) }
    let feeds = try castwire.ask(.feedIngest, "feeds.list", ["limit": 500], as: Page<FeedReport>.self).items
    #expect(
      feeds.map { "\($0.feed.url.split(separator: "/").last ?? "") \($0.feed.state) \($0.itemCount)" }.sorted()
        == ["gone gone 0", "missing failing 0", "one active 5", "secret active 3"])
    let episodes = try castwire.ask(.catalog, "episodes.list", ["limit": 500], as: Page<Episode>.self).items
    #expect(episodes.count == 13)
    #expect(Set(episodes.map(\.id)).count == 13)
    #expect(episodes.filter(\.withdrawn).map(\.title) == ["Episode 2"])
    #expect(episodes.contains { $0.title == "Episode 4, retitled" })
    struct Cells: Encodable {
      let kind = "episode"
      let limit = 500
      let locale = "ja_JP"
    }
    let cells = try castwire.ask(.formatter, "cells.list", Cells(), as: Page<AnyJSON>.self).items
    #expect(cells.count == 13)
    // And nothing of them is said anew of what was said before.
    let followers: [(Installation.Service, Installation.Service)] = [(.catalog, .feedIngest), (.formatter, .catalog)]
    for (service, source) in followers {
      let head = try castwire.status(source).head
      let end = ContinuousClock.now + .seconds(120)
      var cursor = Position(0)
      while cursor < head, ContinuousClock.now < end {
        cursor = try #require(try castwire.status(service).peers.first).cursor
      }
      #expect(cursor >= head, "\(service)")
    }
    for service in Installation.Service.allCases { try await castwire.end(service) }
    for (service, events) in zip(Installation.Service.allCases, before) {
      #expect(try Self.news(of: service, in: castwire) == events, "\(service)")
      let check = try ServiceProcess(service.rawValue, arguments: ["check", "--data", castwire.folder.path])
      #expect(await check.waitForExit(within: .seconds(60)) == .exited(0), "\(check.lines)")
    }
    // The password has moved to its own column.
    let database = try Database(path: castwire.folder.path(of: "feed-ingest.sqlite"), access: .reading)
    let credentials = try database.all("SELECT credentials FROM feed WHERE credentials IS NOT NULL") { $0.text(0) }
    #expect(credentials == ["ada:s%40cret"])
  }
}
