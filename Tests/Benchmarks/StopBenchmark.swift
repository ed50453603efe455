internal import CastwireBus
internal import Foundation
internal import TestSupport

/// Measures how long the programs take from SIGTERM to their end, idle and in the middle of an import, and fails where one
/// takes longer than is promised.
struct StopBenchmark {
  private enum Situation: String, CaseIterable {
    case idle
    case importing
  }

  private static let promise: Duration = .seconds(2)
  private static let services = ["feed-ingest", "catalog", "formatter"]

  private var runs = 5

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--runs": runs = try Measuring.runs(rest.popFirst())
      default: throw UsageError(message: "unknown argument \(argument)")
      }
    }
  }

  func run() async throws {
    print("ms from SIGTERM to the end of the process, in \(runs) runs; 2,000 are promised")
    print(row("", "median", "longest"))
    for situation in Situation.allCases {
      for service in Self.services {
        try await measure("\(service), \(situation.rawValue)") {
          let services = try RunningServices()
          try await services.bring(to: situation == .importing, service)
          return try await Self.timeToEnd(of: services.processes[service])
        }
      }
    }
    try await measure("castwire up, importing") {
      let data = try TemporaryDirectory()
      let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: 5_000)) }
      let port = try FreePort.pairs(at: [0, 10, 20])
      let up = try ServiceProcess(
        "castwire",
        arguments: [
          "up", "--data", data.path, "--port", "\(port)", "--allow-private", "--cells", "--follow", server.url(),
        ])
      guard await up.line(where: { $0.contains("▌ ") }) != nil else { throw Unready(lines: up.lines) }
      defer { withExtendedLifetime((data, server)) {} }
      return try await Self.timeToEnd(of: up)
    }
  }

  private func measure(_ name: String, _ time: () async throws -> Duration) async throws {
    var times: [Double] = []
    for _ in 0..<runs { times.append(try await time() / .milliseconds(1)) }
    let longest = times.max() ?? 0
    print(row(name, String(format: "%.0f", Measuring.median(times)), String(format: "%.0f", longest)))
    guard longest <= Self.promise / .milliseconds(1) else { throw Late(name: name, milliseconds: longest) }
  }

  private static func timeToEnd(of process: ServiceProcess?) async throws -> Duration {
    guard let process else { throw Unready(lines: []) }
    let clock = ContinuousClock()
    let start = clock.now
    process.kill(SIGTERM)
    let status = await process.waitForExit()
    let time = clock.now - start
    guard status == .exited(0) else { throw Unready(lines: process.lines.suffix(5)) }
    return time
  }

  private func row(_ columns: String...) -> String {
    Measuring.row(columns, widths: [24, 8, 8])
  }

  /// The services on data and ports of their own, and a feed of 5,000 episodes for them.
  private final class RunningServices {
    private let data: TemporaryDirectory
    private let server: FeedServer
    private var ports: [String: Int] = [:]
    private(set) var processes: [String: ServiceProcess] = [:]

    init() throws {
      data = try TemporaryDirectory()
      server = try FeedServer { _ in .ok(Feeds.podcast(episodes: 5_000)) }
      for service in StopBenchmark.services { ports[service] = try FreePort.pair() }
      let options = [
        "feed-ingest": ["--allow-private"], "catalog": ["--feed-ingest", peer("feed-ingest")],
        "formatter": ["--catalog", peer("catalog")],
      ]
      for service in StopBenchmark.services {
        processes[service] = try ServiceProcess(
          service,
          arguments: ["run", "--data", data.path, "--port", "\(ports[service] ?? 0)"] + (options[service] ?? []))
      }
    }

    private func peer(_ service: String) -> String {
      "127.0.0.1:\(ports[service] ?? 0)"
    }

    private func client(_ service: String) throws -> RequestClient {
      try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\((ports[service] ?? 0) + 1)")
    }

    /// Waits until all run and, where it is to import, until the service has published something of it.
    func bring(to isImporting: Bool, _ service: String) async throws {
      for service in StopBenchmark.services {
        _ = try client(service).ask("service.status", [String: String](), patience: .seconds(60))
      }
      guard isImporting else { return }
      let ear = try Ear(
        Subscription.Endpoints(
          events: "tcp://\(peer(service))", requests: "tcp://127.0.0.1:\((ports[service] ?? 0) + 1)"))
      _ = try client("feed-ingest").ask("feeds.follow", ["url": server.url()], patience: .seconds(60))
      try ear.hear(2)
      guard ear.events.count >= 2 else { throw Unready(lines: processes[service]?.lines.suffix(5) ?? []) }
    }
  }
}

/// A program that was to be ended did not come to it, or did not end in order.
private struct Unready: Error, CustomStringConvertible {
  let lines: [String]

  var description: String {
    "a program does not run as it is to, or does not end with status 0; its last words:\n"
      + lines.joined(separator: "\n")
  }
}

/// A program took longer to end than is promised.
private struct Late: Error, CustomStringConvertible {
  let name: String
  let milliseconds: Double

  var description: String {
    "\(name): it took \(Int(milliseconds)) ms to end, and 2,000 are promised"
  }
}
