internal import Castwire
internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// The formatter's tables: what the cells of each entity are made from, which cells stand where in the log, and what is
/// still to be done.
final class CellStore {
  let database: Database

  init(database: Database) throws {
    self.database = database
    try Self.migrations.apply(to: database)
  }

  // MARK: Entities

  private static let columns = "number, id, kind, feed, ordering, first_seen, initial"

  private static func entity(_ row: borrowing Row) -> Entity {
    Entity(
      number: row.integer(0), id: row.text(1), kind: CellKind(rawValue: row.text(2)) ?? .episode, feed: row.text(3),
      order: row.integer(4), firstSeen: row.integer(5), initial: row.integer(6) != 0)
  }

  func entity(_ id: String) throws -> Entity? {
    try database.first("SELECT \(Self.columns) FROM entity WHERE id = ?1", .text(id), make: Self.entity)
  }

  func entity(number: Int) throws -> Entity? {
    try database.first(
      "SELECT \(Self.columns) FROM entity WHERE number = ?1", .integer(Int64(number)), make: Self.entity)
  }

  var hasEntities: Bool {
    get throws { try database.first("SELECT 1 FROM entity LIMIT 1") { _ in true } ?? false }
  }

  /// Adds an entity that is not there.
  ///
  /// - Parameter facts: as they are stored.
  /// - Returns: its number.
  func add(
    _ id: String, kind: CellKind, feed: String, order: Int, firstSeen: Int, initial: Bool, facts: [UInt8], era: Int
  ) throws -> Int {
    try database.first(
      """
      INSERT INTO entity (id, kind, feed, ordering, first_seen, initial, facts, appeared)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING number
      """, .text(id), .text(kind.rawValue), .text(feed), .integer(Int64(order)), .integer(Int64(firstSeen)),
      .flag(initial), .blob(facts), .integer(Int64(era))
    ) { $0.integer(0) } ?? 0
  }

  func put(order: Int, firstSeen: Int, of number: Int) throws {
    try database.run(
      "UPDATE entity SET ordering = ?2, first_seen = ?3 WHERE number = ?1", .integer(Int64(number)),
      .integer(Int64(order)), .integer(Int64(firstSeen)))
  }

  func put(facts: [UInt8], of number: Int) throws {
    try database.run("UPDATE entity SET facts = ?2 WHERE number = ?1", .integer(Int64(number)), .blob(facts))
  }

  /// What is stored of an entity's facts; nil where they are yet to come from the catalog.
  func facts(of number: Int) throws -> [UInt8]? {
    try database.first("SELECT facts FROM entity WHERE number = ?1", .integer(Int64(number))) { row in
      row.isNull(0) ? nil : row.blob(0)
    } ?? nil
  }

  /// Removes an entity that has no cells any more.
  func remove(entity number: Int) throws {
    try database.run("DELETE FROM entity WHERE number = ?1", .integer(Int64(number)))
  }

  /// Entities, newest first.
  ///
  /// - Parameter place: begins after this place in the order; nil for the first page.
  func forEachEntity(
    kind: CellKind, feed: String?, before place: ListPlace?, limit: Int, body: (Entity) throws -> Bool
  ) throws {
    var values: [Value] = [.text(kind.rawValue)]
    var filter = "kind = ?1"
    if let feed {
      values.append(.text(feed))
      filter += " AND feed = ?\(values.count)"
    }
    if let place {
      values += [.integer(Int64(place.order)), .text(place.id)]
      filter += " AND (ordering, id) < (?\(values.count - 1), ?\(values.count))"
    }
    values.append(.integer(Int64(limit)))
    try database.forEach(
      "SELECT \(Self.columns) FROM entity WHERE \(filter) ORDER BY ordering DESC, id DESC LIMIT ?\(values.count)",
      values: values
    ) { row in
      try body(Self.entity(row))
    }
  }

  /// Entities in the order in which they came, for going through all of them in steps.
  func entities(after number: Int, limit: Int) throws -> [Entity] {
    try database.all(
      "SELECT \(Self.columns) FROM entity WHERE number > ?1 ORDER BY number LIMIT ?2", .integer(Int64(number)),
      .integer(Int64(limit)), make: Self.entity)
  }

  // MARK: What another log's state did not hold

  /// Notes that the entity is in the state that the catalog's log holds.
  func noteAppearance(of number: Int, era: Int) throws {
    try database.run(
      "UPDATE entity SET appeared = ?2 WHERE number = ?1", .integer(Int64(number)), .integer(Int64(era)))
  }

  /// Those of the next so many entities that did not appear, and the number of the last that was looked at; nil for that
  /// after the end.
  func entitiesThatDidNotAppear(
    after number: Int, limit: Int, era: Int
  ) throws -> (gone: [Entity], last: Int?) {
    var gone: [Entity] = []
    var (count, last) = (0, number)
    try database.forEach(
      "SELECT \(Self.columns), appeared FROM entity WHERE number > ?1 ORDER BY number LIMIT ?2",
      .integer(Int64(number)), .integer(Int64(limit))
    ) { row in
      count += 1
      last = row.integer(0)
      if row.integer(7) < era { gone.append(Self.entity(row)) }
      return true
    }
    return (gone, count < limit ? nil : last)
  }
}
