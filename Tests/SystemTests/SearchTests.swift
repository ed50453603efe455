import CastwireBus
import Foundation
import TestSupport
import Testing

/// The real catalog finds what feeds published, whatever becomes of it and of its index.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SearchTests {
  private struct Found: Decodable {
    struct Item: Decodable {
      struct Entity: Decodable {
        let title: String?
      }

      let kind: String
      let entity: Entity
    }

    let items: [Item]
  }

  private struct Parameters: Encodable {
    let text: String
    let limit = 500
  }

  private static let titles = [7: "Ein Käse", 8: "Käsekuchen"]

  private let castwire: Installation
  private let server: FeedServer
  private let answer = Monitor(Feeds.podcast(episodes: 40, titles: Self.titles))

  init() async throws {
    let answer = answer
    server = try FeedServer { _ in .ok(answer.withLock { $0 }) }
    castwire = try Installation()
    try castwire.start(.feedIngest)
    try castwire.start(.catalog)
    _ = try castwire.follow(server.url())
  }

  /// Asks until so many are found: search follows what is published a moment later, and heals by itself.
  private func finds(_ count: Int, _ text: String) throws -> [String] {
    let end = ContinuousClock.now + .seconds(60)
    var last: any Error = NotFound(titles: [])
    repeat {
      do {
        let found = try castwire.ask(.catalog, "search", Parameters(text: text), as: Found.self)
        let titles = found.items.map { $0.entity.title ?? "" }
        if titles.count == count { return titles }
        last = NotFound(titles: titles)
      } catch let error as RequestError where error.code == .unavailable {
        last = error
      }
    } while ContinuousClock.now < end
    throw last
  }

  private struct NotFound: Error {
    let titles: [String]
  }

  private func publishOneMore(_ number: Int, _ title: String) throws {
    answer.withLock { $0 = Feeds.podcast(episodes: number, titles: Self.titles.merging([number: title]) { $1 }) }
    try castwire.refresh()
  }

  private var index: String { castwire.folder.path(of: "catalog-search.sqlite") }

  @Test func `what a followed feed has is found, by its owner alone`() throws {
    #expect(try finds(40, "episode").first == "Episode 40")
    #expect(try finds(2, "KASE") == ["Ein Käse", "Käsekuchen"])
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: index + suffix)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
    }
    try publishOneMore(41, "Quark")
    #expect(try finds(1, "quark") == ["Quark"])
  }

  @Test func `a killed catalog finds all again`() async throws {
    _ = try finds(40, "episode")
    for (number, word) in [(41, "Quark"), (42, "Molke"), (43, "Rahm")] {
      try publishOneMore(number, word)
      try await castwire.kill(.catalog)
      try castwire.start(.catalog)
      #expect(try finds(1, word) == [word])
    }
  }

  @Test func `an index that is deleted or damaged while the catalog runs is made anew, and the catalog goes on`()
    async throws
  {
    _ = try finds(40, "episode")
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: index + suffix) }
    #expect(try finds(2, "kase").count == 2)

    let file = try #require(FileHandle(forWritingAtPath: index))
    let size = Int(try file.seekToEnd())
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(repeating: 0xA5, count: max(size, 100_000)))
    try file.close()
    // What was written last may stand beside it still.
    try publishOneMore(41, "Quark")
    #expect(try finds(1, "quark") == ["Quark"])
    #expect(try finds(2, "kase").count == 2)
    let status = try castwire.ask(.catalog, "service.status", [String: String](), as: ServiceStatus.self)
    #expect(status.trouble == nil)
    #expect(status.counters["searchDocuments"] == 41)
  }

  @Test func `a signal ends a catalog in order, whatever its index is at`() async throws {
    _ = try finds(40, "episode")
    try await castwire.kill(.catalog)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: index + suffix) }
    try castwire.start(.catalog)
    _ = try castwire.ask(.catalog, "service.status", [String: String](), as: ServiceStatus.self)
    castwire.processes[.catalog]?.kill(SIGTERM)
    #expect(await castwire.processes[.catalog]?.waitForExit() == .exited(0))
    try castwire.start(.catalog)
    #expect(try finds(40, "episode").count == 40)
  }
}
