import CastwireBus
import Foundation
import Runtime
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// A service that follows another: what it does about events that it cannot apply, and about a wrong address.
@Suite(.timeLimit(.minutes(5)))
struct FollowingLoopTests {
  /// Keeps the subjects of the events that it is given, and fails at some.
  private final class Follower: ServiceHandler {
    static let controlRequests: Set<String> = ["halt"]

    struct Behaviour {
      var failing: Set<String> = []
      var calls: [String] = []
    }

    private let database: Database
    private let behaviour: Monitor<Behaviour>

    init(_ database: Database, _ behaviour: Monitor<Behaviour>) throws {
      self.database = database
      self.behaviour = behaviour
      try database.execute("CREATE TABLE IF NOT EXISTS copy (subject TEXT UNIQUE)")
    }

    func apply(_ event: Event) throws {
      let fails = behaviour.withLock { behaviour in
        behaviour.calls.append(event.subject)
        return behaviour.failing.contains(event.subject)
      }
      if fails { throw Fault() }
      try database.run("INSERT OR IGNORE INTO copy (subject) VALUES (?1)", .text(event.subject))
    }

    func startOver() throws { behaviour.withLock { $0.calls.append("startOver") } }
    func finishStartingOver() throws { behaviour.withLock { $0.calls.append("finish") } }

    func respond(to request: Request) throws -> [UInt8] {
      guard request.name == "subjects" else { throw StoppingError() }
      return try BusCoder.encode(try database.all("SELECT subject FROM copy ORDER BY subject") { $0.text(0) })
    }
  }

  private let upstream: RunningLoop
  private let folder: TemporaryDirectory
  private let client: RequestClient
  private let behaviour = Monitor(Follower.Behaviour())
  private let isOver = Monitor(false)
  private let port: Int

  init() throws {
    upstream = try RunningLoop()
    folder = try TemporaryDirectory()
    port = try FreePort.pair()
    client = try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port + 1)")
  }

  private func follow(_ name: String) throws {
    let signals = try Signals()
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    let configuration = ServiceConfiguration(
      name: "follower", dataFolder: folder.path, eventEndpoint: "tcp://127.0.0.1:\(port)",
      requestEndpoint: "tcp://127.0.0.1:\(port + 1)", upstream: (name, upstream.endpoints))
    let (behaviour, isOver) = (behaviour, isOver)
    Thread.detachNewThread {
      do {
        try ServiceLoop(configuration, journal: Log(service: "follower", level: .error), signals: signals) {
          database, _ in try Follower(database, behaviour)
        }.run()
      } catch {
        Issue.record(error)
      }
      isOver.withLock { $0 = true }
    }
  }

  private func end() {
    _ = failure { _ = try client.ask("halt", [String: String]()) }
    #expect(isOver.block { $0 })
  }

  private func status(until isReached: (ServiceStatus) -> Bool) throws -> ServiceStatus {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let status = try client.ask(
        "service.status", [String: String](), as: ServiceStatus.self, patience: .seconds(60))
      if isReached(status) || ContinuousClock.now > end { return status }
    }
  }

  @Test func `what was put aside is applied again with the whole state, when somebody asks for it`() throws {
    defer { end() }
    behaviour.withLock { $0.failing = ["b"] }
    for word in ["a", "b", "c"] { _ = try upstream.ask("add", ["word": word]) }
    try follow("words")
    #expect(try status { $0.quarantined == 1 && $0.complete }.quarantined == 1)
    #expect(try client.ask("subjects", [String: String](), as: [String].self) == ["a", "c"])

    // It fails again, and is put aside again.
    #expect(try client.ask("service.retry", [String: String](), as: [String: Int].self) == ["retried": 1])
    #expect(behaviour.block { $0.calls.suffix(5) == ["startOver", "a", "b", "c", "finish"] })
    #expect(try status { $0.quarantined == 1 && $0.complete }.quarantined == 1)

    behaviour.withLock { $0.failing = [] }
    #expect(try client.ask("service.retry", [String: String](), as: [String: Int].self) == ["retried": 1])
    #expect(try status { $0.quarantined == 0 && $0.complete }.quarantined == 0)
    #expect(try client.ask("subjects", [String: String](), as: [String].self) == ["a", "b", "c"])
    // Of nothing, nothing.
    let calls = behaviour.withLock { $0.calls.count }
    #expect(try client.ask("service.retry", [String: String](), as: [String: Int].self) == ["retried": 0])
    _ = try upstream.ask("add", ["word": "d"])
    #expect(behaviour.block { $0.calls.count > calls })
    #expect(behaviour.withLock { $0.calls.dropFirst(calls) } == ["d"])
  }

  @Test func `another service at the address is told, and nothing is taken from it`() throws {
    defer { end() }
    _ = try upstream.ask("add", ["word": "a"])
    try follow("catalog")
    let status = try status { $0.peers.first?.trouble != nil }
    #expect(status.peers.first?.trouble?.contains("this is words, and 'catalog' is asked for") == true)
    #expect(!status.complete)
    #expect(behaviour.withLock { $0.calls } == [])
  }
}
