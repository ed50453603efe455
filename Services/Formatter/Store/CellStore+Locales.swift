internal import Castwire
internal import CastwireBus
internal import Storage

/// Which locales' cells are there, and how far they are made.
extension CellStore {
  /// A locale of which there are cells, or will be.
  struct LocaleState: Hashable {
    let name: String
    /// The rules by which its cells are made; empty for a locale that is published no more.
    let rules: String
    /// The number of the entity up to which they were made by these rules; nil once all are.
    let reached: Int?
  }

  func locales() throws -> [LocaleState] {
    try database.all("SELECT name, rules, reached FROM locale ORDER BY name") { row in
      LocaleState(name: row.text(0), rules: row.text(1), reached: row.optionalInteger(2))
    }
  }

  /// Whether all cells of a locale were made by the rules that are in force.
  func isComplete(locale name: String) throws -> Bool {
    try database.first("SELECT 1 FROM locale WHERE name = ?1 AND rules <> '' AND reached IS NULL", .text(name)) { _ in
      true
    } ?? false
  }

  func put(_ state: LocaleState) throws {
    try database.run(
      "INSERT OR REPLACE INTO locale (name, rules, reached) VALUES (?1, ?2, ?3)", .text(state.name),
      .text(state.rules), .integer(orNull: state.reached))
  }

  /// Forgets a locale that has no cells any more.
  func remove(locale name: String) throws {
    try database.run("DELETE FROM locale WHERE name = ?1", .text(name))
    try database.run("DELETE FROM cell_count WHERE locale = ?1", .text(name))
  }

  /// Entities that have a cell in a locale, in the order in which they came.
  func entities(withCellIn locale: String, after number: Int, limit: Int) throws -> [Entity] {
    let numbers = try database.all(
      "SELECT entity FROM cell WHERE entity > ?1 AND locale = ?2 ORDER BY entity LIMIT ?3", .integer(Int64(number)),
      .text(locale), .integer(Int64(limit))
    ) { $0.integer(0) }
    return try numbers.compactMap { try entity(number: $0) }
  }
}
