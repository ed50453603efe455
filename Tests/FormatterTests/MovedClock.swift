import Castwire
import CastwireBus
import Foundation
import Glibc
import Runtime
import TestSupport
import Testing

@testable import Formatter
@testable import ServiceLoop

/// A clock that another process sets, and that goes faster than time passes or stands still.
struct MovedClock: Codable {
  /// What it showed at a moment that the clock on the wall tells.
  let shown: Date
  let moment: Date
  /// So many seconds in one.
  let speed: Double

  var now: Date { shown + Date().timeIntervalSince(moment) * speed }
}

/// One life of a formatter whose clock the test moves: its part and its loop are the real ones, in a process of its own
/// that can be killed. The process is the test bundle again, told to run this alone.
struct MovedClockFormatter: Codable {
  private static let variable = "CASTWIRE_MOVED_CLOCK_FORMATTER"

  let folder: String
  let port: Int
  let catalogPort: Int
  let locales: [String]
  let timeZone: String
  let renewalRate: Int
  let clock: MovedClock

  /// What this process is to be; nil where it runs the tests.
  fileprivate static var ofThisProcess: MovedClockFormatter? {
    get throws {
      guard let value = getenv(variable) else { return nil }
      return try JSONDecoder().decode(MovedClockFormatter.self, from: Data(String(cString: value).utf8))
    }
  }

  func start() throws -> ServiceProcess {
    try ServiceProcess(
      "/proc/self/exe", arguments: ["--testing-library", "swift-testing", "--filter", "MovedClockFormatterProgram"],
      environment: [Self.variable: String(decoding: try JSONEncoder().encode(self), as: UTF8.self)])
  }

  fileprivate func run() throws {
    let clock = clock
    let settings = Settings(
      locales: try locales.map { try LocaleName($0) }, timeZone: try #require(TimeZone(identifier: timeZone)),
      renewalRate: renewalRate, now: { clock.now })
    let configuration = ServiceConfiguration(
      name: "formatter", dataFolder: folder, eventEndpoint: "tcp://127.0.0.1:\(port)",
      requestEndpoint: "tcp://127.0.0.1:\(port + 1)",
      upstream: (
        "catalog",
        Subscription.Endpoints(
          events: "tcp://127.0.0.1:\(catalogPort)", requests: "tcp://127.0.0.1:\(catalogPort + 1)")
      ))
    try ServiceLoop(
      configuration, journal: Log(service: "formatter", level: .info), signals: try Signals(),
      makeReader: { database, log in
        CellQueries(store: try CellStore(database: database), log: log, settings: settings)
      },
      makeHandler: { database, log in
        try FormatterService(store: CellStore(database: database), log: log, settings: settings)
      }
    ).run()
  }
}

struct MovedClockFormatterProgram {
  @Test(.enabled("only where another test starts it") { try MovedClockFormatter.ofThisProcess != nil })
  func `the formatter runs until it is killed`() throws {
    try MovedClockFormatter.ofThisProcess?.run()
  }
}
