import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

/// The real program on a folder of the test's, which the test kills and asks.
final class FormatterProcess {
  private let folder: String
  private let port: Int
  private let catalogPort: Int
  private let client: RequestClient
  private(set) var process: ServiceProcess?

  /// - Parameter catalogPort: the catalog's port for events; a free one where nobody is to be there.
  init(folder: String, catalogPort: Int? = nil) throws {
    self.folder = folder
    port = try FreePort.pair()
    self.catalogPort = try catalogPort ?? FreePort.pair()
    client = try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port + 1)")
  }

  func start(_ options: String...) throws {
    process = try ServiceProcess(
      "formatter",
      arguments: ["run", "--data", folder, "--port", "\(port)", "--catalog", "127.0.0.1:\(catalogPort)"] + options,
      environment: ["CASTWIRE_LOG_LEVEL": "info"])
  }

  /// Starts it with a clock that the test moves.
  func start(by clock: MovedClock, locales: [String], timeZone: String, renewalRate: Int) throws {
    process = try MovedClockFormatter(
      folder: folder, port: port, catalogPort: catalogPort, locales: locales, timeZone: timeZone,
      renewalRate: renewalRate, clock: clock
    ).start()
  }

  func kill() async {
    process?.kill(SIGKILL)
    _ = await process?.waitForExit()
  }

  /// What the running service says of itself; nil while it says nothing.
  func status() throws -> ServiceStatus? {
    do {
      return try client.ask("service.status", [String: String](), as: ServiceStatus.self, patience: .seconds(10))
    } catch let error as RequestError where error.code == .unavailable {
      return nil
    }
  }

  /// Asks until the status is what the test waits for.
  func wait(until isReached: (ServiceStatus) throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      if let status = try status(), try isReached(status) { return }
      guard process?.status == nil else { break }
    }
    Issue.record("it did not come to that; \(process?.lines.suffix(5) ?? [])")
  }

  /// What it has committed after a place in its log, which is to be without a hole. It must not run.
  func committed(after place: UInt64 = 0) throws -> [Event] {
    let events = try Database(path: "\(folder)/formatter.sqlite").all(
      "SELECT json FROM event WHERE sequence > ?1 ORDER BY sequence", .integer(Int64(place))
    ) { try Event(json: $0.blob(0)) }
    #expect(events.indices.allSatisfy { events[$0].sequence.rawValue == place + UInt64($0) + 1 })
    return events
  }
}
