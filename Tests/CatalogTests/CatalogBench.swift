import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import Catalog
@testable import CastwireBus
@testable import ServiceLoop

/// The catalog in a file: feed-ingest's events in, its own out, batch by batch as its loop does it.
final class CatalogBench {
  private let folder: TemporaryDirectory
  private var store: Store<CatalogService>
  private let clock = Monitor<Int64>(1_700_000_100_000)
  private(set) var putAside: [String] = []
  /// All that was published so far.
  private(set) var events: [Event] = []
  /// What came from feed-ingest's log.
  private var given: [Event] = []

  /// - Parameter inMemory: whether the database is to be in memory, where the system can do that.
  init(inMemory: Bool = false) throws {
    folder = try TemporaryDirectory(inMemory: inMemory)
    store = try Self.open(folder, clock)
  }

  /// The clock on the wall, in milliseconds since 1970.
  var now: Int64 {
    get { clock.withLock { $0 } }
    set { clock.withLock { $0 = newValue } }
  }

  private static func open(_ folder: TemporaryDirectory, _ clock: Monitor<Int64>) throws -> Store<CatalogService> {
    let configuration = ServiceConfiguration(
      name: "catalog", dataFolder: folder.path, eventEndpoint: "", requestEndpoint: "",
      upstream: ("feed-ingest", Subscription.Endpoints(events: "", requests: "")))
    let store = try Store(
      configuration: configuration, now: { Timestamp(rawValue: clock.withLock { $0 }) }, isStopping: { false }
    ) { database, log in
      try CatalogService(store: CatalogStore(database: database), log: log)
    }
    try store.identify()
    return store
  }

  /// Closes the database and opens it again, as after a restart. What the catalog held comes once more.
  func reopen() throws {
    store = try Self.open(folder, clock)
    let again =
      switch try store.consumer?.start() {
      case .cursor(let cursor, _): given.filter { $0.log == cursor.log && $0.sequence > cursor.sequence }
      case .beginning: given
      case .head, nil: [] as [Event]
      }
    if !again.isEmpty { try apply(again) }
  }

  /// Takes in events and gives what was published.
  @discardableResult
  func apply(_ batch: [Event], startsOver: Bool = false, completes: Bool = false) throws -> [Event] {
    if let first = batch.first {
      given = given.filter { $0.log == first.log && $0.sequence < first.sequence } + batch
    }
    let last = given.last
    let cursor = Cursor(
      log: last?.log ?? "none", sequence: last?.sequence ?? Position(0), time: last?.time ?? Timestamp(rawValue: 0))
    let published = try store.apply(
      Batch(events: batch, malformed: [], cursor: cursor, startsOver: startsOver, completes: completes),
      now: Timestamp(rawValue: 0), isStopping: { false }, putAside: { putAside.append($0) })
    let new = try (published + applyKept()).map { try Event(json: $0.json) }
    events += new
    return new
  }

  /// Applies what was kept while another log's state came, with a new start after each part.
  private func applyKept() throws -> [EventLog.Published] {
    var published: [EventLog.Published] = []
    while store.hasKept {
      try reopen()
      published += try store.applyKept(
        now: Timestamp(rawValue: 0), isStopping: { false }, putAside: { putAside.append($0) })
    }
    return published
  }

  /// Asks for what changes something, and gives the answer and what was published.
  func control(_ request: String) throws -> (answer: AnyJSON, events: [Event]) {
    var answer: [UInt8] = []
    let published = try store.transaction {
      answer = try store.handler.respond(to: try Request(json: Array(request.utf8)))
    }
    let new = try published.map { try Event(json: $0.json) }
    events += new
    return (try AnyJSON(answer), new)
  }

  /// Does what the service does by itself by then, until nothing is left to do.
  @discardableResult
  func work(until time: ContinuousClock.Instant = .now) throws -> [Event] {
    var new: [Event] = []
    while try store.handler.collectWork(now: time) {
      new += try store.transaction { try store.handler.work(now: time) }.map { try Event(json: $0.json) }
    }
    events += new
    return new
  }

  /// Compacts the log as far as it can be.
  func compact(now: Int64 = 1_700_000_200_000) throws {
    let limits = Retention(age: .zero, size: 0, endings: .zero)
    let compaction = Compaction(log: store.log, retention: limits, start: .now)
    while try compaction.step(now: Timestamp(rawValue: now), steady: .now) {}
  }

  /// The positions that are left in the log.
  func positions() throws -> [Int] {
    try store.log.database.all("SELECT sequence FROM event ORDER BY sequence") { $0.integer(0) }
  }

  /// How many events, and parts of them, are kept as what cannot be applied.
  func quarantinedCount() throws -> Int? {
    try store.consumer?.quarantinedCount()
  }

  /// What `check` finds, after SQL that damages something.
  func findings(after sql: String = "SELECT 1") throws -> [String] {
    try store.log.database.execute(sql)
    var findings: [String] = []
    _ = try FullCheck(
      database: try Database(path: folder.path(of: "catalog.sqlite"), access: .reading), service: "catalog",
      tables: ServiceTables(migrations: [CatalogStore.migrations], check: StoreCheck.run),
      found: { findings.append($0) }
    ).run()
    return findings
  }

  /// How many are known and not published yet, as the status says.
  func pendingCount() throws -> Int? {
    try store.handler.counters["pending"]
  }

  func ask(_ request: String) throws -> [String: Any] {
    // As the loop does, over a connection that reads alone.
    let database = try Database(path: folder.path(of: "catalog.sqlite"), access: .reading)
    let queries = CatalogQueries(
      store: try CatalogStore(database: database), log: try CommittedLog(database: database, service: "catalog"))
    let reply = try queries.respond(to: try Request(json: Array(request.utf8)))
    return try #require(JSONSerialization.jsonObject(with: Data(reply)) as? [String: Any])
  }

  /// All items of a list, page by page.
  func list(_ name: String, _ parameters: String = "", limit: Int = 2) throws -> [[String: Any]] {
    var items: [[String: Any]] = []
    var before = ""
    while true {
      let page = try ask(#"{"request":"\#(name)","limit":\#(limit)\#(before)\#(parameters)}"#)
      items += try #require(page["items"] as? [[String: Any]])
      guard let next = page["next"] as? String else { return items }
      before = #","before":"\#(next)""#
    }
  }

  /// The episodes as they are now, by id.
  func episodes() throws -> [String: Episode] {
    let list = try list("episodes.list", limit: 100).map { entity in
      try BusCoder.decode(Episode.self, from: Array(try JSONSerialization.data(withJSONObject: entity)))
    }
    return Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) })
  }
}
