import CastwireBus
import Foundation
import Glibc
import TestSupport
import Testing

/// Those who connect to a service and are none of its clients, or come and go without end.
@Suite(.serialized)
struct StrangerTests {
  private let folder: TemporaryDirectory
  private let port: Int

  init() throws {
    folder = try TemporaryDirectory()
    port = try FreePort.pair()
  }

  private var endpoints: Subscription.Endpoints {
    Subscription.Endpoints(events: "tcp://127.0.0.1:\(port)", requests: "tcp://127.0.0.1:\(port + 1)")
  }

  private var arguments: [String] {
    ["run", "--data", folder.path, "--port", "\(port)"]
  }

  private func status(_ client: RequestClient) throws -> ServiceStatus {
    try client.ask("service.status", [String: String](), as: ServiceStatus.self, patience: .seconds(60))
  }

  /// The counters once they are as wanted: a service counts the end of a connection a little after its peer has seen it.
  private func counters(_ client: RequestClient, until isWanted: ([String: Int]) -> Bool) throws -> [String: Int] {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let counters = try status(client).counters
      if isWanted(counters) || ContinuousClock.now > end { return counters }
      try Poller.wait(for: [], milliseconds: 10)
    }
  }

  /// As many as come at once, within what a process may open.
  private static var wave: Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return min(1_000, Int(clamping: limit.rlim_cur) - 300)
  }

  @Test(.timeLimit(.minutes(5)))
  func `10,000 silent connections and garbage greetings cost no memory and keep nobody waiting`() throws {
    let service = try ServiceProcess("catalog", arguments: arguments)
    let client = try RequestClient(context: Context(), endpoint: endpoints.requests)
    _ = try status(client)
    let listener = try Listener(endpoints: endpoints, start: .beginning)
    var memory = 0
    var strangers = 0
    while strangers < 10_000 {
      let wave = try (0..<Self.wave).map { _ in
        strangers += 1
        let stranger = try Stranger(port: port + strangers % 2)
        stranger.say(Stranger.greetings[strangers % Stranger.greetings.count])
        return stranger
      }
      // With all of them there, and each in its own stage.
      _ = try status(client)
      for stranger in wave { stranger.waitForEnd() }
      if memory == 0 { memory = try service.memory() }
    }
    let counters = try counters(client) { $0["disconnects"] ?? 0 >= 10_000 }
    #expect(counters["disconnects"] ?? 0 >= 10_000)
    #expect(counters["connections"] ?? 0 < 10, "\(counters)")
    // What the first thousand took is there for the others.
    let growth = try service.memory() - memory
    #expect(growth < 6_144, "\(growth) KiB more than after the first \(Self.wave)")
    #expect(service.lines.count < 100, "they are told of, but not each")
    #expect(service.status == nil)
    withExtendedLifetime(listener) {}
  }

  @Test(.timeLimit(.minutes(5)))
  func `more connections than a process may have open do it no harm`() async throws {
    let words = ["ulimit -n 100; exec \"$0\" \"$@\"", try BuildFolder.path(of: "catalog")] + arguments
    let service = try ServiceProcess("/bin/sh", arguments: ["-c"] + words)
    let client = try RequestClient(context: Context(), endpoint: endpoints.requests)
    _ = try status(client)
    for _ in 0..<3 {
      let crowd = try (0..<300).map { try Stranger(port: port + $0 % 2) }
      for stranger in crowd { stranger.waitForEnd() }
    }
    #expect(try status(client).service == "catalog")
    let newcomer = try RequestClient(context: Context(), endpoint: endpoints.requests)
    #expect(try status(newcomer).service == "catalog")
    service.kill(SIGTERM)
    #expect(await service.waitForExit() == .exited(0), "\(service.lines.suffix(3))")
  }

  @Test(.timeLimit(.minutes(5)))
  func `3,000 subscribers that come and go leave nothing behind`() throws {
    let service = try ServiceProcess("catalog", arguments: arguments)
    let client = try RequestClient(context: Context(), endpoint: endpoints.requests)
    _ = try status(client)
    var memory = 0
    for round in 0..<70 {
      let context = Context()
      let crowd = try (0..<50).map { _ in
        try Subscription(context: context, endpoints: endpoints, start: .beginning)
      }
      for subscription in crowd {
        // Both of its connections stand: a replay needs only the one.
        var isThere: Bool { subscription.isLive && subscription.handshakes >= 2 }
        let end = ContinuousClock.now + .seconds(60)
        while !isThere, ContinuousClock.now < end {
          _ = try subscription.next(now: .now)
          try Poller.wait(for: subscription.pollItems, milliseconds: 20)
        }
        try #require(isThere)
      }
      if round == 9 { memory = try service.memory() }
    }
    let growth = try service.memory() - memory
    #expect(growth < 6_144, "\(growth) KiB for 3,000 subscribers, two connections each")
    let counters = try counters(client) { $0["connections"] ?? 0 >= 7_000 }
    #expect(counters["connections"] ?? 0 >= 7_000)
  }
}
