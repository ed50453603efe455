import Foundation
import TestSupport
import Testing

@testable import CastwireCommand

/// `castwire up` on ports of its own, with a feed server that it may fetch from.
final class RunningServices: Sendable {
  let data: TemporaryDirectory
  let server: FeedServer
  let port: Int
  let up: ServiceProcess
  private let variables: [String: String]

  /// Starts it and waits until all services run.
  init(
    options: [String] = [], environment: [String: String] = [:],
    documents: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) async throws {
    variables = environment
    data = try TemporaryDirectory()
    server = try FeedServer { request in
      if let body = documents(request.path) { return .ok(body, headers: ["Content-Type": "application/rss+xml"]) }
      return .status(404)
    }
    port = try Self.freePort()
    up = try ServiceProcess(
      "castwire", arguments: ["up", "--data", data.path, "--port", "\(port)", "--allow-private"] + options,
      environment: environment)
    let ready = await up.line { $0.contains("all run") }
    try #require(ready != nil, "castwire up says: \(up.lines.joined(separator: "\n"))")
  }

  /// Runs another command of castwire against these services until it ends.
  func run(_ words: String..., input: [UInt8] = []) async throws -> (
    status: ServiceProcess.ExitStatus?, output: String, errors: String
  ) {
    let process = try ServiceProcess("castwire", arguments: words, environment: environment, input: input)
    let status = await process.waitForExit(within: .seconds(60))
    return (
      status, String(decoding: process.output, as: UTF8.self), String(decoding: process.errors, as: UTF8.self)
    )
  }

  /// Runs `castwire status` until each service has answered, or for a minute: it waits for none as long as a machine with
  /// much else to do may take.
  func status(_ words: String...) async throws -> (status: ServiceProcess.ExitStatus?, output: String, errors: String) {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let process = try ServiceProcess("castwire", arguments: ["status"] + words, environment: environment)
      let status = await process.waitForExit()
      let output = String(decoding: process.output, as: UTF8.self)
      guard status == .exited(1), output.contains("gives no answer"), ContinuousClock.now < end else {
        return (status, output, String(decoding: process.errors, as: UTF8.self))
      }
    }
  }

  /// What tells other commands where these services are.
  var environment: [String: String] {
    let places = [
      "CASTWIRE_FEED_INGEST": "127.0.0.1:\(port)", "CASTWIRE_CATALOG": "127.0.0.1:\(port + 10)",
      "CASTWIRE_FORMATTER": "127.0.0.1:\(port + 20)",
    ]
    return places.merging(variables) { $1 }
  }

  /// The process of a service, as its lock names it.
  func process(of service: ServiceName) throws -> Int32 {
    let lock = try String(contentsOfFile: data.path(of: "\(service.rawValue).lock"), encoding: .utf8)
    return try #require(lock.split(whereSeparator: \.isWhitespace).last.flatMap { Int32($0) })
  }

  /// A port for `--port`: it and those that follow from it are free.
  static func freePort() throws -> Int {
    try FreePort.pairs(at: [0, 10, 20])
  }
}
