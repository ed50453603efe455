import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// A feed of 5,000 episodes through real processes, also when these are killed in the middle.
@Suite(.serialized)
struct ImportTests {
  private static let count = 5_000
  private static let cellUpdated = "castwire.cell.updated.v1"

  @Test func `all cells of a feed of 5,000 episodes arrive`() async throws {
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: Self.count)) }
    let castwire = try Installation.running()
    let cells = try castwire.listen(to: .formatter)
    _ = try castwire.follow(server.url())

    #expect(await cells.hears(Self.count, of: Self.cellUpdated))
    let entities = Set(cells.events.map(\.subject))
    #expect(entities.count == Self.count)
    let first = try #require(cells.events.first)
    let cell = try first.decode(CellEvent<EpisodeCellViewModel>.self)
    #expect(cell.initial)
    #expect(cell.cell.title == "Episode 5000")
  }

  @Test(arguments: Installation.Service.allCases)
  func `nothing is lost and nothing said twice when a service is killed three times`(
    service: Installation.Service
  ) async throws {
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: Self.count)) }
    let castwire = try Installation.running()
    let cells = try castwire.listen(to: .formatter)
    let own = try castwire.listen(to: service)
    _ = try castwire.follow(server.url())

    // Instants are named by how much of its work the victim has published, so that each falls into the import.
    let instants = (0..<3).map { _ in Int.random(in: 0..<Self.count) }.sorted()
    for instant in instants {
      #expect(await own.hears { $0.count >= instant }, "instants \(instants)")
      try await castwire.kill(service)
      try castwire.start(service)
    }

    #expect(await cells.hears(Self.count, of: Self.cellUpdated), "instants \(instants)")
    try await expectWholeLogs(of: castwire, "instants \(instants)")
  }

  @Test func `nothing is lost when all services are killed at once, again and again`() async throws {
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: Self.count)) }
    let castwire = try Installation.running()
    _ = try castwire.follow(server.url())
    for instant in [1, 1_500, 3_000] {
      let cells = try castwire.listen(to: .formatter)
      #expect(await cells.hears { $0.count >= instant })
      for service in Installation.Service.allCases { castwire.processes[service]?.kill(SIGKILL) }
      for service in Installation.Service.allCases {
        try await castwire.kill(service)
        try castwire.start(service)
      }
    }
    let cells = try castwire.listen(to: .formatter)
    #expect(await cells.hears(Self.count, of: Self.cellUpdated))
    try await expectWholeLogs(of: castwire, "")
  }

  private func expectWholeLogs(of castwire: Installation, _ comment: Comment) async throws {
    for service in Installation.Service.allCases { try await castwire.kill(service) }
    let added = try castwire.committedEvents(.catalog)
    #expect(added.isContiguous, comment)
    #expect(added.isInOrderOfTime, comment)
    let episodes = added.subjects(ofType: "castwire.episode.added.v1")
    #expect(episodes.count == Self.count, comment)
    #expect(Set(episodes).count == Self.count, comment)
    #expect(added.count == Self.count + 1, "one podcast beside the episodes; \(comment)")

    let items = try castwire.committedEvents(.feedIngest)
    #expect(items.isContiguous, comment)
    #expect(items.subjects(ofType: "castwire.item.seen.v1").count == Self.count, comment)
    #expect(items.count == Self.count + 2, "one followed and one updated beside the items; \(comment)")

    let cells = try castwire.committedEvents(.formatter)
    #expect(cells.isContiguous, comment)
    #expect(Set(cells.map(\.subject)) == Set(episodes), comment)
    #expect(cells.count == Self.count, comment)
  }
}
