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
    return try Store(
      configuration: configuration, now: { Timestamp(rawValue: Int64(now().timeIntervalSince1970 * 1_000)) },
      isStopping: { false }
    ) { database, log in
      try FormatterService(store: CellStore(database: database), log: log, settings: settings)
    }
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
    let published = try store.log.transaction { try store.handler.work(now: steady) }
    let new = try published.map { try Event(json: $0.json) }
    events += new
    return new
  }

  /// When the service has something to do by itself.
  var nextWork: ContinuousClock.Instant? { store.handler.nextWork }

  /// What `service.status` shows of it.
  var counters: [String: Int] { get throws { try store.handler.counters } }

  /// One event of the catalog, of an episode.
  func event(_ verb: EpisodeEvent.Verb, _ episode: Episode, initial: Bool = false) throws -> Event {
    try event(
      "episode", verb.rawValue, episode.id, feed: episode.podcastID,
      verb == .removed ? nil : EpisodeEvent(episode: episode, revision: 1, changed: [], initial: initial))
  }

  /// One event of the catalog, of a video.
  func event(_ verb: VideoEvent.Verb, _ video: Video, initial: Bool = false) throws -> Event {
    try event(
      "video", verb.rawValue, video.id, feed: video.channelID,
      verb == .removed ? nil : VideoEvent(video: video, revision: 1, changed: [], initial: initial))
  }

  /// One event of the catalog, of a channel.
  func event(_ verb: ChannelEvent.Verb, _ channel: Channel) throws -> Event {
    try event(
      "channel", verb.rawValue, channel.id, feed: channel.id,
      verb == .removed ? nil : ChannelEvent(channel: channel, revision: 1, changed: [], initial: false))
  }

  /// One event of the catalog, of a photo.
  func event(_ verb: PhotoEvent.Verb, _ photo: Photo) throws -> Event {
    try event(
      "photo", verb.rawValue, photo.id, feed: photo.streamID,
      verb == .removed ? nil : PhotoEvent(photo: photo, revision: 1, changed: [], initial: false))
  }

  private func event(
    _ family: String, _ verb: String, _ subject: String, feed: String, _ message: (any Encodable)?
  ) throws -> Event {
    sequence += 1
    let data = try message.map { try BusCoder.encode($0) } ?? BusCoder.encode(RemovedEvent())
    let draft = EventDraft(
      family: family, topic: Topic(family: family, feed: feed, verb: verb),
      type: EventType.name(family: family, verb: verb), subject: subject, partitionKey: feed,
      schema: EventType.schema(family: family), data: data)
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
    try self.sql(sql)
    var findings: [String] = []
    _ = try FullCheck(
      database: try Database(path: folder.path(of: "formatter.sqlite"), access: .reading), service: "formatter",
      tables: ServiceTables(migrations: [CellStore.migrations], check: CellStore.check), found: { findings.append($0) }
    ).run()
    return findings
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

/// An episode with nothing but what a test is about.
func episode(
  _ number: Int, title: String? = "Title", description: String? = nil, duration: Double? = 3_600,
  date: Date? = Date(timeIntervalSince1970: 1_600_000_000), podcast: String = "bab2ba12-9757-5da6-a770-0e70e6bcf214"
) -> Episode {
  var item = FeedItem()
  item.title = title
  item.description = description
  item.duration = duration
  item.publicationDate = date.map { $0 + Double(number) * 86_400 }
  return Episode(id: Identity.entityID(feedID: podcast, identifier: "\(number)"), podcastID: podcast, item: item)
}

/// A video with nothing but what a test is about.
func video(
  _ number: Int, title: String? = "Title", views: Int? = 1_000, uploaded: Date?, name: String? = "Channel",
  channel: String = "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab"
) -> Video {
  var item = FeedItem()
  item.title = title
  item.numberOfViews = views
  item.publicationDate = uploaded
  return Video(
    id: Identity.entityID(feedID: channel, identifier: "\(number)"), channelID: channel, item: item,
    channel: name.map { ChannelSummary(name: $0, profileImageURL: nil) })
}

extension Event {
  var cell: CellEvent<EpisodeCellViewModel> {
    get throws { try decode(CellEvent<EpisodeCellViewModel>.self) }
  }
}
