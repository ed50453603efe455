import CastwireBus
import Foundation
import Glibc
import Storage
import TestSupport
import Testing

/// A service that publishes thousands of events a second, and what becomes of its subscribers.
@Suite(.serialized)
struct FloodTests {
  private let folder: TemporaryDirectory
  private let port: Int

  init() throws {
    folder = try TemporaryDirectory()
    port = try FreePort.pair()
  }

  private var endpoints: Subscription.Endpoints {
    Subscription.Endpoints(events: "tcp://127.0.0.1:\(port)", requests: "tcp://127.0.0.1:\(port + 1)")
  }

  /// - Parameter most: so many it publishes in its life, lest those who hear be ever further behind.
  private func publisher(rate: Int, most: Int = 5_000) throws -> ServiceProcess {
    try ServiceProcess("Torture", arguments: ["publish", folder.path, "\(port)", "\(rate)", "\(most)"])
  }

  private func head() throws -> Int {
    try Database(path: folder.path(of: "flood.sqlite")).first("SELECT max(sequence) FROM event") { $0.integer(0) } ?? 0
  }

  @Test(.timeLimit(.minutes(5)))
  func `a publisher of 4,000 events a second that is killed again and again loses nothing for anybody`() async throws {
    let listeners = try (0..<3).map { _ in try Listener(endpoints: endpoints, start: .beginning) }
    var service = try publisher(rate: 4_000)
    var heard = 0
    for _ in 0..<8 {
      // Live again, and in the middle of it.
      let before = heard
      #expect(await listeners[0].hears { $0.count >= before + 2_500 })
      heard = listeners[0].events.count
      service.kill(SIGKILL)
      #expect(await service.waitForExit(within: .seconds(60)) == .signalled(SIGKILL))
      service = try publisher(rate: 4_000)
    }
    // One more life that adds nothing, so that all can catch up.
    service.kill(SIGKILL)
    _ = await service.waitForExit(within: .seconds(60))
    let head = try head()
    service = try publisher(rate: 0)
    #expect(head >= 20_000)
    for listener in listeners {
      #expect(await listener.hears { $0.count >= head })
      #expect(listener.events.map(\.sequence.rawValue) == Array(1...UInt64(head)))
    }
    service.kill(SIGTERM)
    #expect(await service.waitForExit() == .exited(0))
  }

  @Test(.timeLimit(.minutes(5)))
  func `a subscriber stalled past the high-water mark misses nothing, and the others do not wait for it`() async throws
  {
    let service = try publisher(rate: 0)
    let client = try RequestClient(context: Context(), endpoint: endpoints.requests)
    func publish(_ count: Int) throws {
      _ = try client.ask("publish", ["count": count], patience: .seconds(60))
    }
    let stalled = try Ear(endpoints)
    let others = try (0..<3).map { _ in try Listener(endpoints: endpoints, start: .beginning) }
    try publish(1_000)
    try stalled.hear { stalled.isLive && stalled.events.count >= 1_000 }
    for other in others {
      #expect(await other.hears { $0.count >= 1_000 })
      #expect(await other.isLive())
    }
    // Several times what the queues on both sides and the system's buffers hold.
    for _ in 0..<40 { try publish(1_000) }
    for other in others {
      #expect(await other.hears { $0.count >= 41_000 })
      #expect(other.events.map(\.sequence.rawValue) == Array(1...41_000))
    }
    #expect(stalled.position == Position(1_000))

    try stalled.hear { stalled.events.count >= 41_000 }
    #expect(stalled.events.map(\.sequence.rawValue) == Array(1...41_000))
    // Queues that were full show as a gap, or as silence before it.
    #expect(stalled.counters.replays > 0)
    service.kill(SIGTERM)
    #expect(await service.waitForExit() == .exited(0))
  }
}
