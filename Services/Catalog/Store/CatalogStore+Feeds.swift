internal import CastwireBus
internal import Storage

/// Feeds, and which of them came since feed-ingest's log began anew.
extension CatalogStore {
  private static let feedColumns =
    "number, id, kind, stated_kind, link, era, appeared, keep_newest, keep_days, merged_into, shared_identifiers"

  private static func feed(_ row: borrowing Row) -> FeedRow {
    FeedRow(
      number: row.integer(0), id: row.text(1), kind: row.kind(2), statedKind: row.kind(3), link: row.optionalHash(4),
      era: row.integer(5), appeared: row.integer(6), keepNewest: row.optionalInteger(7),
      keepDays: row.optionalInteger(8), mergedInto: row.optionalInteger(9), hasSharedIdentifiers: row.integer(10) != 0)
  }

  func feed(_ id: String) throws -> FeedRow? {
    try database.first("SELECT \(Self.feedColumns) FROM feed WHERE id = ?1", .text(id), make: Self.feed)
  }

  func feed(number: Int) throws -> FeedRow? {
    try database.first("SELECT \(Self.feedColumns) FROM feed WHERE number = ?1", .number(number), make: Self.feed)
  }

  /// A row for a feed that has none.
  func makeFeed(_ id: String) throws -> FeedRow {
    let era = try progress().era
    let number = try database.first(
      "INSERT INTO feed (id, era, appeared, shared_identifiers) VALUES (?1, ?2, ?2, 0) RETURNING number", .text(id),
      .number(era)
    ) { $0.integer(0) }
    return FeedRow(
      number: number ?? 0, id: id, kind: nil, statedKind: nil, link: nil, era: era, appeared: era, keepNewest: nil,
      keepDays: nil, mergedInto: nil, hasSharedIdentifiers: false)
  }

  func put(_ feed: FeedRow) throws {
    try database.run(
      """
      UPDATE feed SET kind = ?2, stated_kind = ?3, link = ?4, era = ?5, appeared = ?6, keep_newest = ?7, keep_days = ?8,
        merged_into = ?9, shared_identifiers = ?10 WHERE number = ?1
      """,
      .number(feed.number), .integer(orNull: feed.kind?.rawValue), .integer(orNull: feed.statedKind?.rawValue),
      .hash(orNull: feed.link), .number(feed.era), .number(feed.appeared), .integer(orNull: feed.keepNewest),
      .integer(orNull: feed.keepDays), .integer(orNull: feed.mergedInto), .flag(feed.hasSharedIdentifiers))
  }

  /// Removes a feed and all that is known of it but its entities, which were removed before.
  func removeFeed(_ feed: FeedRow) throws {
    try clearStage(feed: feed.id)
    try database.run("DELETE FROM name WHERE feed = ?1", .number(feed.number))
    try database.run("DELETE FROM collection WHERE feed = ?1", .number(feed.number))
    try database.run("DELETE FROM alias WHERE target_feed = ?1", .number(feed.number))
    try database.run("UPDATE feed SET merged_into = NULL WHERE merged_into = ?1", .number(feed.number))
    try database.run("DELETE FROM feed WHERE number = ?1", .number(feed.number))
    feedsToSweep.remove(feed.number)
  }

  /// The feeds that turned out to be the same as this one.
  func feeds(mergedInto feed: Int) throws -> [FeedRow] {
    try database.all(
      "SELECT \(Self.feedColumns) FROM feed WHERE merged_into = ?1 ORDER BY number", .number(feed), make: Self.feed)
  }

  /// The feeds whose entities are kept for some days only, in the order of their numbers.
  func feedsKeptByAge(after number: Int, limit: Int) throws -> [FeedRow] {
    try database.all(
      """
      SELECT \(Self.feedColumns) FROM feed INDEXED BY feed_kept_by_age WHERE keep_days IS NOT NULL AND number > ?1
      ORDER BY number LIMIT ?2
      """, .number(number), .number(limit), make: Self.feed)
  }

  // MARK: What appears when feed-ingest's log begins anew

  /// Another log of feed-ingest begins: nothing is known to be present, and no document is under way.
  ///
  /// What each feed's entities say of that is cleared once the feed comes (`enterEra`).
  func startEra() throws {
    try database.run("UPDATE progress SET era = era + 1")
    try database.run("DELETE FROM staged")
  }

  /// Takes a feed into the present era.
  ///
  /// - Returns: whether it was of a former one; then none of its entities is known to be present any more.
  func enterEra(_ feed: inout FeedRow) throws -> Bool {
    let era = try progress().era
    guard feed.era != era else { return false }
    try database.run(
      "UPDATE entity INDEXED BY entity_id SET state = state & ~1 WHERE feed = ?1 AND state & 1", .number(feed.number))
    feed.era = era
    try database.run("UPDATE feed SET era = ?2 WHERE number = ?1", .number(feed.number), .number(era))
    return true
  }

  func noteAppearance(_ feed: inout FeedRow) throws {
    let era = try progress().era
    guard feed.appeared != era else { return }
    feed.appeared = era
    try database.run("UPDATE feed SET appeared = ?2 WHERE number = ?1", .number(feed.number), .number(era))
  }

  /// Feeds of which nothing came since the era began, in the order of their numbers.
  func feedsThatDidNotAppear(after number: Int = 0, limit: Int) throws -> [FeedRow] {
    try database.all(
      """
      SELECT \(Self.feedColumns) FROM feed WHERE number > ?1 AND appeared <> (SELECT era FROM progress)
      ORDER BY number LIMIT ?2
      """, .number(number), .number(limit), make: Self.feed)
  }
}
