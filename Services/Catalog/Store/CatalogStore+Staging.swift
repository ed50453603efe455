internal import CastwireBus
internal import Storage

/// Item events that wait for their document to close.
extension CatalogStore {
  struct StagedItem {
    /// Its place among all that is staged.
    let number: Int
    let document: Int
    let verb: String
    /// feed-ingest's key for the item.
    let item: String
    let cause: Cause
    let time: Timestamp
    let data: [UInt8]
  }

  /// - Returns: its place among all that is staged.
  @discardableResult
  func stage(
    feed: String, document: Int, verb: String, item: String, cause: String, traceparent: String?, time: Timestamp,
    data: [UInt8]
  ) throws -> Int {
    try database.run(
      """
      INSERT INTO staged (feed, document, verb, item, cause, traceparent, time, data)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, .text(feed), .number(document), .text(verb), .text(item), .text(cause), .text(orNull: traceparent),
      .integer(time.rawValue), .blob(data))
    return database.lastInsertedRow
  }

  private static let stagedColumns = "id, document, verb, item, cause, traceparent, time, data"

  private static func staged(_ row: borrowing Row) -> StagedItem {
    StagedItem(
      number: row.integer(0), document: row.integer(1), verb: row.text(2), item: row.text(3),
      cause: Cause(id: row.text(4), traceparent: row.optionalText(5)),
      time: Timestamp(rawValue: Int64(row.integer(6))), data: row.blob(7))
  }

  /// What is staged of a feed, in its order. `body` may not change what is staged.
  func forEachStaged(feed: String, body: (StagedItem) throws -> Void) throws {
    try database.forEach("SELECT \(Self.stagedColumns) FROM staged WHERE feed = ?1 ORDER BY id", .text(feed)) { row in
      try body(Self.staged(row))
      return true
    }
  }

  func staged(number: Int) throws -> StagedItem? {
    try database.first(
      "SELECT \(Self.stagedColumns) FROM staged WHERE id = ?1", .number(number), make: Self.staged)
  }

  func hasStaged(feed: String) throws -> Bool {
    try database.first("SELECT 1 FROM staged WHERE feed = ?1 LIMIT 1", .text(feed)) { _ in true } ?? false
  }

  /// The feeds that something is staged of.
  func stagedFeeds() throws -> [String] {
    var feeds: [String] = []
    // From one to the next: a feed may have many items staged.
    while let next = try database.first(
      "SELECT feed FROM staged WHERE feed > ?1 ORDER BY feed LIMIT 1", .text(feeds.last ?? ""), make: { $0.text(0) })
    {
      feeds.append(next)
    }
    return feeds
  }

  func clearStage(feed: String) throws {
    try database.run("DELETE FROM staged WHERE feed = ?1", .text(feed))
  }
}
