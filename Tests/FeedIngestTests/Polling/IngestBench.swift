import Castwire
import CastwireBus
import Foundation
import Glibc
import Runtime
import Storage
import TestSupport
import Testing

@testable import CastwireBus
@testable import FeedIngest
@testable import ServiceLoop

/// feed-ingest's own part over a real file, with a real crawler and a clock that the test turns.
final class IngestBench {
  private let folder: TemporaryDirectory
  private let crawler: Crawler
  private var service: FeedIngestService
  private var log: EventLog
  /// Milliseconds since 1970: at first 11 January 2020, since `Feeds.podcast` begins to publish on the second.
  private let time = Monitor<Int64>(1_578_700_800_000)
  /// Those that hold from the next `reopen()` on.
  var settings: PollSettings
  /// All that was published so far.
  private(set) var events: [Event] = []
  /// The lines of the service's log.
  private let lines = Monitor<[String]>([])

  init(
    settings: PollSettings = PollSettings(), configure: (inout Fetcher.Configuration) -> Void = { _ in }
  ) throws {
    self.settings = settings
    folder = try TemporaryDirectory()
    // Its limits are long: on a loaded machine minutes may pass before a test opens a gate.
    var configuration = FetchProbe.configuration
    configure(&configuration)
    crawler = try Crawler(configuration: configuration)
    (service, log) = try Self.open(folder, crawler, settings, time, lines)
  }

  deinit {
    crawler.stop()
  }

  private static func open(
    _ folder: TemporaryDirectory, _ crawler: Crawler, _ settings: PollSettings, _ time: Monitor<Int64>,
    _ lines: Monitor<[String]>
  ) throws -> (FeedIngestService, EventLog) {
    let database = try Database(path: folder.path(of: "feed-ingest.sqlite"))
    let clock = { time.withLock { $0 } }
    let log = try EventLog(database: database, service: "feed-ingest", now: { Timestamp(rawValue: clock()) })
    let service = try FeedIngestService(
      database: database, log: log, crawler: crawler, settings: settings,
      journal: Log(service: "feed-ingest") { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      },
      clock: clock)
    return (service, log)
  }

  /// What happens after a commit that failed: all is made anew from the file.
  func reopen() throws {
    (service, log) = try Self.open(folder, crawler, settings, time, lines)
  }

  /// What `check` finds.
  func findings() throws -> [String] {
    var findings: [String] = []
    _ = try FullCheck(
      database: try Database(path: folder.path(of: "feed-ingest.sqlite"), access: .reading), service: "feed-ingest",
      tables: ServiceTables(migrations: FeedIngestService.migrations, check: FeedStore.check),
      found: { findings.append($0) }
    ).run()
    return findings
  }

  /// What the service has written to its log so far.
  var logLines: [String] { lines.withLock { $0 } }

  /// The service's own tables.
  var database: Database { log.database }

  var counters: [String: Int] { service.counters }

  /// How many documents were read so far, those of unchanged bytes not counted.
  var documentsRead: Int { service.counters["documents"] ?? 0 }

  var now: Int64 { time.withLock { $0 } }

  func pass(minutes: Int64) {
    time.withLock { $0 += minutes * 60_000 }
  }

  /// Starts what is due, without waiting for it.
  func start() throws {
    while try service.collectWork(now: .now) {
      record(try log.transaction { try service.work(now: .now) })
    }
  }

  /// Starts what is due, and what follows from that, until the server has seen so much of it.
  func start(until isReached: () -> Bool) async throws {
    try start()
    while !isReached() {
      var waiting = service.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // Nothing tells what a server has seen of what is still under way.
      _ = Glibc.poll(&waiting, nfds_t(waiting.count), 10)
      try start()
    }
  }

  /// Polls all that is due and takes in what comes of it.
  ///
  /// - Returns: the events of it.
  @discardableResult
  func poll() throws -> [Event] {
    let before = events.count
    try start()
    while ["polling", "probing", "pushing"].contains(where: { service.counters[$0] != 0 }) {
      var waiting = service.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      try #require(Glibc.poll(&waiting, nfds_t(waiting.count), 20_000) > 0, "no poll ends")
      try start()
    }
    return Array(events[before...])
  }

  /// Makes a request as the loop does: one that changes something in a transaction.
  @discardableResult
  func ask(_ name: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    let json = try JSONSerialization.data(withJSONObject: parameters.merging(["request": name]) { $1 })
    let request = try Request(json: Array(json))
    var reply: [UInt8] = []
    if FeedIngestService.controlRequests.contains(name) {
      record(try log.transaction { reply = try service.respond(to: request) })
    } else {
      reply = try FeedQueries(database: log.database).respond(to: request)
    }
    return try #require(JSONSerialization.jsonObject(with: Data(reply)) as? [String: Any])
  }

  /// The error code and message of a request that is refused.
  func refusal(_ name: String, _ parameters: [String: Any] = [:]) throws -> RequestError {
    try #require(throws: RequestError.self) { try ask(name, parameters) }
  }

  /// Follows a feed, polls it and gives its id.
  @discardableResult
  func follow(_ url: String) throws -> String {
    let id = try #require(try ask("feeds.follow", ["url": url])["id"] as? String)
    try poll()
    return id
  }

  /// Polls what is due, and all that comes of it is lost with a transaction that fails, after which the service begins anew.
  func pollInVain() throws {
    struct Failure: Error {}
    var isLost = false
    while !isLost {
      if try service.collectWork(now: .now) {
        #expect(throws: Failure.self) {
          _ = try log.transaction {
            try service.work(now: .now)
            throw Failure()
          }
        }
        isLost = true
      } else {
        var waiting = service.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        try #require(Glibc.poll(&waiting, nfds_t(waiting.count), 20_000) > 0, "no poll ends")
      }
    }
    try reopen()
  }

  /// Makes a request whose commit fails.
  func askInVain(_ name: String, _ parameters: [String: Any]) throws {
    struct Failure: Error {}
    let json = try JSONSerialization.data(withJSONObject: parameters.merging(["request": name]) { $1 })
    let request = try Request(json: Array(json))
    #expect(throws: Failure.self) {
      _ = try log.transaction {
        _ = try service.respond(to: request)
        throw Failure()
      }
    }
  }

  private func record(_ published: [EventLog.Published]) {
    service.committed()
    for event in published {
      do {
        events.append(try Event(json: event.json))
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
