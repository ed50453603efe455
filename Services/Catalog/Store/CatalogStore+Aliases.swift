internal import Storage

/// Entities that were removed since another is the same: their ids lead to that.
extension CatalogStore {
  func addAlias(id: String, target: String, targetFeed: Int, kind: EntityKind) throws {
    hasAliases = true
    try database.run(
      "INSERT OR REPLACE INTO alias (id, target, target_feed, kind) VALUES (?1, ?2, ?3, ?4)", .id(id), .id(target),
      .number(targetFeed), .number(kind.rawValue))
  }

  /// What a removed entity is now: its id, the number of its feed and its kind.
  func alias(id: String) throws -> (target: String, feed: Int, kind: EntityKind)? {
    try database.first("SELECT target, target_feed, kind FROM alias WHERE id = ?1", .id(id)) { row in
      row.kind(2).map { (row.id(0), row.integer(1), $0) }
    } ?? nil
  }

  /// Lets what leads to an entity lead to another.
  func retargetAliases(from former: String, to target: String, feed: Int) throws {
    try database.run(
      "UPDATE alias SET target = ?2, target_feed = ?3 WHERE target = ?1", .id(former), .id(target), .number(feed))
  }

  /// Forgets that an id is another's: it is published again, or what it led to is gone.
  func removeAlias(id: String) throws {
    // Asked for each new entity, and few catalogs have any.
    let hasAliases = try self.hasAliases ?? (try database.first("SELECT 1 FROM alias LIMIT 1") { _ in true } ?? false)
    self.hasAliases = hasAliases
    guard hasAliases else { return }
    try database.run("DELETE FROM alias WHERE id = ?1", .id(id))
  }

  /// Forgets all that leads to an entity that is gone.
  func removeAliases(to target: String) throws {
    try database.run("DELETE FROM alias WHERE target = ?1", .id(target))
  }
}
