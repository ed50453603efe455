import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import CastwireBus
@testable import Formatter
@testable import ServiceLoop

/// The formatter in a file: the catalog's events in, cells out.
final class FormatterBench {
  private static let catalog = "castwire://catalog/0b7c7f0e-1f0a-4a53-8f1e-5d4f3c2b1a00"
  private let folder: TemporaryDirectory
  private var store: Store<FormatterService>
  private var settings: Settings
  private var sequence: UInt64 = 0
  private let clock: Monitor<Date>
  /// The monotonic clock, which the test moves by itself.
  var steady = ContinuousClock.now
  /// All that was published so far.
  private(set) var events: [Event] = []

  /// - Parameter now: when the formatter starts.
  init(
    locales: [String] = ["en_US"], timeZone: String = "UTC", renewalRate: Int = 1_000,
    now: Date = Date(timeIntervalSince1970: 1_700_000_000)
  ) throws {
    folder = try TemporaryDirectory()
    let clock = Monitor(now)
    self.clock = clock
    settings = Settings(
      locales: try locales.map { try LocaleName($0) }, timeZone: try #require(TimeZone(identifier: timeZone)),
      renewalRate: renewalRate, now: { clock.withLock { $0 } })
    store = try Self.open(folder, settings)
    // The loop's first turn: locales of which there is nothing yet.
    try work()
  }

  /// The clock on the wall.
  var now: Date {
    get { clock.withLock { $0 } }
    set { clock.withLock { $0 = newValue } }
  }

  /// The database file.
  var path: String { folder.path(of: "formatter.sqlite") }

  private static func open(_ folder: TemporaryDirectory, _ settings: Settings) throws -> Store<FormatterService> {
    let configuration = ServiceConfiguration(
      name: "formatter", dataFolder: folder.path, eventEndpoint: "", requestEndpoint: "",
      upstream: ("catalog", Subscription.Endpoints(events: "", requests: "")))
    let now = settings.now
    let store = try Store(
      configuration: configuration, now: { Timestamp(rawValue: Int64(now().timeIntervalSince1970 * 1_000)) },
      isStopping: { false }
    ) { database, log in
      try FormatterService(store: CellStore(database: database), log: log, settings: settings)
    }
    try store.identify()
    return store
  }

  /// Starts anew on the same data, and gives the cells that are made anew for it.
  @discardableResult
  func restart(locales: [String]? = nil, timeZone: String? = nil) throws -> [Event] {
    try reopen(locales: locales, timeZone: timeZone)
    return try work()
  }

  /// Starts anew on the same data.
  func reopen(locales: [String]? = nil, timeZone: String? = nil) throws {
    settings = Settings(
      locales: try locales?.map { try LocaleName($0) } ?? settings.locales,
      timeZone: try timeZone.map { try #require(TimeZone(identifier: $0)) } ?? settings.timeZone,
      renewalRate: settings.renewalRate, now: settings.now)
    store = try Self.open(folder, settings)
  }

  /// Does what the service does by itself until nothing is left to do at that time.
  @discardableResult
  func work() throws -> [Event] {
    var new: [Event] = []
    while let events = try step() {
      new += events
      // As if the loop had waited for it.
      steady += .seconds(1)
    }
    return new
  }

  /// Does one step of what the service does by itself; nil where there is nothing to do.
  func step() throws -> [Event]? {
    guard store.handler.collectWork(now: steady) else { return nil }
    let published = try store.transaction { try store.handler.work(now: steady) }
    let new = try published.map { try Event(json: $0.json) }
    events += new
    return new
  }

  /// When the service has something to do by itself.
  var nextWork: ContinuousClock.Instant? { store.handler.nextWork }

  /// What `service.status` shows of it.
  var counters: [String: Int] { get throws { try store.handler.counters } }

  func event(_ verb: EpisodeEvent.Verb, _ episode: Episode, initial: Bool = false) throws -> Event {
    try event(draft(verb, episode, initial: initial))
  }

  func event(_ verb: VideoEvent.Verb, _ video: Video, initial: Bool = false) throws -> Event {
    try event(draft(verb, video, initial: initial))
  }

  func event(_ verb: ChannelEvent.Verb, _ channel: Channel) throws -> Event { try event(draft(verb, channel)) }

  func event(_ verb: PhotoEvent.Verb, _ photo: Photo) throws -> Event { try event(draft(verb, photo)) }

  func event(_ draft: EventDraft) throws -> Event {
    sequence += 1
    return try Event(
      json: draft.json(
        source: Self.catalog, sequence: Position(sequence), previous: Position(sequence - 1),
        time: Timestamp(rawValue: 1_700_000_000_000 + Int64(sequence) * 1_000)))
  }

  @discardableResult
  func apply(_ verb: EpisodeEvent.Verb, _ episode: Episode, initial: Bool = false) throws -> [Event] {
    try apply([try event(verb, episode, initial: initial)])
  }

  @discardableResult
  func apply(_ verb: VideoEvent.Verb, _ video: Video, initial: Bool = false) throws -> [Event] {
    try apply([try event(verb, video, initial: initial)])
  }

  /// Has episodes added, in batches as the loop has them.
  func add(_ episodes: [Episode], initial: (Int) -> Bool = { _ in false }) throws {
    try add(try episodes.enumerated().map { try event(.added, $1, initial: initial($0)) })
  }

  /// Has videos added, in batches as the loop has them.
  func add(_ videos: [Video]) throws {
    try add(try videos.map { try event(.added, $0) })
  }

  private func add(_ events: [Event]) throws {
    for start in stride(from: 0, to: events.count, by: 500) {
      try apply(Array(events[start..<min(start + 500, events.count)]))
    }
  }

  @discardableResult
  func apply(_ batch: [Event], startsOver: Bool = false, completes: Bool = false) throws -> [Event] {
    let cursor = Cursor(
      log: batch.last?.log ?? "none", sequence: batch.last?.sequence ?? Position(0), time: Timestamp(rawValue: 0))
    var published = try store.apply(
      Batch(events: batch, malformed: [], cursor: cursor, startsOver: startsOver, completes: completes),
      now: Timestamp(rawValue: 0), isStopping: { false },
      putAside: { message in Issue.record("put aside: \(message)") })
    while store.hasKept {
      published += try store.applyKept(
        now: Timestamp(rawValue: 0), isStopping: { false },
        putAside: { message in Issue.record("put aside: \(message)") })
    }
    let new = try published.map { try Event(json: $0.json) }
    events += new
    return new
  }

  /// Compacts the log as far as it can be.
  func compact() throws {
    let limits = Retention(age: .zero, size: 0, endings: .zero)
    let compaction = Compaction(log: store.log, retention: limits, start: .now)
    while try compaction.step(now: Timestamp(rawValue: 1_700_000_300_000), steady: .now) {}
  }

  /// Puts a copy of the data into another folder, as it lies there between two runs.
  func leave(in folder: String) throws {
    try store.log.database.checkpoint()
    for name in ["formatter.sqlite", "formatter.identity"] {
      try FileManager.default.copyItem(atPath: self.folder.path(of: name), toPath: "\(folder)/\(name)")
    }
  }

  /// What `check` finds, after SQL that damages something.
  func findings(after sql: String = "SELECT 1") throws -> [String] {
    try self.sql(sql)
    var findings: [String] = []
    _ = try FullCheck(
      database: try Database(path: folder.path(of: "formatter.sqlite"), access: .reading), service: "formatter",
      tables: ServiceTables(migrations: [CellStore.migrations], check: CellStore.check), found: { findings.append($0) }
    ).run()
    return findings
  }

  /// Whether the catalog's log is taken for another at the next connection.
  var startsOver: Bool {
    get throws {
      guard case .cursor(let cursor, true) = try store.consumer?.start() else { return false }
      return cursor.log.isEmpty
    }
  }

  /// Changes the tables behind the formatter's back.
  func sql(_ sql: String) throws {
    try store.log.database.execute(sql)
  }

  func ask(_ request: String) throws -> [String: Any] {
    // As the loop does, over a connection that reads alone.
    let database = try Database(path: folder.path(of: "formatter.sqlite"), access: .reading)
    let queries = CellQueries(
      store: try CellStore(database: database), log: try CommittedLog(database: database, service: "formatter"),
      settings: settings)
    let reply = try queries.respond(to: try Request(json: Array(request.utf8)))
    return try #require(JSONSerialization.jsonObject(with: Data(reply)) as? [String: Any])
  }

  /// All cells of a list, page by page.
  func list(_ parameters: String = "", kind: CellKind = .episode, limit: Int = 2) throws -> [[String: Any]] {
    var items: [[String: Any]] = []
    var before = ""
    while true {
      let page = try ask(#"{"request":"cells.list","kind":"\#(kind)","limit":\#(limit)\#(before)\#(parameters)}"#)
      items += try #require(page["items"] as? [[String: Any]])
      guard let next = page["next"] as? String else { return items }
      before = #","before":"\#(next)""#
    }
  }
}
