import Castwire
import CastwireBus
import TestSupport
import Testing

@Suite(.serialized)
struct StartOrderTests {
  static let orders: [[Installation.Service]] = [
    [.feedIngest, .catalog, .formatter], [.feedIngest, .formatter, .catalog], [.catalog, .feedIngest, .formatter],
    [.catalog, .formatter, .feedIngest], [.formatter, .feedIngest, .catalog], [.formatter, .catalog, .feedIngest],
  ]

  /// What a subscriber can tell one end state from another by.
  private struct EndState: Equatable {
    let episodes: Set<String>
    let cells: Set<[String]>
  }

  @Test func `the services end in the same state in whichever order they start`() async throws {
    // Ids come from the URL, so all orders follow the same one.
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: 120)) }
    var states: [EndState] = []
    for order in Self.orders {
      let castwire = try Installation()
      try castwire.start(order[0])
      for service in order.dropFirst() {
        // The one before is up, and waits for what it needs, before the next starts.
        _ = try castwire.ask(order[0], "service.status", [String: String](), as: ServiceStatus.self)
        try castwire.start(service)
      }
      _ = try castwire.follow(server.url())
      let cells = try castwire.listen(to: .formatter)
      #expect(await cells.hears(120, of: "castwire.cell.updated.v1"), "order \(order)")
      for service in Installation.Service.allCases { try await castwire.kill(service) }
      let episodes = try castwire.committedEvents(.catalog).subjects(ofType: "castwire.episode.added.v1")
      #expect(episodes.count == 120)
      let shown = try castwire.committedEvents(.formatter).map { committed in
        let cell = try committed.event.decode(CellEvent<EpisodeCellViewModel>.self)
        return [cell.entity, cell.cell.title, cell.cell.info, cell.cell.description ?? ""]
      }
      states.append(EndState(episodes: Set(episodes), cells: Set(shown)))
    }
    #expect(states.count == 6)
    #expect(states.allSatisfy { $0 == states[0] })
  }
}
