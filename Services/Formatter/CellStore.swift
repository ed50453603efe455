internal import Castwire
internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// The formatter's tables: which cells stand where in its log, and what the words of an entity are made from.
final class CellStore {
  /// An episode, video or photo that has cells.
  struct Entity: Hashable {
    let id: String
    let kind: CellKind
    let feed: String
    /// What lists are ordered by, in seconds since 1970.
    var order: Int
    /// When it was first seen, in seconds since 1970.
    let firstSeen: Int
    /// In seconds.
    var duration: Double?
    /// In seconds since 1970.
    var date: Int?
  }

  /// A cell in one locale.
  struct Cell: Hashable {
    /// Where its event stands in the log.
    let sequence: Position
    /// Of the cell's JSON, by which a cell that did not change is told.
    let digest: String
  }

  static let migrations = Migrations(
    component: "formatter",
    steps: [
      """
      CREATE TABLE entity (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, feed TEXT NOT NULL, ordering INTEGER NOT NULL,
        first_seen INTEGER NOT NULL, duration REAL, date INTEGER, appeared INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX entity_order ON entity (kind, ordering, id);
      CREATE INDEX entity_order_of_feed ON entity (kind, feed, ordering, id);
      CREATE TABLE cell (
        locale TEXT NOT NULL, entity TEXT NOT NULL, sequence INTEGER NOT NULL, digest TEXT NOT NULL,
        PRIMARY KEY (entity, locale)
      ) WITHOUT ROWID;
      CREATE TABLE locale (name TEXT PRIMARY KEY, rules TEXT NOT NULL) WITHOUT ROWID;
      """
    ])

  private let database: Database

  init(database: Database) throws {
    self.database = database
    try Self.migrations.apply(to: database)
  }

  // MARK: Entities

  private static let columns = "id, kind, feed, ordering, first_seen, duration, date"

  private static func entity(_ row: borrowing Row) -> Entity {
    Entity(
      id: row.text(0), kind: CellKind(rawValue: row.text(1)) ?? .episode, feed: row.text(2), order: row.integer(3),
      firstSeen: row.integer(4), duration: row.isNull(5) ? nil : row.real(5), date: row.optionalInteger(6))
  }

  func entity(_ id: String) throws -> Entity? {
    try database.first("SELECT \(Self.columns) FROM entity WHERE id = ?1", .text(id), make: Self.entity)
  }

  func put(_ entity: Entity) throws {
    try database.run(
      "INSERT OR REPLACE INTO entity (\(Self.columns), appeared) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1)",
      .text(entity.id), .text(entity.kind.rawValue), .text(entity.feed), .integer(Int64(entity.order)),
      .integer(Int64(entity.firstSeen)), entity.duration.map { .real($0) } ?? .null, .integer(orNull: entity.date))
  }

  func remove(entity id: String) throws {
    try database.run("DELETE FROM cell WHERE entity = ?1", .text(id))
    try database.run("DELETE FROM entity WHERE id = ?1", .text(id))
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
    try database.forEach(
      "SELECT \(Self.columns) FROM entity WHERE \(filter) ORDER BY ordering DESC, id DESC LIMIT \(limit)",
      values: values
    ) { row in
      try body(Self.entity(row))
    }
  }

  /// Entities in the order of their ids, for going through all of them in steps.
  func entities(after id: String, limit: Int) throws -> [Entity] {
    try database.all(
      "SELECT \(Self.columns) FROM entity WHERE id > ?1 ORDER BY id LIMIT ?2", .text(id), .integer(Int64(limit)),
      make: Self.entity)
  }

  func forgetAppearances() throws {
    try database.run("UPDATE entity SET appeared = 0")
  }

  func entitiesThatDidNotAppear() throws -> [Entity] {
    try database.all("SELECT \(Self.columns) FROM entity WHERE appeared = 0", make: Self.entity)
  }

  // MARK: Cells

  func cell(of entity: String, locale: String) throws -> Cell? {
    try database.first(
      "SELECT sequence, digest FROM cell WHERE entity = ?1 AND locale = ?2", .text(entity), .text(locale)
    ) { row in
      Cell(sequence: row.position(0), digest: row.text(1))
    }
  }

  /// The newest cell of the entity in whichever locale, for the texts that all locales share: a locale that is published
  /// no more has old ones.
  func newestCell(of entity: String) throws -> Cell? {
    try database.first(
      "SELECT sequence, digest FROM cell WHERE entity = ?1 ORDER BY sequence DESC LIMIT 1", .text(entity)
    ) { row in
      Cell(sequence: row.position(0), digest: row.text(1))
    }
  }

  func locales(ofCellsOf entity: String) throws -> [String] {
    try database.all("SELECT locale FROM cell WHERE entity = ?1 ORDER BY locale", .text(entity)) { $0.text(0) }
  }

  func put(_ cell: Cell, entity: String, locale: String) throws {
    try database.run(
      "INSERT OR REPLACE INTO cell (locale, entity, sequence, digest) VALUES (?1, ?2, ?3, ?4)", .text(locale),
      .text(entity), .integer(Int64(cell.sequence.rawValue)), .text(cell.digest))
  }

  // MARK: Rules

  /// The rules by which all cells of a locale were made; nil where they were not all made.
  func rules(ofLocale locale: String) throws -> String? {
    try database.first("SELECT rules FROM locale WHERE name = ?1", .text(locale)) { $0.text(0) }
  }

  /// Forgets the rules of all locales but these: what changes while they are not published, their cells miss.
  func keepRules(ofLocales names: [String]) throws {
    let kept = try database.all("SELECT name FROM locale") { $0.text(0) }
    for name in kept where !names.contains(name) {
      try database.run("DELETE FROM locale WHERE name = ?1", .text(name))
    }
  }

  func put(rules: String, ofLocale locale: String) throws {
    try database.run("INSERT OR REPLACE INTO locale (name, rules) VALUES (?1, ?2)", .text(locale), .text(rules))
  }
}
