internal import Castwire
internal import CastwireBus
internal import Storage

extension CellStore {
  /// A cell in one locale.
  struct Cell: Hashable {
    let locale: String
    /// Where its event stands in the log.
    let sequence: Position
    /// From when on its words are no longer right, in seconds since 1970; nil for those that keep.
    let staleAt: Int?
  }

  private static func cell(_ row: borrowing Row) -> Cell {
    Cell(locale: row.text(0), sequence: Position(UInt64(row.integer(1))), staleAt: row.optionalInteger(2))
  }

  func cell(of number: Int, locale: String) throws -> Cell? {
    try database.first(
      "SELECT locale, sequence, stale_at FROM cell WHERE entity = ?1 AND locale = ?2", .integer(Int64(number)),
      .text(locale), make: Self.cell)
  }

  /// All cells of an entity, also in locales that are published no more.
  func cells(of number: Int) throws -> [Cell] {
    try database.all(
      "SELECT locale, sequence, stale_at FROM cell WHERE entity = ?1 ORDER BY locale", .integer(Int64(number)),
      make: Self.cell)
  }

  /// The newest cell of the entity in whichever locale, for the text that all locales share.
  func newestCell(of number: Int) throws -> Cell? {
    try database.first(
      "SELECT locale, sequence, stale_at FROM cell WHERE entity = ?1 ORDER BY sequence DESC LIMIT 1",
      .integer(Int64(number)), make: Self.cell)
  }

  /// Adds a cell where the entity has none in that locale.
  func add(_ cell: Cell, of number: Int, kind: CellKind) throws {
    try database.run(
      "INSERT INTO cell (entity, locale, sequence, stale_at) VALUES (?1, ?2, ?3, ?4)", .integer(Int64(number)),
      .text(cell.locale), .integer(Int64(cell.sequence.rawValue)), .integer(orNull: cell.staleAt))
    try database.run(
      """
      INSERT INTO cell_count (locale, kind, count) VALUES (?1, ?2, 1)
      ON CONFLICT (locale, kind) DO UPDATE SET count = count + 1
      """, .text(cell.locale), .text(kind.rawValue))
  }

  /// Replaces the cell that the entity has in that locale.
  func replace(_ cell: Cell, of number: Int) throws {
    try database.run(
      "UPDATE cell SET sequence = ?3, stale_at = ?4 WHERE entity = ?1 AND locale = ?2", .integer(Int64(number)),
      .text(cell.locale), .integer(Int64(cell.sequence.rawValue)), .integer(orNull: cell.staleAt))
  }

  func removeCell(of number: Int, kind: CellKind, locale: String) throws {
    let count = try database.run(
      "DELETE FROM cell WHERE entity = ?1 AND locale = ?2", .integer(Int64(number)), .text(locale))
    try database.run(
      "UPDATE cell_count SET count = count - ?3 WHERE locale = ?1 AND kind = ?2", .text(locale), .text(kind.rawValue),
      .integer(Int64(count)))
  }

  /// How many cells there are in each locale and of each kind, where there are any.
  func cellCounts() throws -> [(locale: String, kind: CellKind, count: Int)] {
    try database.all("SELECT locale, kind, count FROM cell_count WHERE count > 0") { row in
      (row.text(0), CellKind(rawValue: row.text(1)) ?? .episode, row.integer(2))
    }
  }

  // MARK: Words that time changes

  /// A cell whose words are no longer right.
  struct StaleCell: Hashable {
    let entity: Int
    let cell: Cell
  }

  /// Those cells of which the words have not been right for longest.
  func staleCells(at now: Int, limit: Int) throws -> [StaleCell] {
    try database.all(
      """
      SELECT locale, sequence, stale_at, entity FROM cell WHERE stale_at <= ?1 ORDER BY stale_at, entity, locale
      LIMIT ?2
      """, .integer(Int64(now)), .integer(Int64(limit))
    ) { row in
      StaleCell(entity: row.integer(3), cell: Self.cell(row))
    }
  }

  /// How many cells have words that are no longer right, and since when the first of them.
  func staleness(at now: Int) throws -> (count: Int, oldest: Int?) {
    try database.first(
      "SELECT count(*), min(stale_at) FROM cell WHERE stale_at <= ?1", .integer(Int64(now))
    ) { row in
      (row.integer(0), row.optionalInteger(1))
    } ?? (0, nil)
  }

  /// When the next cell goes stale, or when the first did.
  func soonestStale() throws -> Int? {
    try database.first("SELECT min(stale_at) FROM cell WHERE stale_at IS NOT NULL") { $0.optionalInteger(0) } ?? nil
  }

  /// Takes the words of some entities for wrong, where time changes them.
  ///
  /// - Returns: the number of the last entity that was looked at; nil after the end.
  func doubtCells(ofEntitiesAfter number: Int, limit: Int, now: Int) throws -> Int? {
    let numbers = try database.all(
      "SELECT number FROM entity WHERE number > ?1 ORDER BY number LIMIT ?2", .integer(Int64(number)),
      .integer(Int64(limit))
    ) { $0.integer(0) }
    guard let last = numbers.last else { return nil }
    try database.run(
      "UPDATE cell SET stale_at = ?3 WHERE entity > ?1 AND entity <= ?2 AND stale_at > ?3", .integer(Int64(number)),
      .integer(Int64(last)), .integer(Int64(now)))
    return numbers.count < limit ? nil : last
  }
}
