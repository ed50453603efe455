import Castwire
import CastwireBus
import Glibc
import TestSupport
import Testing

/// A log that is put back from a backup, and those who follow it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RestoreTests {
  private func command(
    _ service: Installation.Service, _ words: String..., in castwire: Installation
  ) async throws -> [String] {
    let process = try ServiceProcess(service.rawValue, arguments: words + ["--data", castwire.folder.path])
    #expect(await process.waitForExit(within: .seconds(60)) == .exited(0), "\(process.lines)")
    return process.lines
  }

  @Test(arguments: [Installation.Service.feedIngest, .catalog])
  func `who follows a restored log starts over, and nothing is there twice`(service: Installation.Service) async throws
  {
    let document = Monitor(Feeds.podcast(episodes: 50))
    let server = try FeedServer { _ in .ok(document.withLock { $0 }) }
    let castwire = try Installation.running()
    let episodes = try castwire.listen(to: .catalog)
    let cells = try castwire.listen(to: .formatter)
    _ = try castwire.follow(server.url())
    #expect(await cells.hears(50, of: "castwire.cell.updated.v1"))
    let file = castwire.folder.path(of: "backup.sqlite")
    _ = try await command(service, "backup", file, in: castwire)

    document.withLock { $0 = Feeds.podcast(episodes: 60, titles: [5: "Better"]) }
    try castwire.refresh()
    #expect(await cells.hears(61, of: "castwire.cell.updated.v1"))

    castwire.processes[service]?.kill(SIGTERM)
    #expect(await castwire.processes[service]?.waitForExit() == .exited(0))
    _ = try await command(service, "restore", file, in: castwire)
    try castwire.start(service)
    let follower = service == .feedIngest ? Installation.Service.catalog : .formatter
    #expect(
      await castwire.processes[follower]?.line { $0.contains("has another log than before") }
        != nil)
    document.withLock { $0 = Feeds.podcast(episodes: 61, titles: [5: "Better"]) }
    try castwire.refresh()
    #expect(
      await cells.hears { events in
        events.contains {
          $0.type == "castwire.cell.updated.v1" && String(decoding: $0.json, as: UTF8.self).contains("Episode 61")
        }
      })

    struct Page: Decodable {
      let items: [Episode]
    }
    let list = try castwire.ask(.catalog, "episodes.list", ["limit": 500], as: Page.self).items
    #expect(list.count == 61 && Set(list.map(\.id)).count == 61)
    #expect(list.contains { $0.title == "Better" } && !list.contains { $0.withdrawn })
    // The catalog of before was not whole, and nobody took it for that.
    #expect(!cells.events.contains { $0.type == "castwire.cell.removed.v1" })
    // What the formatter said of an episode was said of the same id before and after.
    let subjects = Set(cells.events.filter { $0.type == "castwire.cell.updated.v1" }.map(\.subject))
    #expect(subjects == Set(list.map(\.id)))
    #expect(
      await episodes.hears { events in
        Set(events.filter { $0.type == "castwire.episode.added.v1" }.map(\.subject)) == subjects
      })
    for service in Installation.Service.allCases {
      let lines = try await command(service, "check", in: castwire)
      #expect(lines.contains { $0.contains("nothing wrong") }, "\(lines)")
    }
  }
}
