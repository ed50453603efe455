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
  private var settings: (locales: [String], timeZone: String)
  private var sequence: UInt64 = 0
  /// All that was published so far.
  private(set) var events: [Event] = []

  init(locales: [String] = ["en_US"], timeZone: String = "UTC") throws {
    folder = try TemporaryDirectory()
    settings = (locales, timeZone)
    store = try Self.open(folder, locales, timeZone)
  }

  private static func open(
    _ folder: TemporaryDirectory, _ locales: [String], _ timeZone: String
  ) throws -> Store<FormatterService> {
    let names = try locales.map { try LocaleName($0) }
    let zone = try #require(TimeZone(identifier: timeZone))
    let configuration = ServiceConfiguration(
      name: "formatter", dataFolder: folder.path, eventEndpoint: "", requestEndpoint: "",
      upstream: ("catalog", Subscription.Endpoints(events: "", requests: "")))
    return try Store(
      configuration: configuration, now: { Timestamp(rawValue: 1_700_000_200_000) }, isStopping: { false }
    ) { database, log in
      try FormatterService(store: CellStore(database: database), log: log, locales: names, timeZone: zone)
    }
  }

  /// Starts anew on the same data, and gives the cells that are made anew for it.
  @discardableResult
  func restart(locales: [String] = ["en_US"], timeZone: String = "UTC") throws -> [Event] {
    settings = (locales, timeZone)
    store = try Self.open(folder, locales, timeZone)
    return try work()
  }

  /// Does what the service does by itself until nothing is left to do.
  @discardableResult
  func work() throws -> [Event] {
    var new: [Event] = []
    while store.handler.collectWork(now: .now) {
      let published = try store.log.transaction { try store.handler.work(now: .now) }
      new += try published.map { try Event(json: $0.json) }
    }
    events += new
    return new
  }

  /// One event of the catalog.
  func event(_ verb: EpisodeEvent.Verb, _ episode: Episode, initial: Bool = false) throws -> Event {
    sequence += 1
    let data =
      verb == .removed
      ? try BusCoder.encode(RemovedEvent())
      : try BusCoder.encode(EpisodeEvent(episode: episode, revision: 1, changed: [], initial: initial))
    let draft = EventDraft(
      family: "episode", topic: Topic(family: "episode", feed: episode.podcastID, verb: verb.rawValue),
      type: EventType.name(family: "episode", verb: verb.rawValue), subject: episode.id,
      partitionKey: episode.podcastID, schema: EventType.schema(family: "episode"), data: data)
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

  /// What `check` finds, after SQL that damages something.
  func findings(after sql: String = "SELECT 1") throws -> [String] {
    try store.log.database.execute(sql)
    var findings: [String] = []
    _ = try FullCheck(
      database: try Database(path: folder.path(of: "formatter.sqlite"), access: .reading), service: "formatter",
      tables: ServiceTables(migrations: [CellStore.migrations], check: CellStore.check), found: { findings.append($0) }
    ).run()
    return findings
  }

  func ask(_ request: String) throws -> [String: Any] {
    // As the loop does, over a connection that reads alone.
    let database = try Database(path: folder.path(of: "formatter.sqlite"), access: .reading)
    let store = try CellStore(database: database)
    let cells = CellReader(
      store: store, log: try CommittedLog(database: database, service: "formatter"),
      timeZone: try #require(TimeZone(identifier: settings.timeZone)))
    let queries = CellQueries(store: store, cells: cells, locales: try settings.locales.map { try LocaleName($0) })
    let reply = try queries.respond(to: try Request(json: Array(request.utf8)))
    return try #require(JSONSerialization.jsonObject(with: Data(reply)) as? [String: Any])
  }

  /// All cells of a list, page by page.
  func list(_ parameters: String = "", limit: Int = 2) throws -> [[String: Any]] {
    var items: [[String: Any]] = []
    var before = ""
    while true {
      let page = try ask(#"{"request":"cells.list","kind":"episode","limit":\#(limit)\#(before)\#(parameters)}"#)
      items += try #require(page["items"] as? [[String: Any]])
      guard let next = page["next"] as? String else { return items }
      before = #","before":"\#(next)""#
    }
  }
}

/// An episode with nothing but what a test is about.
func episode(
  _ number: Int, title: String? = "Title", description: String? = nil, duration: Double? = 3_600,
  podcast: String = "bab2ba12-9757-5da6-a770-0e70e6bcf214"
) -> Episode {
  var item = FeedItem()
  item.title = title
  item.description = description
  item.duration = duration
  item.publicationDate = Date(timeIntervalSince1970: 1_600_000_000 + Double(number) * 86_400)
  return Episode(id: Identity.entityID(feedID: podcast, identifier: "\(number)"), podcastID: podcast, item: item)
}

extension Event {
  var cell: CellEvent<EpisodeCellViewModel> {
    get throws { try decode(CellEvent<EpisodeCellViewModel>.self) }
  }
}
