internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// Entities, one row each.
extension CatalogStore {
  static let entityColumns =
    """
    entity.number, entity.feed, entity.id, entity.kind, entity.state, entity.sequence, entity.revision, entity.ordering, \
    entity.first_seen, entity.file, entity.duplicate_of
    """

  static func entity(_ row: borrowing Row) -> EntityRow {
    EntityRow(
      number: row.integer(0), feed: row.integer(1), id: row.id(2), kind: row.kind(3) ?? .episode,
      state: EntityState(rawValue: row.integer(4)), sequence: row.position(5), revision: row.integer(6),
      order: row.integer(7), firstSeen: row.integer(8), file: row.optionalHash(9), duplicateOf: row.optionalInteger(10))
  }

  // Made once: these are run several times for each item.
  private static let byNumber = "SELECT \(entityColumns) FROM entity WHERE number = ?1"
  private static let byID = "SELECT \(entityColumns) FROM entity WHERE feed = ?1 AND id = ?2"

  func entity(number: Int) throws -> EntityRow? {
    try database.first(Self.byNumber, .number(number), make: Self.entity)
  }

  func entity(feed: Int, id: String) throws -> EntityRow? {
    try database.first(Self.byID, .number(feed), .id(id), make: Self.entity)
  }

  func hasEntities(feed: Int) throws -> Bool {
    try database.first("SELECT 1 FROM entity WHERE feed = ?1 LIMIT 1", .number(feed)) { _ in true } ?? false
  }

  /// The entities that are duplicates of one.
  func dependants(of number: Int) throws -> [EntityRow] {
    try database.all(
      "SELECT \(Self.entityColumns) FROM entity WHERE duplicate_of = ?1 ORDER BY number", .number(number),
      make: Self.entity)
  }

  /// How many are known and not published yet.
  var pendingCount: Int {
    get throws {
      try database.first("SELECT count(*) FROM entity WHERE state & 8") { $0.integer(0) } ?? 0
    }
  }

  /// A feed's entities, whatever their state, the oldest first. What `body` changes of them does not disturb it.
  func forEachEntity(ofFeed feed: Int, kind: EntityKind? = nil, body: (EntityRow) throws -> Void) throws {
    let places = try database.all(
      "SELECT ordering, number, kind FROM entity INDEXED BY entity_id WHERE feed = ?1", .number(feed)
    ) { row in
      (order: row.integer(0), number: row.integer(1), kind: row.integer(2))
    }
    let wanted = kind.map { kind in places.filter { $0.kind == kind.rawValue } } ?? places
    for place in wanted.sorted(by: { ($0.order, $0.number) < ($1.order, $1.number) }) {
      if let row = try entity(number: place.number) { try body(row) }
    }
  }

  // MARK: Changes

  /// The number that the next new entity has.
  func nextNumber() throws -> Int {
    try database.first("SELECT seq + 1 FROM sqlite_sequence WHERE name = 'entity'") { $0.integer(0) } ?? 1
  }

  private static let insert = BulkInsert(
    """
    INSERT INTO entity
      (number, feed, id, kind, state, sequence, revision, ordering, first_seen, file, duplicate_of, item)
    """, columns: 12)

  /// Stores new entities that have their numbers already, from `nextNumber` on. Whoever adds them counts them (`count`).
  ///
  /// - Parameter entities: each with `NameHash.item` of feed-ingest's key, where no other entity has it; else `assign` is for
  ///   that.
  func add(_ entities: [(row: EntityRow, item: Int64?)]) throws {
    guard let last = entities.last else { return }
    try loadTail()
    var values: [Value] = []
    values.reserveCapacity(12 * entities.count)
    for (row, item) in entities {
      values.append(.number(row.number))
      values.append(.number(row.feed))
      values.append(.id(row.id))
      values.append(.number(row.kind.rawValue))
      values.append(.number(row.state.rawValue))
      values.append(.place(row.sequence))
      values.append(.number(row.revision))
      values.append(.number(row.order))
      values.append(.number(row.firstSeen))
      values.append(.hash(orNull: row.file))
      values.append(.integer(orNull: row.duplicateOf))
      values.append(.hash(orNull: item))
      if let file = row.file { tail?.add(Mark(hash: file, number: row.number)) }
    }
    try Self.insert.run(database, values)
    newestEntity = last.row.number
  }

  /// Stores what an entity has become, with all that follows for lists, marks and counts.
  ///
  /// - Parameter old: the entity as it is stored.
  func put(_ new: EntityRow, was old: EntityRow) throws {
    guard new != old else { return }
    var advanced = old
    (advanced.sequence, advanced.revision) = (new.sequence, new.revision)
    if advanced == new {
      // The usual case, in which no index has to be changed.
      try database.run(
        "UPDATE entity SET sequence = ?2, revision = ?3 WHERE number = ?1", .number(new.number), .place(new.sequence),
        .number(new.revision))
      return
    }
    try loadTail()
    try database.run(
      """
      UPDATE entity SET kind = ?2, state = ?3, sequence = ?4, revision = ?5, ordering = ?6, first_seen = ?7, file = ?8,
        duplicate_of = ?9 WHERE number = ?1
      """, .number(new.number), .number(new.kind.rawValue), .number(new.state.rawValue), .place(new.sequence),
      .number(new.revision), .number(new.order), .number(new.firstSeen), .hash(orNull: new.file),
      .integer(orNull: new.duplicateOf))
    try recount(from: old, to: new)
    try relist(from: old, to: new)
  }

  /// Removes an entity with its history. Its names go at the end of the transaction (`willCommit`).
  func remove(_ entity: EntityRow) throws {
    try loadTail()
    try database.run("DELETE FROM revision WHERE entity = ?1", .number(entity.number))
    try database.run("DELETE FROM decision WHERE entity = ?1", .number(entity.number))
    try database.run("DELETE FROM entity WHERE number = ?1", .number(entity.number))
    feedsToSweep.insert(entity.feed)
    try recount(from: entity, to: nil)
    try relist(from: entity, to: nil)
  }

  private func recount(from old: EntityRow, to new: EntityRow?) throws {
    func shares(_ row: EntityRow?) -> (entities: Int, withdrawn: Int) {
      guard let row, row.state.isPublished else { return (0, 0) }
      return (1, row.state.contains(.withdrawn) ? 1 : 0)
    }
    let (before, after) = (shares(old), shares(new))
    guard let new, new.kind != old.kind else {
      return try count(
        old.feed, old.kind, entities: after.entities - before.entities, withdrawn: after.withdrawn - before.withdrawn)
    }
    try count(old.feed, old.kind, entities: -before.entities, withdrawn: -before.withdrawn)
    try count(new.feed, new.kind, entities: after.entities, withdrawn: after.withdrawn)
  }
}
