import CastwireBus
import Foundation
import Runtime
import ServiceLoop

/// A service that publishes so many events a second, whatever becomes of them, and at most MOST in its life:
/// `Torture publish DATA PORT RATE [MOST]`. It publishes more on request: `publish` with a `count`, in one transaction.
final class FloodService: ServiceHandler {
  static let controlRequests: Set<String> = ["publish"]

  private static let step: Duration = .milliseconds(10)
  private static let filling = String(repeating: "x", count: 500)

  private struct Publish: Decodable {
    let count: Int
  }

  private let log: EventLog
  private let rate: Int
  private let most: Int
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant
  private var count = 0

  init(log: EventLog, rate: Int, most: Int) {
    self.log = log
    self.rate = rate
    self.most = most
    last = start
  }

  /// Runs until SIGTERM or SIGINT.
  static func main(_ words: [String]) -> Never {
    guard 3...4 ~= words.count, let port = Int(words[1]), let rate = Int(words[2]),
      let most = words.count == 4 ? Int(words[3]) : Int.max
    else {
      Output.complain("usage: Torture publish DATA PORT RATE [MOST]")
      exit(2)
    }
    do {
      let configuration = ServiceConfiguration(
        name: "flood", dataFolder: words[0], eventEndpoint: "tcp://127.0.0.1:\(port)",
        requestEndpoint: "tcp://127.0.0.1:\(port + 1)")
      try ServiceLoop(configuration, journal: Log(service: "flood"), signals: try Signals()) { _, log in
        FloodService(log: log, rate: rate, most: most)
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
    let due = min(most, Int((now - start) / .milliseconds(1)) * rate / 1_000)
    try publish(max(0, due - count))
    count = max(due, count)
  }

  private func publish(_ count: Int) throws {
    for _ in 0..<count {
      // Three families in turn, so that those who take one of them have gaps in the numbers.
      let family = ["episode", "podcast", "video"][Int(log.head.rawValue % 3)]
      try log.append(
        EventDraft(
          family: family, topic: Topic(family: family, feed: "flood", verb: "added"),
          type: "castwire.\(family).added.v1",
          subject: "\(log.head.next)", partitionKey: "flood", schema: "urn:castwire:schema:\(family):1",
          data: Array(#"{"\#(family)":"\#(Self.filling)"}"#.utf8)))
    }
  }

  func respond(to request: Request) throws -> [UInt8] {
    guard request.name == "publish" else {
      throw RequestError(.unknownRequest, "flood knows no request '\(request.name)'")
    }
    let count = try request.decode(Publish.self).count
    guard count >= 0 else { throw RequestError(.badRequest, "count is below 0") }
    try publish(count)
    return Array("{}".utf8)
  }
}
