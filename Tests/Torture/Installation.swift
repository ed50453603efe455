import CastwireBus
import Foundation
import TestSupport

/// All that a run consists of: services, the links between them, subscribers.
final class Installation {
  private static let example =
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Examples/subscriber.py").standardized
    .path

  let folder: String
  /// Whom each service's clients connect to, by name: `feed-ingest>catalog`, `feed-ingest>subscribers`.
  let links: [String: Link]
  private(set) var programs: [String: Program] = [:]
  /// In which words the formatter makes cells now.
  private(set) var settings = CellSettings.first
  /// The formatter's databases that were moved away, oldest first.
  private(set) var wiped: [String] = []
  private let ports: [ServiceName: Int]

  init(folder: String) async throws {
    self.folder = folder
    var ports: [ServiceName: Int] = [:]
    for service in ServiceName.allCases { ports[service] = try FreePort.pair() }
    self.ports = ports
    var links: [String: Link] = [:]
    for service in ServiceName.allCases {
      links["\(service.rawValue)>subscribers"] = try Link(to: ports[service] ?? 0)
      if let upstream = service.upstream { links[Self.link(to: service)] = try Link(to: ports[upstream] ?? 0) }
    }
    self.links = links
    for service in ServiceName.allCases {
      programs[service.rawValue] = Program(
        service.rawValue, path: service.rawValue, arguments: arguments(of: service), folder: folder)
    }
    let python = try await Python.interpreter()
    for kind in SubscriberKind.all { programs[kind.name] = try subscriber(kind, python: python) }
  }

  /// Where a service's requests are answered, without a link between.
  func requestEndpoint(of service: ServiceName) -> String {
    "tcp://127.0.0.1:\((ports[service] ?? 0) + 1)"
  }

  /// Where subscribers and other clients find a service.
  func endpoints(of service: ServiceName) -> Subscription.Endpoints {
    let port = links["\(service.rawValue)>subscribers"]?.port ?? 0
    return Subscription.Endpoints(events: "tcp://127.0.0.1:\(port)", requests: "tcp://127.0.0.1:\(port + 1)")
  }

  func databasePath(of service: ServiceName) -> String {
    "\(folder)/\(service.rawValue).sqlite"
  }

  func perform(_ fault: Fault) async throws {
    switch fault {
    case .kill(let name): try await programs[name]?.kill()
    case .start(let name): try programs[name]?.start()
    case .settings(let settings):
      self.settings = settings
      programs[ServiceName.formatter.rawValue]?.arguments = arguments(of: .formatter)
    case .wipe: try wipeFormatter()
    case .stop(let name): programs[name]?.stop()
    case .resume(let name): programs[name]?.resume()
    case .disturb(let name, let disturbance): links[name]?.disturb(disturbance)
    }
  }

  /// Undoes all that was done and is not undone yet.
  func heal() {
    for link in links.values { link.disturb(.release) }
    for program in programs.values { program.resume() }
  }

  /// Moves all its data away, as one does who has it made anew, but for what it said.
  private func wipeFormatter() throws {
    let former = "\(folder)/formatter-\(wiped.count + 1)"
    try FileManager.default.createDirectory(atPath: former, withIntermediateDirectories: false)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasPrefix("formatter.") && name != "formatter.log" {
      try FileManager.default.moveItem(atPath: "\(folder)/\(name)", toPath: "\(former)/\(name)")
    }
    wiped.append("\(former)/formatter.sqlite")
  }

  private static func link(to service: ServiceName) -> String {
    "\(service.upstream?.rawValue ?? "")>\(service.rawValue)"
  }

  private func arguments(of service: ServiceName) -> [String] {
    let upstream = "127.0.0.1:\(links[Self.link(to: service)]?.port ?? 0)"
    let own: [String] =
      switch service {
      case .feedIngest: ["--allow-private"]
      case .catalog: ["--feed-ingest", upstream]
      case .formatter: ["--catalog", upstream] + settings.words
      }
    return ["run", "--data", folder, "--port", "\(ports[service] ?? 0)"] + own
  }

  private func subscriber(_ kind: SubscriberKind, python: String) throws -> Program {
    let endpoints = endpoints(of: kind.service)
    let path = kind.recordPath(in: folder)
    switch kind.language {
    case .swift:
      let options = RecordingSubscriber.Options(
        endpoints: endpoints, path: path, family: kind.family, isFromHead: kind.isFromHead, naps: kind.naps)
      return Program(kind.name, path: "Torture", arguments: ["subscribe"] + options.words, folder: folder)
    case .python:
      let arguments = [
        python, Self.example, "--events", endpoints.events, "--requests", endpoints.requests, "--cursor",
        path, "--family", kind.family ?? "", "--service", kind.service.rawValue,
      ]
      return Program(kind.name, path: "/usr/bin/env", arguments: arguments, folder: folder)
    }
  }
}
