import CastwireBus
import Foundation
import Glibc
import TestSupport
import Testing

/// The real program with keys: SIGHUP, the log, the status and health.
@Suite(.timeLimit(.minutes(5)))
struct SecuredServiceTests {
  private let directory: TemporaryDirectory
  private let folder: KeyFolder
  private let port: Int
  private let endpoints: Subscription.Endpoints

  init() throws {
    directory = try TemporaryDirectory()
    folder = KeyFolder(path: directory.path(of: "keys"))
    _ = try folder.prepare(members: [
      KeyFolder.Member("feed-ingest", roles: [.read], isService: true),
      KeyFolder.Member("all", roles: [.subscribe, .read, .control], isService: false),
      KeyFolder.Member("reader", roles: [.read], isService: false),
    ])
    port = try FreePort.pair()
    endpoints = Subscription.Endpoints(events: "tcp://127.0.0.1:\(port)", requests: "tcp://127.0.0.1:\(port + 1)")
  }

  private func run() async throws -> ServiceProcess {
    let service = try ServiceProcess(
      "feed-ingest", arguments: ["run", "--data", directory.path(of: "data"), "--port", "\(port)"],
      environment: ["CASTWIRE_KEYS": folder.path])
    let line = await service.line(within: .seconds(60)) { $0.contains(" runs ") }
    #expect(line?.contains("keys=3 may connect") == true, "\(service.lines)")
    return service
  }

  private func ask(_ request: String, as name: String?) throws -> [UInt8] {
    let keys = try name.map { try folder.keyFile(of: $0) }
    return try RequestClient(context: Context(keys: keys), endpoint: endpoints.requests, service: "feed-ingest")
      .ask(request, [String: String](), patience: .seconds(60))
  }

  private func status() throws -> ServiceStatus {
    try BusCoder.decode(ServiceStatus.self, from: ask("service.status", as: "all"))
  }

  /// The log's lines that warn.
  private func warnings(of service: ServiceProcess) -> [String] {
    service.lines.filter { $0.contains(" WARNING ") || $0.contains(" ERROR ") }
  }

  @Test func `roles are looked at, a refusal is in the log once, and its own trial in nothing`() async throws {
    let service = try await run()
    _ = try ask("feeds.list", as: "reader")
    for _ in 0..<3 {
      let error = #expect(throws: RequestError.self) { try ask("feeds.refresh", as: "reader") }
      #expect(error?.code == .refused)
      #expect(error?.message.contains("lacks the role control") == true)
    }
    _ = try ask("feeds.refresh", as: "all")
    let warned = await service.line(within: .seconds(60)) { $0.contains("refused feeds.refresh to 'reader'") }
    #expect(warned != nil)
    #expect(warnings(of: service).count == 1, "\(service.lines)")
    let counters = try status().counters
    #expect(counters["refusedKeys"] == 0 && counters["protocolErrors"] == 0 && counters["connections"] == 6)
  }

  @Test func `SIGHUP ends the connection of a key that is struck out, and leaves the others theirs`() async throws {
    let service = try await run()
    let client = try RequestClient(
      context: Context(keys: folder.keyFile(of: "reader")), endpoint: endpoints.requests, service: "feed-ingest")
    _ = try client.ask("service.status", [String: String]())
    let list = try String(contentsOfFile: folder.allowListPath, encoding: .utf8)
    let lines = list.split(separator: "\n").filter { !$0.hasPrefix("reader") }
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: folder.allowListPath))
    #expect(chmod(folder.allowListPath, 0o600) == 0)
    service.kill(SIGHUP)
    let line = await service.line(within: .seconds(60)) { $0.contains("the allow-list is read anew") }
    #expect(line?.contains("keys=2 lost=reader; all connections are made anew") == true, "\(service.lines)")
    let error = #expect(throws: RequestError.self) {
      _ = try client.ask("service.status", [String: String](), patience: .seconds(60))
    }
    #expect(error?.code == .refused || error?.code == .unavailable)
    _ = try status()
    let key = try folder.keyFile(of: "reader").publicKey
    let refused = await service.line(within: .seconds(60)) { $0.contains("refused an unknown key") }
    #expect(refused?.contains("\(key)") == true)

    // A list that is broken changes nothing.
    try Data("nonsense".utf8).write(to: URL(fileURLWithPath: folder.allowListPath))
    service.kill(SIGHUP)
    let broken = await service.line(within: .seconds(60)) { $0.contains("the allow-list stays as it was") }
    #expect(broken?.contains("\(folder.allowListPath) line 1") == true)
    _ = try status()
    service.kill(SIGTERM)
    #expect(await service.waitForExit(within: .seconds(60)) == .exited(0))
    for file in ["feed-ingest", "all", "reader"] {
      let secret =
        try #require(
          try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: folder.keyPath(of: file))))
            as? [String: Any])["secretKey"] as? String
      #expect(!service.lines.contains { $0.contains(secret ?? "") })
    }
  }

  @Test func `a plain client gets nothing, and is told why`() async throws {
    let service = try await run()
    let error = #expect(throws: RequestError.self) { try ask("service.status", as: nil) }
    #expect(error?.code == .refused)
    #expect(error?.message.contains("CASTWIRE_KEYS") == true)
    #expect(await service.line(within: .seconds(60)) { $0.contains("does not encrypt") } != nil)
  }

  @Test func `health uses the service's own key`() async throws {
    let service = try await run()
    let arguments = ["health", "--port", "\(port)"]
    let healthy = try ServiceProcess(
      "feed-ingest", arguments: arguments, environment: ["CASTWIRE_KEYS": folder.path])
    #expect(await healthy.waitForExit(within: .seconds(60)) == .exited(0), "\(healthy.lines)")
    let plain = try ServiceProcess("feed-ingest", arguments: arguments)
    #expect(await plain.waitForExit(within: .seconds(60)) == .exited(1))
    #expect(plain.lines.count == 1)
    #expect(service.status == nil)
  }

  @Test(arguments: ["feed-ingest.key", "allow-list"])
  func `a file that others can write to keeps the service from running`(file: String) async throws {
    #expect(chmod("\(folder.path)/\(file)", 0o666) == 0)
    let service = try ServiceProcess(
      "feed-ingest", arguments: ["run", "--data", directory.path(of: "data"), "--port", "\(port)"],
      environment: ["CASTWIRE_KEYS": folder.path])
    let status = await service.waitForExit(within: .seconds(60))
    #expect(status == .exited(file == "allow-list" ? 1 : 2))
    #expect(
      service.lines.contains { $0.contains("chmod \(file == "allow-list" ? "go-w" : "600") \(folder.path)/\(file)") },
      "\(service.lines)")
  }
}
