internal import ServiceLoop
internal import Storage

/// The catalog's tables: indexes into its log, by identity and by date. The entities themselves stand in the log.
///
/// All of it happens in the transaction that is open on the connection.
final class CatalogStore {
  /// How far the tables are.
  struct Progress: Hashable {
    /// Up to this number entities stand in the lists of all feeds and among the marks of files.
    let listed: Int
    /// Up to this number some may stand there already, and what changes of them is changed there, too.
    let entering: Int
    /// Counts the logs of feed-ingest that the catalog has followed, from 1.
    let era: Int
    /// `NameHash.version` of the stored names.
    let namesVersion: Int
    /// Whether only the whole state of feed-ingest's log can say what is missing here.
    let lacksState: Bool
  }

  let database: Database
  /// The files of entities that do not stand among the marks yet; nil until they are wanted.
  var tail: MarkTail?
  /// The newest entity, of which nothing can be a former name.
  var newestEntity: Int?
  /// The entities that were changed while `IndexWork` held them in memory; nil while it holds none.
  var changedWhileEntering: Set<Int>?
  /// Whether there may be aliases; nil until that is asked.
  var hasAliases: Bool?
  /// The feeds of removed entities, whose names are still there.
  var feedsToSweep: Set<Int> = []

  init(database: Database) throws {
    self.database = database
    try Self.migrations.apply(to: database)
  }

  // MARK: Progress

  func progress() throws -> Progress {
    try database.first("SELECT listed, entering, era, names_version, lacks_state FROM progress") { row in
      Progress(
        listed: row.integer(0), entering: row.integer(1), era: row.integer(2), namesVersion: row.integer(3),
        lacksState: row.integer(4) != 0)
    } ?? Progress(listed: 0, entering: 0, era: 1, namesVersion: NameHash.version, lacksState: true)
  }

  /// The whole state of feed-ingest's log has come.
  func noteState() throws {
    try database.run("UPDATE progress SET lacks_state = 0 WHERE lacks_state <> 0")
  }

  /// The last thing in a transaction.
  func willCommit() throws {
    // Here and not before: what is read in the midst of a transaction could be undone.
    if tail?.isStale == true { tail = nil }
    guard !feedsToSweep.isEmpty else { return }
    for feed in feedsToSweep {
      try database.run(
        "DELETE FROM name WHERE feed = ?1 AND NOT EXISTS (SELECT 1 FROM entity WHERE number = name.entity)",
        .number(feed))
    }
    feedsToSweep = []
  }
}
