internal import CastwireBus
internal import Storage

/// How far a service has come in the log that it follows, and the events of it that could not be applied.
///
/// Written in the transaction that applies the events.
final class ConsumerStore {
  static let migrations = Migrations(
    component: "consumer",
    steps: [
      """
      CREATE TABLE cursor (
        upstream TEXT PRIMARY KEY, log TEXT NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
        starting_over INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE TABLE quarantine (
        id INTEGER PRIMARY KEY, upstream TEXT NOT NULL, log TEXT NOT NULL, sequence INTEGER,
        put_aside INTEGER NOT NULL, error TEXT NOT NULL, json BLOB NOT NULL
      );
      """
    ])

  private let database: Database
  private let upstream: String

  init(database: Database, upstream: String) throws {
    self.database = database
    self.upstream = upstream
    try Self.migrations.apply(to: database)
  }

  /// Where to go on.
  func start() throws -> Subscription.Start {
    let start = try database.first(
      "SELECT log, sequence, time, starting_over FROM cursor WHERE upstream = ?1", .text(upstream)
    ) { row in
      Subscription.Start.cursor(
        Cursor(
          log: row.text(0), sequence: Position(UInt64(row.integer(1))), time: Timestamp(rawValue: Int64(row.integer(2)))
        ),
        isStartingOver: row.integer(3) != 0)
    }
    return start ?? .beginning
  }

  func store(_ cursor: Cursor, isStartingOver: Bool) throws {
    try database.run(
      "INSERT OR REPLACE INTO cursor (upstream, log, sequence, time, starting_over) VALUES (?1, ?2, ?3, ?4, ?5)",
      .text(upstream), .text(cursor.log), .integer(Int64(cursor.sequence.rawValue)), .integer(cursor.time.rawValue),
      .flag(isStartingOver))
  }

  /// Forgets which log was followed, so that the one that is there is taken for another, and its whole state is taken in.
  func forgetLog() throws {
    try database.run("UPDATE cursor SET log = '', starting_over = 1 WHERE upstream = ?1", .text(upstream))
  }

  /// Puts an event aside that cannot be applied.
  ///
  /// - Parameter sequence: nil where it cannot be read so far.
  func quarantine(json: [UInt8], log: String, sequence: Position?, error: String, now: Timestamp) throws {
    try database.run(
      "INSERT INTO quarantine (upstream, log, sequence, put_aside, error, json) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      .text(upstream), .text(log), sequence.map { .integer(Int64($0.rawValue)) } ?? .null, .integer(now.rawValue),
      .text(error), .blob(json))
  }

  func quarantinedCount() throws -> Int {
    try database.first("SELECT count(*) FROM quarantine", make: { $0.integer(0) }) ?? 0
  }
}
