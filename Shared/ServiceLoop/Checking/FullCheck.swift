internal import CastwireBus
internal import Storage

/// The check of everything: the file, each event, the log as a whole, and the service's tables against it.
///
/// It only reads, of one moment, also while the service runs.
struct FullCheck {
  private let database: Database
  private let service: String
  private let tables: ServiceTables
  private let found: (String) -> Void
  private let progress: (String, Double?) -> Void

  /// - Parameters:
  ///   - database: a connection that reads.
  ///   - found: gets each finding, in words.
  ///   - progress: gets what is looked at, and the share of it that is done, where that is known.
  init(
    database: Database, service: String, tables: ServiceTables, found: @escaping (String) -> Void,
    progress: @escaping (String, Double?) -> Void = { _, _ in }
  ) {
    self.database = database
    self.service = service
    self.tables = tables
    self.found = found
    self.progress = progress
  }

  /// - Returns: how many events were looked at.
  /// - Throws: `DatabaseError` where the file cannot be read on, `NewerDatabaseError`, `OlderDatabaseError`,
  ///   `ForeignDatabaseError`.
  func run() throws -> Int {
    for migrations in tables.allMigrations { try migrations.check(database) }
    guard try EventLog.migrations.isApplied(to: database) else {
      throw OlderDatabaseError(path: database.path, service: service)
    }
    return try database.reading {
      progress("the file", nil)
      try checkFile()
      let (log, owner) = try database.first("SELECT id, service FROM log") { ($0.text(0), $0.text(1)) } ?? ("", service)
      guard owner == service else {
        throw ForeignDatabaseError(path: database.path, owner: owner, service: service)
      }
      let state = try CompactionProgress(database: database)
      let count = try checkEvents(log, state)
      progress("what is known of subjects", nil)
      try checkNewest(state)
      progress("the tables of \(service)", nil)
      try tables.check(database, CheckedLog(database: database), found)
      return count
    }
  }

  private func checkFile() throws {
    try database.forEach("PRAGMA integrity_check") { row in
      let text = row.text(0)
      if text != "ok" { found("the file: \(text)") }
      return true
    }
  }

  private func checkEvents(_ log: String, _ state: CompactionProgress) throws -> Int {
    let logs = Set(try database.all("SELECT id FROM former_log") { $0.text(0) }).union([log])
    var heads: [String: Position] = [:]
    try database.forEach("SELECT name, head FROM family") { row in
      heads[row.text(0)] = row.position(1)
      return true
    }
    let total = try database.first("SELECT count(*) FROM event") { $0.integer(0) } ?? 0
    var chain = ChainCheck(heads: heads, horizon: state.horizon)
    var count = 0
    try database.forEach("SELECT \(StoredEvent.columns) FROM event ORDER BY sequence DESC") { row in
      let event = StoredEvent(row)
      event.findings(service: service, logs: logs).forEach(found)
      chain.findings(event, previous: event.previous() ?? Position(0)).forEach(found)
      count += 1
      if count % 1_000 == 0 { progress("events", Double(count) / Double(max(total, 1))) }
      return true
    }
    chain.findings(above: Position(0)).forEach(found)
    return count
  }

  /// Compaction drops what `newest` does not name; so what that names must be right.
  private func checkNewest(_ state: CompactionProgress) throws {
    try database.forEach(
      """
      SELECT newest.family, newest.subject, newest.sequence FROM newest LEFT JOIN event USING (sequence)
      WHERE event.subject IS NOT newest.subject OR event.family IS NOT newest.family
      """
    ) { row in
      found(
        "newest: event \(row.position(2)) of \(row.text(0)) \(row.text(1)) is missing or another's")
      return true
    }
    try database.forEach(
      """
      SELECT family, subject, max(sequence), count(*) FILTER (WHERE sequence <= ?1) FROM event WHERE sequence <= ?2
      GROUP BY family, subject
      """, .integer(Int64(state.horizon.rawValue)), .integer(Int64(state.indexed.rawValue))
    ) { row in
      let known = try database.first(
        "SELECT sequence FROM newest WHERE family = ?1 AND subject = ?2", .text(row.text(0)), .text(row.text(1)),
        make: { $0.integer(0) })
      // A chunk that is being entered is ahead of what is entered.
      if known ?? 0 < row.integer(2) {
        found("newest: of \(row.text(0)) \(row.text(1)) it is older than event \(row.position(2))")
      }
      if row.integer(3) > 1 { found("beyond the horizon there are \(row.integer(3)) events of \(row.text(1))") }
      return true
    }
    try database.forEach(
      "SELECT sequence FROM ending LEFT JOIN event USING (sequence) WHERE event.sequence IS NULL"
    ) { row in
      found("ending: event \(row.position(0)) is missing")
      return true
    }
  }
}

/// The database is of an earlier version, whose tables differ.
struct OlderDatabaseError: Error, CustomStringConvertible {
  let path: String
  let service: String

  var description: String {
    "\(path) was written by an earlier version of Castwire; '\(service) run' brings it up to this one"
  }
}
