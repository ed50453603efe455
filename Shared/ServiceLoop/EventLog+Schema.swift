internal import CastwireBus
public import Storage

extension EventLog {
  /// The log's tables.
  public static let migrations = Migrations(
    component: "log",
    steps: [
      """
      CREATE TABLE log (id TEXT NOT NULL);
      CREATE TABLE family (name TEXT PRIMARY KEY, head INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE event (
        sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, family TEXT NOT NULL, feed TEXT NOT NULL,
        subject TEXT NOT NULL, json BLOB NOT NULL
      );
      """,
      // An index of events by subject would make every insert write a page of its own: with a million subjects a fifth
      // of the rate is left. So `newest` follows the head at leisure, and only compaction writes it.
      """
      ALTER TABLE log ADD COLUMN service TEXT;
      ALTER TABLE log ADD COLUMN identified INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE former_log (id TEXT PRIMARY KEY) WITHOUT ROWID;
      ALTER TABLE family ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
      UPDATE family SET size = (SELECT coalesce(sum(length(json)), 0) FROM event WHERE family = name);
      CREATE TABLE newest (
        family TEXT NOT NULL, subject TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (family, subject)
      ) WITHOUT ROWID;
      CREATE TABLE ending (sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL);
      INSERT INTO ending SELECT sequence, time FROM event
        WHERE replace(json_extract(CAST(json AS TEXT), '$.type'), '.v1', '') GLOB '*.removed'
        OR replace(json_extract(CAST(json AS TEXT), '$.type'), '.v1', '') GLOB '*.left'
        OR replace(json_extract(CAST(json AS TEXT), '$.type'), '.v1', '') GLOB '*.unfollowed';
      \(CompactionProgress.schema)
      """,
    ])

  /// Whether a database holds a log of any version.
  static func isThere(in database: Database) throws -> Bool {
    try database.first("SELECT count(*) FROM sqlite_master WHERE name IN ('log', 'event')") { $0.integer(0) } == 2
  }

  /// The service whose log a database holds; nil where it has no events that say so.
  static func owner(in database: Database) throws -> String? {
    if try migrations.isApplied(to: database),
      let owner = try database.first("SELECT service FROM log", make: { $0.optionalText(0) }), let owner
    {
      return owner
    }
    return try database.first("SELECT json FROM event LIMIT 1") { row in try Event(json: row.blob(0)).service }
  }

  /// Whether a type names the end of its subject: `castwire.item.left.v1`.
  static func isEnding(type: String) -> Bool {
    let words = type.split(separator: ".")
    return words.count > 2 && Retention.endingVerbs.contains(words[words.count - 2])
  }
}

/// The file is another service's.
public struct ForeignDatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The database file.
  public let path: String
  /// Whose it is.
  public let owner: String
  /// Who opened it.
  public let service: String

  /// The error in words, for a person.
  public var description: String {
    "\(path) is the database of \(owner), not of \(service)"
  }
}
