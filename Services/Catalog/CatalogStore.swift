internal import Castwire
internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// The catalog's tables: indexes into its log, by identity and by date. The entities themselves stand in the log.
final class CatalogStore {
  /// What the catalog knows of a podcast beside its event.
  struct PodcastEntry: Hashable {
    let id: String
    /// Where its newest event stands in the log.
    var sequence: Position
    var revision: Int
  }

  /// What the catalog knows of an episode beside its event.
  struct EpisodeEntry: Hashable {
    let id: String
    let podcast: String
    /// Where its newest event stands in the log.
    var sequence: Position
    var revision: Int
    /// What lists are ordered by, in seconds since 1970: the stated date or the first sight, whichever was earlier.
    var order: Int
    /// When it was first seen, in seconds since 1970.
    let firstSeen: Int
    var isWithdrawn: Bool
    /// Whether the feed's newest document holds it.
    var isPresent: Bool
  }

  /// What an episode can be known by. One feed's names mean nothing to another feed.
  enum Rule: String {
    /// feed-ingest's own key for the item.
    case item
    case identifier
    case link
    case enclosure
    /// Title and date.
    case title
  }

  static let migrations = Migrations(
    component: "catalog",
    steps: [
      """
      CREATE TABLE podcast (
        id TEXT PRIMARY KEY, added INTEGER NOT NULL, sequence INTEGER NOT NULL, revision INTEGER NOT NULL,
        appeared INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX podcast_order ON podcast (added);
      CREATE TABLE episode (
        id TEXT PRIMARY KEY, podcast TEXT NOT NULL, sequence INTEGER NOT NULL, revision INTEGER NOT NULL,
        ordering INTEGER NOT NULL, first_seen INTEGER NOT NULL, withdrawn INTEGER NOT NULL, present INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX episode_order ON episode (ordering, id);
      CREATE INDEX episode_order_of_podcast ON episode (podcast, ordering, id);
      CREATE TABLE name (
        feed TEXT NOT NULL, rule TEXT NOT NULL, value TEXT NOT NULL, episode TEXT NOT NULL,
        PRIMARY KEY (feed, rule, value, episode)
      ) WITHOUT ROWID;
      CREATE INDEX name_of_episode ON name (episode);
      CREATE TABLE staged (
        id INTEGER PRIMARY KEY, feed TEXT NOT NULL, verb TEXT NOT NULL, item TEXT NOT NULL, cause TEXT NOT NULL,
        traceparent TEXT, time INTEGER NOT NULL, data BLOB NOT NULL
      );
      CREATE INDEX staged_of_feed ON staged (feed, id);
      """
    ])

  private let database: Database

  init(database: Database) throws {
    self.database = database
    try Self.migrations.apply(to: database)
  }

  // MARK: Podcasts

  func podcast(_ id: String) throws -> PodcastEntry? {
    try database.first("SELECT id, sequence, revision FROM podcast WHERE id = ?1", .text(id)) { row in
      PodcastEntry(id: row.text(0), sequence: row.position(1), revision: row.integer(2))
    }
  }

  func put(_ podcast: PodcastEntry) throws {
    try database.run(
      """
      INSERT INTO podcast (id, added, sequence, revision, appeared) VALUES (?1, ?2, ?2, ?3, 1)
      ON CONFLICT (id) DO UPDATE SET sequence = ?2, revision = ?3
      """,
      .text(podcast.id), .integer(Int64(podcast.sequence.rawValue)), .integer(Int64(podcast.revision)))
  }

  /// Podcasts, the last added first: their place in that order and their newest event's.
  func forEachPodcast(before place: Int, limit: Int, body: (Int, Position) throws -> Bool) throws {
    try database.forEach(
      "SELECT added, sequence FROM podcast WHERE added < ?1 ORDER BY added DESC LIMIT ?2", .integer(Int64(place)),
      .integer(Int64(limit))
    ) { row in
      try body(row.integer(0), row.position(1))
    }
  }

  func remove(podcast id: String) throws {
    try database.run("DELETE FROM podcast WHERE id = ?1", .text(id))
  }

  // MARK: What appears when feed-ingest's log begins anew

  func forgetAppearances() throws {
    try database.run("UPDATE podcast SET appeared = 0")
    // Another log may have other keys for the same items: then the other rules find the episodes that these are.
    try database.run("UPDATE episode SET present = 0")
    try database.run("DELETE FROM staged")
  }

  func noteAppearance(ofPodcast id: String) throws {
    try database.run("UPDATE podcast SET appeared = 1 WHERE id = ?1 AND appeared = 0", .text(id))
  }

  func podcastsThatDidNotAppear() throws -> [PodcastEntry] {
    try database.all("SELECT id, sequence, revision FROM podcast WHERE appeared = 0") { row in
      PodcastEntry(id: row.text(0), sequence: row.position(1), revision: row.integer(2))
    }
  }

  // MARK: Episodes

  private static let episodeColumns =
    "id, podcast, sequence, revision, ordering, first_seen, withdrawn, present"

  private static func episode(_ row: borrowing Row) -> EpisodeEntry {
    EpisodeEntry(
      id: row.text(0), podcast: row.text(1), sequence: row.position(2), revision: row.integer(3),
      order: row.integer(4), firstSeen: row.integer(5), isWithdrawn: row.integer(6) != 0, isPresent: row.integer(7) != 0
    )
  }

  func episode(_ id: String) throws -> EpisodeEntry? {
    try database.first("SELECT \(Self.episodeColumns) FROM episode WHERE id = ?1", .text(id), make: Self.episode)
  }

  /// The episodes of a feed that go by a name.
  func episodes(feed: String, rule: Rule, value: String) throws -> [EpisodeEntry] {
    try database.all(
      """
      SELECT \(Self.episodeColumns) FROM episode WHERE id IN (
        SELECT episode FROM name WHERE feed = ?1 AND rule = ?2 AND value = ?3)
      """,
      .text(feed), .text(rule.rawValue), .text(value), make: Self.episode)
  }

  func put(_ episode: EpisodeEntry) throws {
    try database.run(
      """
      INSERT OR REPLACE INTO episode (\(Self.episodeColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      .text(episode.id), .text(episode.podcast), .integer(Int64(episode.sequence.rawValue)),
      .integer(Int64(episode.revision)), .integer(Int64(episode.order)), .integer(Int64(episode.firstSeen)),
      .flag(episode.isWithdrawn), .flag(episode.isPresent))
  }

  func add(name value: String, rule: Rule, feed: String, episode: String) throws {
    try database.run(
      "INSERT OR IGNORE INTO name (feed, rule, value, episode) VALUES (?1, ?2, ?3, ?4)", .text(feed),
      .text(rule.rawValue), .text(value), .text(episode))
  }

  /// Makes feed-ingest's key for an item mean this episode and no other, and this episode be that item and no other:
  /// should its former item come back beside it, that is another episode.
  func assign(item: String, feed: String, to episode: String) throws {
    try database.run(
      "DELETE FROM name WHERE feed = ?1 AND rule = ?2 AND value = ?3 AND episode <> ?4", .text(feed),
      .text(Rule.item.rawValue), .text(item), .text(episode))
    try database.run(
      "DELETE FROM name WHERE episode = ?1 AND rule = ?2 AND value <> ?3", .text(episode),
      .text(Rule.item.rawValue), .text(item))
    try add(name: item, rule: .item, feed: feed, episode: episode)
  }

  func episodes(ofPodcast podcast: String) throws -> [EpisodeEntry] {
    try database.all(
      "SELECT \(Self.episodeColumns) FROM episode WHERE podcast = ?1 ORDER BY ordering, id", .text(podcast),
      make: Self.episode)
  }

  func remove(episode id: String) throws {
    try database.run("DELETE FROM name WHERE episode = ?1", .text(id))
    try database.run("DELETE FROM episode WHERE id = ?1", .text(id))
  }

  /// Episodes, newest first.
  ///
  /// - Parameter place: begins after this place in the order; nil for the first page.
  func forEachEpisode(
    ofPodcast podcast: String?, withdrawn: Bool?, before place: ListPlace?, limit: Int,
    body: (EpisodeEntry) throws -> Bool
  ) throws {
    var conditions: [String] = []
    var values: [Value] = []
    func condition(_ sql: (Int) -> String, _ value: Value) {
      values.append(value)
      conditions.append(sql(values.count))
    }
    if let podcast { condition({ "podcast = ?\($0)" }, .text(podcast)) }
    if let withdrawn { condition({ "withdrawn = ?\($0)" }, .flag(withdrawn)) }
    if let place {
      values += [.integer(Int64(place.order)), .text(place.id)]
      conditions.append("(ordering, id) < (?\(values.count - 1), ?\(values.count))")
    }
    let filter = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    try database.forEach(
      "SELECT \(Self.episodeColumns) FROM episode \(filter) ORDER BY ordering DESC, id DESC LIMIT \(limit)",
      values: values
    ) { row in
      try body(Self.episode(row))
    }
  }

  // MARK: Staging

  /// An item event that waits for its document to close.
  struct StagedItem {
    let verb: String
    /// feed-ingest's key for the item.
    let item: String
    let cause: Cause
    let time: Timestamp
    let data: [UInt8]
  }

  func stage(_ event: Event, verb: String) throws {
    try database.run(
      "INSERT INTO staged (feed, verb, item, cause, traceparent, time, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      .text(event.partitionKey), .text(verb), .text(event.subject), .text(event.causationID),
      .text(orNull: event.traceparent), .integer(event.time.rawValue), .blob(Array(event.data)))
  }

  /// The staged items of a feed in their order.
  func stagedItems(feed: String) throws -> [StagedItem] {
    try database.all(
      "SELECT verb, item, cause, traceparent, time, data FROM staged WHERE feed = ?1 ORDER BY id", .text(feed)
    ) { row in
      StagedItem(
        verb: row.text(0), item: row.text(1), cause: Cause(id: row.text(2), traceparent: row.optionalText(3)),
        time: Timestamp(rawValue: Int64(row.integer(4))), data: row.blob(5))
    }
  }

  func hasStagedItems(feed: String) throws -> Bool {
    try database.first("SELECT 1 FROM staged WHERE feed = ?1 LIMIT 1", .text(feed)) { _ in true } ?? false
  }

  func clearStage(feed: String) throws {
    try database.run("DELETE FROM staged WHERE feed = ?1", .text(feed))
  }
}
