import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

/// The real program where something is wrong before it can serve: it says what, and ends with exit 1.
struct StartFaultTests {
  private let folder: TemporaryDirectory
  private let port: Int

  init() throws {
    folder = try TemporaryDirectory()
    port = try FreePort.pair()
  }

  private func run(data: String? = nil, environment: [String: String] = [:]) throws -> ServiceProcess {
    try ServiceProcess(
      "feed-ingest", arguments: ["run", "--data", data ?? folder.path, "--port", "\(port)"], environment: environment)
  }

  private func makeDatabase() async throws {
    let service = try run()
    #expect(await service.line { $0.contains(" runs ") } != nil)
    service.kill(SIGTERM)
    #expect(await service.waitForExit() == .exited(0))
  }

  @Test func `a database of a newer version is refused`() async throws {
    try await makeDatabase()
    try Database(path: folder.path(of: "feed-ingest.sqlite")).run(
      "UPDATE schema_version SET version = 99 WHERE component = 'log'")
    let service = try run()
    #expect(await service.waitForExit() == .exited(1))
    #expect(service.lines.contains { $0.contains("written by a newer version of Castwire") }, "\(service.lines)")
  }

  @Test func `a file that is no database is refused, with what to do`() async throws {
    try folder.write(Array(String(repeating: "no database ", count: 2_000).utf8), to: "feed-ingest.sqlite")
    let service = try run()
    #expect(await service.waitForExit() == .exited(1))
    #expect(service.lines.contains { $0.contains("restore a backup") }, "\(service.lines)")
  }

  @Test func `damage in the database ends the service, with what to do`() async throws {
    try await makeDatabase()
    let path = folder.path(of: "feed-ingest.sqlite")
    do {
      // All into the one file, so that nothing heals it.
      try Database(path: path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    for index in bytes.indices where index >= 4_096 { bytes[index] = 0xa5 }
    try folder.write(bytes, to: "feed-ingest.sqlite")
    let service = try run()
    #expect(await service.waitForExit() == .exited(1))
    #expect(service.lines.contains { $0.contains("restore a backup") }, "\(service.lines)")
  }

  @Test func `a data folder that cannot be made is told`() async throws {
    let file = try folder.write([], to: "file")
    let service = try run(data: "\(file)/data")
    #expect(await service.waitForExit() == .exited(1))
    #expect(service.lines.contains { $0.contains("\(file)/data") && $0.contains("ERROR") }, "\(service.lines)")
  }

  @Test(arguments: [0, 1]) func `a port that is taken is told, the events' and the requests'`(offset: Int) async throws
  {
    let taken = try EventPublisher(context: Context(), endpoint: "tcp://127.0.0.1:\(port + offset)")
    let service = try run()
    #expect(await service.waitForExit() == .exited(1))
    #expect(
      service.lines.contains { $0.contains("cannot listen at \(taken.endpoint): Address already in use") },
      "\(service.lines)")
  }

  @Test func `a log as JSON stays JSON whatever stands in it`() async throws {
    let name = "\"quoted\"\n\u{1b}[31m\u{7f}\\ \u{1F399}"
    let file = try folder.write([], to: name)
    let service = try run(data: "\(file)/data", environment: ["CASTWIRE_LOG": "json"])
    #expect(await service.waitForExit() == .exited(1))
    let line = try #require(service.lines.first)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String], "\(service.lines)")
    #expect(object["level"] == "error" && object["service"] == "feed-ingest")
    #expect(object["message"]?.contains(name) == true)
    #expect(Timestamp(object["time"] ?? "") != nil)
  }

  @Test func `a log for people has no control characters from outside`() async throws {
    let file = try folder.write([], to: "a\n\u{1b}[31mb")
    let service = try run(data: "\(file)/data")
    #expect(await service.waitForExit() == .exited(1))
    #expect(service.lines.count == 1)
    #expect(service.lines.first?.contains("\u{1b}") == false)
  }

  @Test(arguments: [
    [], ["dance"], ["run", "--port", "0"], ["run", "--port", "65535"], ["run", "--port", "x"], ["run", "--nonsense"],
    ["run", "extra"], ["run", "--data"], ["run", "--listen", "0.0.0.0"], ["run", "--listen", "example.com"],
    ["health", "--data", "x"],
  ])
  func `a command line that cannot be used is told, with exit 2`(arguments: [String]) async throws {
    let service = try ServiceProcess("feed-ingest", arguments: arguments)
    #expect(await service.waitForExit() == .exited(2))
    #expect(service.lines.first?.hasPrefix("feed-ingest: ") == true)
  }

  @Test func `an environment that cannot be used is told, with exit 2`() async throws {
    for environment in [["CASTWIRE_LOG": "xml"], ["CASTWIRE_LOG_LEVEL": "loud"], ["CASTWIRE_KEYS": "/keys"]] {
      let service = try run(environment: environment)
      #expect(await service.waitForExit() == .exited(2))
      #expect(service.lines.first?.contains(environment.keys.first ?? "") == true, "\(service.lines)")
    }
  }

  @Test func `health tells a running service from none, and from another`() async throws {
    let arguments = ["health", "--port", "\(port)"]
    let none = try ServiceProcess("feed-ingest", arguments: arguments)
    #expect(await none.waitForExit() == .exited(1))
    #expect(none.lines.count == 1)
    let service = try run()
    #expect(await service.line { $0.contains(" runs ") } != nil)
    let healthy = try ServiceProcess("feed-ingest", arguments: arguments)
    #expect(await healthy.waitForExit() == .exited(0))
    let other = try ServiceProcess("catalog", arguments: arguments)
    #expect(await other.waitForExit() == .exited(1))
    #expect(other.lines.first?.contains("is feed-ingest, not catalog") == true)
  }
}
