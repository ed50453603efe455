internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// Lists, the newest first.
extension CatalogStore {
  /// Entities of a kind.
  ///
  /// - Parameters:
  ///   - feed: nil for those of all feeds.
  ///   - place: begins after this place in the order, of which the id is the entity's number; nil for the first page.
  ///   - body: returns false to end.
  func forEach(
    _ kind: EntityKind, feed: Int?, withdrawn: Bool?, before place: ListPlace?, limit: Int,
    body: (EntityRow) throws -> Bool
  ) throws {
    let place = try place.map(Place.init) ?? Place(order: .max, number: .max)
    switch (feed, withdrawn) {
    case (let feed?, true):
      try database.forEach(
        """
        SELECT \(Self.entityColumns) FROM entity INDEXED BY entity_withdrawn_of_feed
        WHERE feed = ?5 AND kind = ?1 AND state & 2 AND state < 8 AND (ordering, number) < (?2, ?3)
        ORDER BY ordering DESC, number DESC LIMIT ?4
        """, values: place.values(kind, limit) + [.number(feed)]
      ) { try body(Self.entity($0)) }
    case (let feed?, _):
      // Few are withdrawn, so that few are passed over where these are not wanted.
      try database.forEach(
        """
        SELECT \(Self.entityColumns) FROM entity INDEXED BY entity_order
        WHERE feed = ?5 AND kind = ?1 AND state < 8 AND (ordering, number) < (?2, ?3) AND (?6 OR NOT state & 2)
        ORDER BY ordering DESC, number DESC LIMIT ?4
        """, values: place.values(kind, limit) + [.number(feed), .flag(withdrawn == nil)]
      ) { try body(Self.entity($0)) }
    case (nil, true):
      try database.forEach(
        """
        SELECT \(Self.entityColumns) FROM entity INDEXED BY entity_withdrawn
        WHERE kind = ?1 AND state & 2 AND state < 8 AND (ordering, number) < (?2, ?3)
        ORDER BY ordering DESC, number DESC LIMIT ?4
        """, values: place.values(kind, limit)
      ) { try body(Self.entity($0)) }
    case (nil, _):
      try forEachOfAll(kind, takesWithdrawn: withdrawn == nil, before: place, limit: limit, body: body)
    }
  }

  /// What of all feeds stands in `listing`, and what does not yet.
  private func forEachOfAll(
    _ kind: EntityKind, takesWithdrawn: Bool, before place: Place, limit: Int, body: (EntityRow) throws -> Bool
  ) throws {
    var place = place
    var left = limit
    while left > 0 {
      let numbers = try database.all(Self.pageOfAll, values: place.values(kind, left)) { $0.integer(1) }
      for number in numbers {
        guard let row = try entity(number: number) else { continue }
        place = Place(order: row.order, number: row.number)
        guard takesWithdrawn || !row.state.contains(.withdrawn) else { continue }
        guard try body(row) else { return }
        left -= 1
      }
      if numbers.isEmpty || takesWithdrawn { return }
    }
  }

  /// `UNION` and not `UNION ALL`: while entities are being entered in `listing`, some stand in both.
  private static let pageOfAll = """
    SELECT ordering, number FROM (
      SELECT ordering, number FROM listing WHERE kind = ?1 AND (ordering, number) < (?2, ?3)
      ORDER BY ordering DESC, number DESC LIMIT ?4)
    UNION
    SELECT ordering, number FROM (
      SELECT ordering, number FROM entity NOT INDEXED
      WHERE number > (SELECT listed FROM progress) AND kind = ?1 AND state < 8 AND (ordering, number) < (?2, ?3)
      ORDER BY ordering DESC, number DESC LIMIT ?4)
    ORDER BY 1 DESC, 2 DESC LIMIT ?4
    """

  private struct Place {
    let order: Int
    let number: Int

    init(order: Int, number: Int) {
      (self.order, self.number) = (order, number)
    }

    init(_ place: ListPlace) throws {
      guard let number = Int(place.id) else {
        throw RequestError(.badRequest, "\"before\" is no cursor of this list: \(place)")
      }
      self.init(order: place.order, number: number)
    }

    func values(_ kind: EntityKind, _ limit: Int) -> [Value] {
      [.number(kind.rawValue), .number(order), .number(number), .number(limit)]
    }
  }

  // MARK: Keeping lists and marks in step

  /// Changes what stands in `listing` and `mark` of an entity. One that is not entered yet comes there later as it is then.
  func relist(from old: EntityRow, to new: EntityRow?) throws {
    changedWhileEntering?.insert(old.number)
    let (entry, newEntry) = (ListEntry(old), new.flatMap(ListEntry.init))
    if entry != newEntry {
      if let entry { try drop(entry) }
      if let newEntry { try enter(newEntry) }
    }
    let (mark, newMark) = (Mark(old), new.flatMap(Mark.init))
    if mark != newMark {
      if let mark {
        try database.run(
          "DELETE FROM mark WHERE hash = ?1 AND number = ?2", .integer(mark.hash), .number(mark.number))
      }
      if let newMark { try enter(newMark, hasFormer: mark != nil) }
    }
  }

  private func drop(_ entry: ListEntry) throws {
    try database.run(
      "DELETE FROM listing WHERE kind = ?1 AND ordering = ?2 AND number = ?3", .number(entry.kind),
      .number(entry.order), .number(entry.number))
  }

  private func enter(_ entry: ListEntry) throws {
    try database.run(
      """
      INSERT OR IGNORE INTO listing (kind, ordering, number)
      SELECT ?1, ?2, ?3 WHERE ?3 <= (SELECT entering FROM progress)
      """, .number(entry.kind), .number(entry.order), .number(entry.number))
  }

  private func enter(_ mark: Mark, hasFormer: Bool) throws {
    guard try mark.number <= progress().entering else {
      tail?.add(mark, hasFormer: hasFormer)
      return
    }
    try database.run(
      "INSERT OR IGNORE INTO mark (hash, number) VALUES (?1, ?2)", .integer(mark.hash), .number(mark.number))
  }
}

/// What stands of an entity in `listing`.
struct ListEntry: Hashable {
  let kind: Int
  let order: Int
  let number: Int

  init(kind: Int, order: Int, number: Int) {
    (self.kind, self.order, self.number) = (kind, order, number)
  }

  /// Nil for one that is not published.
  init?(_ row: EntityRow) {
    guard row.state.isPublished else { return nil }
    (kind, order, number) = (row.kind.rawValue, row.order, row.number)
  }
}

/// What stands of an entity in `mark`.
struct Mark: Hashable {
  let hash: Int64
  let number: Int

  init(hash: Int64, number: Int) {
    (self.hash, self.number) = (hash, number)
  }

  /// Nil for one that is not published, or has no file.
  init?(_ row: EntityRow) {
    guard row.state.isPublished, let file = row.file else { return nil }
    self.init(hash: file, number: row.number)
  }
}
