internal import Storage

/// What each feed's items were when they were seen last.
final class ItemStore {
  /// An item that was seen.
  struct Entry: Hashable {
    /// feed-ingest's own name for it: a UUID that it keeps, whatever the feed calls it.
    let key: String
    var identifier: String
    var enclosureURL: String?
    var digest: String
    var numberOfViews: Int?
    /// When it was published, in seconds since 1970.
    var date: Int?
    /// Its place in the document that held it last.
    var place: Int
    /// Whether the feed's newest document holds it.
    var isPresent: Bool
    /// Whether it was seen in a page of the feed's history alone: no later document is expected to hold it.
    var isHistory = false
    /// When a hub sent it, in milliseconds since 1970; nil once the feed's own server has had it.
    var pushed: Int64?
  }

  static let migrations = Migrations(
    component: "items",
    steps: [
      """
      CREATE TABLE item (
        feed TEXT NOT NULL, key TEXT NOT NULL, identifier TEXT NOT NULL, enclosure TEXT, digest TEXT NOT NULL,
        views INTEGER, date INTEGER, place INTEGER NOT NULL, present INTEGER NOT NULL, PRIMARY KEY (feed, key)
      ) WITHOUT ROWID;
      """,
      "ALTER TABLE item ADD COLUMN history INTEGER NOT NULL DEFAULT 0",
      "ALTER TABLE item ADD COLUMN pushed INTEGER",
    ])

  private let database: Database

  init(database: Database) throws {
    self.database = database
    try Self.migrations.apply(to: database)
  }

  /// All that was ever seen of a feed.
  func items(ofFeed feed: String) throws -> [Entry] {
    try database.all(
      """
      SELECT key, identifier, enclosure, digest, views, date, place, present, history, pushed FROM item WHERE feed = ?1
      """, .text(feed)
    ) { row in
      Entry(
        key: row.text(0), identifier: row.text(1), enclosureURL: row.optionalText(2), digest: row.text(3),
        numberOfViews: row.optionalInteger(4), date: row.optionalInteger(5), place: row.integer(6),
        isPresent: row.integer(7) != 0, isHistory: row.integer(8) != 0,
        pushed: row.optionalInteger(9).map(Int64.init))
    }
  }

  func put(_ item: Entry, feed: String) throws {
    try database.run(
      """
      INSERT OR REPLACE INTO item (feed, key, identifier, enclosure, digest, views, date, place, present, history,
        pushed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """,
      .text(feed), .text(item.key), .text(item.identifier), .text(orNull: item.enclosureURL), .text(item.digest),
      .integer(orNull: item.numberOfViews), .integer(orNull: item.date), .integer(Int64(item.place)),
      .flag(item.isPresent), .flag(item.isHistory), item.pushed.map { .integer($0) } ?? .null)
  }

  func removeItems(ofFeed feed: String) throws {
    try database.run("DELETE FROM item WHERE feed = ?1", .text(feed))
  }
}
