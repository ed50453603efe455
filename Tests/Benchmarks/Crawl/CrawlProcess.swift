internal import CastwireBus
internal import FeedParsing
internal import Foundation
internal import TestSupport

/// feed-ingest as it is delivered, which follows feeds that a server of ours has.
final class CrawlProcess {
  /// How a round of polls went.
  struct Round {
    let seconds: Double
    /// Of the processor's time.
    let serviceSeconds: Double
    let serverSeconds: Double
  }

  private static let patience: Duration = .seconds(300)

  private let folder: TemporaryDirectory
  private let process: ServiceProcess
  private let client: RequestClient
  private let feedCount: Int
  private var polled = 0
  private var start: (time: ContinuousClock.Instant, service: Double, server: Double)

  /// Starts the program, which begins to poll all the feeds at once.
  init(urls: [String]) throws {
    feedCount = urls.count
    folder = try TemporaryDirectory()
    let list = OPML.document(of: urls.map { OPML.Subscription(url: $0, title: nil) }, title: "Feeds")
    let port = try FreePort.pair()
    start = (.now, 0, Self.serverSeconds)
    process = try ServiceProcess(
      "feed-ingest",
      arguments: [
        "run", "--data", folder.path, "--port", "\(port)", "--allow-private", "--feeds",
        try folder.write(list, to: "feeds.opml"),
      ])
    client = try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port + 1)")
  }

  /// Makes all feeds due.
  func refresh() throws {
    start = (.now, try serviceSeconds, Self.serverSeconds)
    _ = try client.ask("feeds.refresh", [String: String](), patience: Self.patience)
  }

  /// Waits until every feed was polled once more.
  func finishRound() throws -> Round {
    polled += feedCount
    while true {
      let counters = try client.ask(
        "service.status", [String: String](), as: ServiceStatus.self, patience: Self.patience
      ).counters
      guard counters["failedPolls"] == 0 else { throw Unfinished(reason: "a poll has failed") }
      if counters["polls"] ?? 0 >= polled { break }
      guard process.status == nil, ContinuousClock.now - start.time < Self.patience else {
        throw Unfinished(reason: "\(counters["polls"] ?? 0) of \(polled) polls have ended")
      }
      // No event tells of polls that find nothing new, and to ask all the time would take from what is measured.
      usleep(10_000)
    }
    return Round(
      seconds: (ContinuousClock.now - start.time) / .seconds(1), serviceSeconds: try serviceSeconds - start.service,
      serverSeconds: Self.serverSeconds - start.server)
  }

  /// The most memory that the service has had so far, in KiB.
  var peakMemory: Int {
    get throws { try process.peakMemory() }
  }

  /// The processor's time that the service has had so far.
  private var serviceSeconds: Double {
    get throws { try Self.seconds(ofProcess: "\(process.pid)") }
  }

  private static var serverSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }

  private static func seconds(ofProcess id: String) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    // The program's name, in brackets, may hold spaces; user and system time are the twelfth and thirteenth after it.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw Unfinished(reason: "the system does not tell the time that the process took")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// The polls did not go as they are to.
struct Unfinished: Error, CustomStringConvertible {
  let reason: String

  var description: String { "the polls do not go as they are to: \(reason)" }
}
