internal import CastwireBus
internal import Storage

/// What has come so far of the whole state of a log that took another's place: of each subject its newest event.
///
/// Applied one by one as they come, the events would take everything back to what it once was and forward again, and
/// tell of it. So they wait until the state is whole; then they are applied in the order of the log, some at a time, and
/// what comes meanwhile waits with them.
final class ReplayedState {
  private enum Phase: Int {
    /// Events are applied as they come.
    case inactive = -1
    case keeping = 0
    case applying = 1
  }

  static let migrations = Migrations(
    component: "replayed",
    steps: [
      """
      CREATE TABLE replayed (
        family TEXT NOT NULL, subject TEXT NOT NULL, sequence INTEGER NOT NULL, json BLOB NOT NULL,
        PRIMARY KEY (family, subject)
      );
      CREATE TABLE replaying (upstream TEXT PRIMARY KEY) WITHOUT ROWID;
      """,
      """
      ALTER TABLE replaying ADD COLUMN applying INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX replayed_order ON replayed (sequence);
      """,
    ])

  private let database: Database
  private let upstream: String
  private var phase: Phase

  init(database: Database, upstream: String) throws {
    self.database = database
    self.upstream = upstream
    try Self.migrations.apply(to: database)
    let stored = try database.first("SELECT applying FROM replaying WHERE upstream = ?1", .text(upstream)) { row in
      row.integer(0)
    }
    phase = stored.flatMap(Phase.init) ?? .inactive
  }

  /// Whether events are kept here and not applied.
  var isActive: Bool {
    phase != .inactive
  }

  /// Whether what is kept is to be applied.
  var isApplying: Bool {
    phase == .applying
  }

  /// Keeps events from now on. What was kept of an earlier log is forgotten.
  func begin() throws {
    try database.run("DELETE FROM replayed")
    try enter(.keeping)
  }

  func keep(_ event: Event) throws {
    try database.run(
      "INSERT OR REPLACE INTO replayed (family, subject, sequence, json) VALUES (?1, ?2, ?3, ?4)",
      .text(String(event.familyAndVerb?.family ?? "")), .text(event.subject),
      .integer(Int64(event.sequence.rawValue)), .blob(event.json))
  }

  /// The state is whole: what is kept is to be applied.
  func beginApplying() throws {
    try enter(.applying)
  }

  /// Takes out the first events in the order of the log.
  func take(_ count: Int) throws -> [Event] {
    let events = try database.all(
      "SELECT json FROM replayed ORDER BY sequence LIMIT ?1", .integer(Int64(count))
    ) { row in
      try Event(json: row.blob(0))
    }
    if let last = events.last {
      try database.run("DELETE FROM replayed WHERE sequence <= ?1", .integer(Int64(last.sequence.rawValue)))
    }
    return events
  }

  /// Events are applied as they come again.
  func end() throws {
    try database.run("DELETE FROM replaying WHERE upstream = ?1", .text(upstream))
    phase = .inactive
  }

  private func enter(_ phase: Phase) throws {
    try database.run(
      "INSERT OR REPLACE INTO replaying (upstream, applying) VALUES (?1, ?2)", .text(upstream),
      .integer(Int64(phase.rawValue)))
    self.phase = phase
  }
}
