import CastwireBus
import Foundation
import Runtime
import ServiceLoop

/// A service that publishes so many events a second, whatever becomes of them: `Torture publish DATA PORT RATE`.
final class FloodService: ServiceHandler {
  static let controlRequests: Set<String> = []

  private static let step: Duration = .milliseconds(10)
  private static let filling = String(repeating: "x", count: 500)

  private let log: EventLog
  private let rate: Int
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant
  private var count = 0

  init(log: EventLog, rate: Int) {
    self.log = log
    self.rate = rate
    last = start
  }

  /// Runs until SIGTERM or SIGINT.
  static func main(_ words: [String]) -> Never {
    guard words.count == 3, let port = Int(words[1]), let rate = Int(words[2]) else {
      Output.complain("usage: Torture publish DATA PORT RATE")
      exit(2)
    }
    do {
      let configuration = ServiceConfiguration(
        name: "flood", dataFolder: words[0], eventEndpoint: "tcp://127.0.0.1:\(port)",
        requestEndpoint: "tcp://127.0.0.1:\(port + 1)")
      try ServiceLoop(configuration, journal: Log(service: "flood"), signals: try Signals()) { _, log in
        FloodService(log: log, rate: rate)
      }.run()
      exit(0)
    } catch {
      Output.complain("\(error)")
      exit(1)
    }
  }

  var nextWork: ContinuousClock.Instant? {
    last + Self.step
  }

  func collectWork(now: ContinuousClock.Instant) -> Bool {
    now >= last + Self.step
  }

  func work(now: ContinuousClock.Instant) throws {
    last = now
    let due = Int((now - start) / .milliseconds(1)) * rate / 1_000
    while count < due {
      count += 1
      // Three families in turn, so that those who take one of them have gaps in the numbers.
      let family = ["episode", "podcast", "video"][count % 3]
      try log.append(
        EventDraft(
          family: family, topic: Topic(family: family, feed: "flood", verb: "added"),
          type: "castwire.\(family).added.v1",
          subject: "\(log.head.next)", partitionKey: "flood", schema: "urn:castwire:schema:\(family):1",
          data: Array(#"{"\#(family)":"\#(Self.filling)"}"#.utf8)))
    }
  }

  func respond(to request: Request) throws -> [UInt8] {
    throw RequestError(.unknownRequest, "flood knows no request '\(request.name)'")
  }
}
