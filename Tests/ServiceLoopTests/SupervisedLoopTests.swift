import CastwireBus
import Foundation
import Glibc
import Runtime
import TestSupport
import Testing

/// What whoever started a service hears of it: systemd, for one.
@Suite(.timeLimit(.minutes(5)))
struct SupervisedLoopTests {
  private let socket: SupervisorSocket

  init() throws {
    socket = try SupervisorSocket()
  }

  private func loop(watchdog: Duration? = nil) throws -> RunningLoop {
    var environment = ["NOTIFY_SOCKET": socket.name]
    if let watchdog { environment["WATCHDOG_USEC"] = "\(Int(watchdog / .microseconds(1)))" }
    return try RunningLoop(supervisor: try Supervisor.Address(environment: environment))
  }

  @Test func `once a service says that it serves it does, and it says when it ends`() throws {
    let loop = try loop()
    #expect(socket.receive() == ["READY=1", "STATUS=serves"])
    #expect(
      try RequestClient(context: Context(), endpoint: loop.endpoints.requests)
        .ask("service.status", [String: String](), as: ServiceStatus.self, patience: .seconds(60)).service == "words")
    loop.stop()
    #expect(socket.receive() == ["STOPPING=1", "STATUS=ends"])
    #expect(socket.receive(within: .zero) == nil)
  }

  @Test func `the loop gives signs of life while it turns, and none while it stands still`() throws {
    let loop = try loop(watchdog: .milliseconds(400))
    #expect(socket.receive() == ["READY=1", "STATUS=serves", "WATCHDOG=1"])
    for _ in 1...3 { #expect(socket.receive() == ["WATCHDOG=1"]) }
    let standing = Monitor(false)
    Thread.detachNewThread {
      _ = try? loop.ask("stand.still")
      standing.withLock { $0 = true }
    }
    // The request is on its way until the signs cease.
    while socket.receive(within: .seconds(2)) != nil {}
    #expect(socket.receive(within: .seconds(2)) == nil)
    #expect(!standing.withLock { $0 })
    loop.gate.open()
    #expect(socket.receives("WATCHDOG=1"))
    #expect(standing.block { $0 })
  }

  @Test func `an idle loop gives no more signs of life than are wanted`() throws {
    // Before the first can be given: a test that is kept waiting must not find too little time between them.
    let start = ContinuousClock.now
    let loop = try loop(watchdog: .seconds(1))
    #expect(socket.receives("READY=1"))
    for _ in 1...4 { #expect(socket.receive() == ["WATCHDOG=1"]) }
    let elapsed = ContinuousClock.now - start
    #expect(elapsed >= .milliseconds(1_900), "\(elapsed)")
    withExtendedLifetime(loop) {}
  }

  @Test func `a long transaction gives signs of life, too`() throws {
    let loop = try loop(watchdog: .milliseconds(20))
    #expect(socket.receives("READY=1"))
    let times = Monitor<[ContinuousClock.Instant]>([])
    let isOver = Monitor(false)
    Thread.detachNewThread { [socket] in
      while !isOver.withLock({ $0 }) {
        if socket.receive(within: .milliseconds(100)) != nil { times.withLock { $0.append(.now) } }
      }
    }
    let start = ContinuousClock.now
    _ = try loop.ask("burst", Burst(word: "a", count: 20_000))
    let end = ContinuousClock.now
    isOver.withLock { $0 = true }
    let instants = [start] + times.withLock { $0.filter { $0 > start && $0 < end } } + [end]
    let longest = zip(instants, instants.dropFirst()).map { $1 - $0 }.max() ?? .zero
    #expect(longest < (end - start) / 2, "\(longest) of \(end - start) in silence")
  }

  private struct Burst: Encodable {
    let word: String
    let count: Int
  }

  @Test func `what is wrong with the database is said, and that it is well again`() throws {
    let loop = try loop()
    #expect(socket.receive() == ["READY=1", "STATUS=serves"])
    #expect(loop.refusal(of: "fill")?.code == .unavailable)
    #expect(
      socket.receive() == ["STATUS=the database cannot be written; nothing is published until it can"])
    #expect(socket.receive() == ["STATUS=serves"])
  }

  @Test func `the program tells who started it, and nothing without`() async throws {
    let folder = try TemporaryDirectory()
    let port = try FreePort.pair()
    let arguments = ["run", "--data", folder.path, "--port", "\(port)"]
    let service = try ServiceProcess(
      "catalog", arguments: arguments,
      environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"])
    #expect(socket.receives("READY=1"), "\(service.lines)")
    let health = try ServiceProcess("catalog", arguments: ["health", "--port", "\(port)"])
    #expect(await health.waitForExit() == .exited(0), "\(health.lines)")
    service.kill(SIGTERM)
    #expect(await service.waitForExit() == .exited(0))
    #expect(socket.receives("STOPPING=1"))
    let refused = try ServiceProcess("catalog", arguments: arguments, environment: ["NOTIFY_SOCKET": "nowhere"])
    #expect(await refused.waitForExit() == .exited(2))
    #expect(refused.lines.last?.contains("NOTIFY_SOCKET") == true, "\(refused.lines)")
  }
}
