internal import Storage

/// What the formatter knows of itself.
struct FormatterState: Hashable {
  /// The number of what is kept of entities, `Facts.version` when it was all taken in.
  var facts: Int
  /// Counts how often the catalog's whole state was taken in anew.
  var era: Int
  /// When these tables were made, in milliseconds since 1970: what the catalog said before is no news.
  let since: Int
  /// The latest time by which cells were made whose words time changes, in seconds since 1970.
  var clock: Int
  /// The number of the entity up to which those that left the catalog were looked for; nil where none are to be.
  var sweptTo: Int?
  /// The number of the entity up to which words were doubted, since the clock was set back; nil where none are to be.
  var doubtedTo: Int?
}

extension CellStore {
  /// - Parameter now: in milliseconds since 1970; for tables that were just made.
  func state(now: Int) throws -> FormatterState {
    let state = try database.first("SELECT facts, era, since, clock, swept_to, doubted_to FROM state") { row in
      FormatterState(
        facts: row.integer(0), era: row.integer(1), since: row.integer(2), clock: row.integer(3),
        sweptTo: row.optionalInteger(4), doubtedTo: row.optionalInteger(5))
    }
    if let state { return state }
    // Entities that were there before facts were kept have none.
    let hasEntities = try database.first("SELECT 1 FROM entity LIMIT 1") { _ in true } ?? false
    let new = FormatterState(facts: hasEntities ? 0 : Facts.version, era: 1, since: hasEntities ? 0 : now, clock: 0)
    try database.run(
      "INSERT INTO state (facts, era, since, clock) VALUES (?1, 1, ?2, 0)", .integer(Int64(new.facts)),
      .integer(Int64(new.since)))
    return new
  }

  func put(_ state: FormatterState) throws {
    try database.run(
      "UPDATE state SET facts = ?1, era = ?2, clock = ?3, swept_to = ?4, doubted_to = ?5", .integer(Int64(state.facts)),
      .integer(Int64(state.era)), .integer(Int64(state.clock)), .integer(orNull: state.sweptTo),
      .integer(orNull: state.doubtedTo))
  }

  /// Runs `body` in a transaction of its own.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try database.transaction(body)
  }
}
