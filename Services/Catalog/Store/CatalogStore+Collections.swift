internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// What feeds are published as: podcasts, channels and photo streams.
extension CatalogStore {
  private static let collectionColumns = "feed, kind, added, sequence, revision, entities, withdrawn"

  private static func collection(_ row: borrowing Row) -> CollectionRow? {
    row.kind(1).map { kind in
      CollectionRow(
        feed: row.integer(0), kind: kind, added: row.position(2), sequence: row.position(3), revision: row.integer(4),
        entities: row.integer(5), withdrawn: row.integer(6))
    }
  }

  func collection(_ feed: Int, _ kind: EntityKind) throws -> CollectionRow? {
    try database.first(
      "SELECT \(Self.collectionColumns) FROM collection WHERE feed = ?1 AND kind = ?2", .number(feed),
      .number(kind.rawValue), make: Self.collection) ?? nil
  }

  /// All that a feed is published as.
  func collections(_ feed: Int) throws -> [CollectionRow] {
    try database.all(
      "SELECT \(Self.collectionColumns) FROM collection WHERE feed = ?1 ORDER BY kind", .number(feed),
      make: Self.collection
    ).compactMap(\.self)
  }

  /// Stores a collection. Its counts are the store's own: they follow its entities.
  func put(_ collection: CollectionRow) throws {
    let values: [Value] = [
      .number(collection.feed), .number(collection.kind.rawValue), .place(collection.sequence),
      .number(collection.revision),
    ]
    let known = try database.run(
      "UPDATE collection SET sequence = ?3, revision = ?4 WHERE feed = ?1 AND kind = ?2", values: values)
    guard known == 0 else { return }
    // Its first entities may have been stored before it.
    try database.run(
      """
      INSERT INTO collection (feed, kind, sequence, revision, added, entities, withdrawn)
      SELECT ?1, ?2, ?3, ?4, ?5, count(*), coalesce(sum(state & 2 <> 0), 0)
      FROM entity INDEXED BY entity_order WHERE feed = ?1 AND kind = ?2 AND state < 8
      """, values: values + [.place(collection.added)])
  }

  func removeCollection(_ feed: Int, _ kind: EntityKind) throws {
    try database.run(
      "DELETE FROM collection WHERE feed = ?1 AND kind = ?2", .number(feed), .number(kind.rawValue))
  }

  /// Collections of a kind, the last added first: their place in that order and where their newest event stands.
  ///
  /// - Parameter place: begins after this place; `Int.max` for the first page.
  func forEachCollection(
    _ kind: EntityKind, before place: Int, limit: Int, body: (Int, Position) throws -> Bool
  ) throws {
    try database.forEach(
      "SELECT added, sequence FROM collection WHERE kind = ?1 AND added < ?2 ORDER BY added DESC LIMIT ?3",
      .number(kind.rawValue), .number(place), .number(limit)
    ) { row in
      try body(row.integer(0), row.position(1))
    }
  }

  /// How many there are of each kind.
  struct Counts: Hashable {
    var collections = 0
    var entities = 0
    var withdrawn = 0
  }

  /// How many there are of each kind, in one feed or in all.
  func counts(feed: Int?) throws -> [EntityKind: Counts] {
    var counts: [EntityKind: Counts] = [:]
    func add(_ row: borrowing Row) -> Bool {
      if let kind = row.kind(0) {
        counts[kind] = Counts(collections: row.integer(1), entities: row.integer(2), withdrawn: row.integer(3))
      }
      return true
    }
    if let feed {
      try database.forEach(
        "SELECT kind, 1, entities, withdrawn FROM collection WHERE feed = ?1", .number(feed), body: add)
    } else {
      try database.forEach(
        "SELECT kind, count(*), sum(entities), sum(withdrawn) FROM collection GROUP BY kind", body: add)
    }
    return counts
  }

  /// Keeps a collection's counts in step with its entities.
  func count(_ feed: Int, _ kind: EntityKind, entities: Int, withdrawn: Int) throws {
    guard entities != 0 || withdrawn != 0 else { return }
    try database.run(
      "UPDATE collection SET entities = entities + ?3, withdrawn = withdrawn + ?4 WHERE feed = ?1 AND kind = ?2",
      .number(feed), .number(kind.rawValue), .number(entities), .number(withdrawn))
  }
}
