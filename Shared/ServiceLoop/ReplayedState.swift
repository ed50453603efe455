internal import CastwireBus
internal import Storage

/// What has come so far of the whole state of a log that took another's place: of each subject its newest event.
///
/// Applied one by one as they come, the events would take everything back to what it once was and forward again, and
/// tell of it. So they wait until the state is whole.
final class ReplayedState {
  static let migrations = Migrations(
    component: "replayed",
    steps: [
      """
      CREATE TABLE replayed (
        family TEXT NOT NULL, subject TEXT NOT NULL, sequence INTEGER NOT NULL, json BLOB NOT NULL,
        PRIMARY KEY (family, subject)
      );
      CREATE TABLE replaying (upstream TEXT PRIMARY KEY) WITHOUT ROWID;
      """
    ])

  private let database: Database
  private let upstream: String
  /// Whether events are kept here and not applied.
  private(set) var isActive: Bool

  init(database: Database, upstream: String) throws {
    self.database = database
    self.upstream = upstream
    try Self.migrations.apply(to: database)
    isActive = try database.first("SELECT 1 FROM replaying WHERE upstream = ?1", .text(upstream)) { _ in true } ?? false
  }

  /// Keeps events from now on. What was kept of an earlier log is forgotten.
  func begin() throws {
    try database.run("DELETE FROM replayed")
    try database.run("INSERT OR REPLACE INTO replaying (upstream) VALUES (?1)", .text(upstream))
    isActive = true
  }

  func keep(_ event: Event) throws {
    try database.run(
      "INSERT OR REPLACE INTO replayed (family, subject, sequence, json) VALUES (?1, ?2, ?3, ?4)",
      .text(String(event.familyAndVerb?.family ?? "")), .text(event.subject),
      .integer(Int64(event.sequence.rawValue)), .blob(event.json))
  }

  /// Gives each subject's newest event in the order of the log, and forgets them.
  func finish(_ body: (Event) throws -> Void) throws {
    try database.forEach("SELECT json FROM replayed ORDER BY sequence") { row in
      try body(try Event(json: row.blob(0)))
      return true
    }
    try database.run("DELETE FROM replayed")
    try database.run("DELETE FROM replaying WHERE upstream = ?1", .text(upstream))
    isActive = false
  }
}
