import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// A formatter whose data is deleted.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct WipeTests {
  @Test func `a formatter that was wiped makes the same cells anew and says that they are no news`() async throws {
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: 50)) }
    let castwire = try Installation.running()
    let cells = try castwire.listen(to: .formatter)
    _ = try castwire.follow(server.url())
    #expect(await cells.hears(50, of: "castwire.cell.updated.v1"))
    let before = try cells.events.map { try $0.decode(CellEvent<EpisodeCellViewModel>.self) }
    #expect(before.allSatisfy { $0.reason == .new })

    try await castwire.kill(.formatter)
    for file in try FileManager.default.contentsOfDirectory(atPath: castwire.folder.path)
    where file.hasPrefix("formatter.") {
      try FileManager.default.removeItem(atPath: castwire.folder.path(of: file))
    }
    try castwire.start(.formatter)
    // The one who listens meets another log, and hears all of it.
    #expect(await cells.hears(100, of: "castwire.cell.updated.v1"))
    let after = try cells.events.dropFirst(50).map { try $0.decode(CellEvent<EpisodeCellViewModel>.self) }
    #expect(after.allSatisfy { $0.reason == .rebuilt && $0.initial })
    #expect(
      Dictionary(after.map { ($0.entity, $0.cell) }) { $1 } == Dictionary(before.map { ($0.entity, $0.cell) }) { $1 })

    let new = try castwire.ask(.formatter, "service.status", [String: String](), as: ServiceStatus.self)
    #expect(new.counters["cells.en_US.episode"] == 50)
  }
}
