import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// A whole Castwire in a folder and on ports of its own: the real programs, which a test starts, kills and asks.
final class Installation {
  enum Service: String, CaseIterable {
    case feedIngest = "feed-ingest"
    case catalog
    case formatter
  }

  let folder: TemporaryDirectory
  private let ports: [Service: Int]
  private let options: [Service: [String]]
  /// The keys of all that run; nil where nothing is encrypted.
  let keys: KeyFolder?
  private(set) var processes: [Service: ServiceProcess] = [:]
  private let context: Context

  init(options: [Service: [String]] = [:], folder: TemporaryDirectory? = nil, keys: KeyFolder? = nil) throws {
    self.folder = try folder ?? TemporaryDirectory()
    self.keys = keys
    context = Context(keys: try keys?.keyFile(of: "castwire"))
    ports = [.feedIngest: try FreePort.pair(), .catalog: try FreePort.pair(), .formatter: try FreePort.pair()]
    self.options = options
  }

  /// Starts all services; they wait for each other.
  static func running() throws -> Installation {
    let installation = try Installation()
    for service in Service.allCases { try installation.start(service) }
    return installation
  }

  /// Makes keys as a user would, and starts all services with them.
  static func runningEncrypted() async throws -> Installation {
    let folder = try TemporaryDirectory()
    let keys = KeyFolder(path: folder.path(of: "keys"))
    let command = try ServiceProcess("castwire", arguments: ["keys", "init", keys.path])
    guard await command.waitForExit(within: .seconds(60)) == .exited(0) else { throw KeysFailed(lines: command.lines) }
    let installation = try Installation(folder: folder, keys: keys)
    for service in Service.allCases { try installation.start(service) }
    return installation
  }

  func start(_ service: Service) throws {
    processes[service] = try ServiceProcess(
      service.rawValue, arguments: arguments(service),
      environment: ["CASTWIRE_LOG_LEVEL": "info"].merging(keys.map { ["CASTWIRE_KEYS": $0.path] } ?? [:]) { $1 })
  }

  /// Ends a service as nothing can be caught, and waits until it is gone.
  func kill(_ service: Service) async throws {
    let process = try #require(processes[service], "\(service.rawValue) was never started")
    process.kill(SIGKILL)
    let status = await process.waitForExit()
    try #require(status == .signalled(SIGKILL), "\(service.rawValue): \(process.lines.suffix(3))")
  }

  /// Ends a service as its supervisor does, and waits until it is gone.
  func end(_ service: Service) async throws {
    let process = try #require(processes[service], "\(service.rawValue) was never started")
    process.kill(SIGTERM)
    let status = await process.waitForExit()
    try #require(status == .exited(0), "\(service.rawValue): \(process.lines.suffix(3))")
  }

  func endpoints(_ service: Service) -> Subscription.Endpoints {
    let port = ports[service] ?? 0
    return Subscription.Endpoints(events: "tcp://127.0.0.1:\(port)", requests: "tcp://127.0.0.1:\(port + 1)")
  }

  func port(_ service: Service) -> Int {
    ports[service] ?? 0
  }

  /// Asks a service; waits for it to come up.
  func ask<Result: Decodable>(
    _ service: Service, _ request: String, _ parameters: some Encodable, as type: Result.Type
  ) throws -> Result {
    try RequestClient(context: context, endpoint: endpoints(service).requests, service: service.rawValue)
      .ask(request, parameters, as: type, patience: .seconds(60))
  }

  func follow(_ url: String) throws -> Feed {
    try ask(.feedIngest, "feeds.follow", ["url": url], as: Feed.self)
  }

  func status(_ service: Service) throws -> ServiceStatus {
    try ask(service, "service.status", [String: String](), as: ServiceStatus.self)
  }

  func refresh() throws {
    _ = try ask(.feedIngest, "feeds.refresh", [String: String](), as: [String: Int].self)
  }

  /// Follows a service's log in a thread of its own.
  func listen(to service: Service, from start: Subscription.Start = .beginning) throws -> Listener {
    try Listener(
      endpoints: endpoints(service), start: start, keys: try keys?.keyFile(of: "castwire"), service: service.rawValue)
  }

  /// What a service has committed, read from its file.
  func committedEvents(_ service: Service) throws -> [CommittedEvent] {
    try CommittedEvent.all(inDatabase: folder.path(of: "\(service.rawValue).sqlite"))
  }

  private func arguments(_ service: Service) -> [String] {
    func peer(_ service: Service) -> String { "127.0.0.1:\(port(service))" }
    let common = ["run", "--data", folder.path, "--port", "\(port(service))"]
    let own: [String] =
      switch service {
      case .feedIngest: ["--allow-private", "--allow-file"]
      case .catalog: ["--feed-ingest", peer(.feedIngest)]
      case .formatter: ["--catalog", peer(.catalog), "--locale", "en_US"]
      }
    return common + own + (options[service] ?? [])
  }
}

/// `castwire keys init` did not make keys.
struct KeysFailed: Error {
  let lines: [String]
}
