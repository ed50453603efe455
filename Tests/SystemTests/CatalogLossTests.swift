import Castwire
import CastwireBus
import Foundation
import ServiceLoop
import Storage
import TestSupport
import Testing

/// A catalog whose database is lost or put back, between a feed-ingest and a formatter that are not.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CatalogLossTests {
  private static let count = 400

  private struct Page: Decodable {
    let items: [Episode]
  }

  private struct Replayed: Decodable {
    let log: String
    let complete: Bool?
  }

  private struct Replay: Encodable {
    var after = Position(0)
    var log: String?
    let limit = 1
  }

  private let document = Monitor(Feeds.podcast(episodes: count))
  private let server: FeedServer
  private let castwire: Installation

  init() throws {
    let document = document
    server = try FeedServer { _ in .ok(document.withLock { $0 }) }
    castwire = try Installation.running()
  }

  @Test func `a lost catalog fills itself from a compacted log, is incomplete until then, and no cell is said again`()
    async throws
  {
    let cells = try await published()
    let before = try episodes()
    try await castwire.kill(.catalog)
    try await castwire.end(.feedIngest)
    try compactFeedIngest()
    for file in try FileManager.default.contentsOfDirectory(atPath: castwire.folder.path)
    where file.hasPrefix("catalog") {
      try FileManager.default.removeItem(atPath: castwire.folder.path(of: file))
    }

    // Nothing to be made from: it runs, and says that it is not whole.
    try castwire.start(.catalog)
    let empty = try castwire.status(.catalog)
    #expect(!empty.complete && empty.head == Position(0))
    #expect(try castwire.ask(.catalog, "replay", Replay(), as: Replayed.self).complete == false)
    let formatter = try #require(castwire.processes[.formatter])
    #expect(await formatter.line { $0.contains("has another log than before") } != nil)

    try castwire.start(.feedIngest)
    try wait { try castwire.status(.catalog).complete }
    // When it says so first, all is there.
    #expect(try castwire.status(.catalog).head >= Position(UInt64(Self.count + 11)))
    #expect(try castwire.ask(.catalog, "replay", Replay(), as: Replayed.self).complete == true)
    #expect(try episodes() == before)

    // The formatter takes in all of it, says nothing of it, and then the next thing.
    document.withLock { $0 = Self.document(episodes: Self.count + 11) }
    try castwire.refresh()
    #expect(await cells.hears { $0.contains { String(decoding: $0.json, as: UTF8.self).contains("Episode 411") } })
    try wait {
      let status = try castwire.status(.formatter)
      return try status.complete && status.peers.first?.cursor == castwire.status(.catalog).head
    }
    try await expectEachCellOnce(Self.count + 11)
  }

  @Test func `a catalog that is put back has a new log, and who followed the old one is told to start over`()
    async throws
  {
    _ = try await published()
    let backup = castwire.folder.path(of: "backup.sqlite")
    try await command("backup", backup)
    let place = try castwire.status(.catalog)
    document.withLock { $0 = Self.document(episodes: Self.count + 11) }
    try castwire.refresh()
    try wait { try castwire.status(.catalog).head > place.head }
    let later = try castwire.status(.catalog)
    #expect(later.log == place.log)

    try await castwire.end(.catalog)
    try await command("restore", backup)
    try castwire.start(.catalog)
    let restored = try castwire.status(.catalog)
    #expect(restored.log != place.log)
    // Also who had seen no more than the backup has: positions may have meant other events.
    for after in [later.head, place.head] {
      let answer = try castwire.ask(.catalog, "replay", Replay(after: after, log: place.log), as: Replayed.self)
      #expect(answer.log == restored.log && answer.complete == nil)
    }
    let formatter = try #require(castwire.processes[.formatter])
    #expect(await formatter.line { $0.contains("has another log than before") } != nil)
    try wait {
      let status = try castwire.status(.formatter)
      return try status.complete && castwire.status(.catalog).complete
        && status.peers.first?.cursor == castwire.status(.catalog).head
    }
    #expect(try castwire.status(.catalog).log == restored.log)
    #expect(try episodes().count == Self.count + 11)
    try await expectEachCellOnce(Self.count + 11)
  }

  // MARK: Parts

  private static func document(episodes: Int) -> [UInt8] {
    Feeds.podcast(episodes: episodes, titles: [5: "Better", 7: "Other"])
  }

  /// Publishes a feed, and a document in which ten episodes are new and two have other titles.
  private func published() async throws -> Listener {
    let cells = try castwire.listen(to: .formatter)
    _ = try castwire.follow(server.url())
    #expect(await cells.hears(Self.count, of: "castwire.cell.updated.v1"))
    document.withLock { $0 = Self.document(episodes: Self.count + 10) }
    try castwire.refresh()
    #expect(await cells.hears(Self.count + 12, of: "castwire.cell.updated.v1"))
    return cells
  }

  /// All that newer events have replaced goes, as it does after a week.
  private func compactFeedIngest() throws {
    let database = try Database(path: castwire.folder.path(of: "feed-ingest.sqlite"))
    func now() -> Timestamp { Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1_000)) }
    let log = try EventLog(database: database, service: "feed-ingest", now: now)
    let count = { try database.first("SELECT count(*) FROM event") { $0.integer(0) } ?? 0 }
    let before = try count()
    let compaction = Compaction(
      log: log, retention: Retention(age: .zero, size: 0, endings: .seconds(86_400)), start: .now)
    while try compaction.step(now: now(), steady: .now) {}
    #expect(try count() < before)
  }

  private func episodes() throws -> [Episode] {
    try castwire.ask(.catalog, "episodes.list", ["limit": 500], as: Page.self).items
  }

  /// Every episode's cell was said when it was new and each time it became another, and none was removed.
  private func expectEachCellOnce(_ count: Int) async throws {
    try await castwire.end(.formatter)
    let events = try castwire.committedEvents(.formatter)
    #expect(events.isContiguous)
    #expect(events.subjects(ofType: "castwire.cell.removed.v1") == [])
    let updates = events.filter { $0.type == "castwire.cell.updated.v1" }
    #expect(updates.count == count + 2)
    let cells = Dictionary(grouping: updates, by: \.subject)
    #expect(cells.count == count)
    for (subject, events) in cells {
      let said = try events.map { try $0.event.decode(CellEvent<EpisodeCellViewModel>.self).cell }
      #expect(Set(said).count == said.count, "\(subject): \(said.map(\.title))")
    }
  }

  /// Each question waits for its answer: nothing else runs meanwhile.
  private func wait(_ isSo: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(120)
    while try !isSo() { try #require(ContinuousClock.now < end) }
  }

  private func command(_ name: String, _ file: String) async throws {
    let process = try ServiceProcess("catalog", arguments: [name, file, "--data", castwire.folder.path])
    #expect(await process.waitForExit(within: .seconds(60)) == .exited(0), "\(process.lines)")
  }
}
