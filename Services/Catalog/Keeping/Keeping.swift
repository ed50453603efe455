internal import CastwireBus

/// Keeps of a feed no more than its operator wants: what is beyond that is removed for good. Its row and its names stay, or the
/// feed's next document would bring it back.
struct Keeping {
  private static let secondsOfDay = 86_400

  private let store: CatalogStore
  private let publisher: CatalogPublisher
  private let duplicates: Duplicates

  init(store: CatalogStore, publisher: CatalogPublisher, duplicates: Duplicates) {
    self.store = store
    self.publisher = publisher
    self.duplicates = duplicates
  }

  /// A place in a list of what a feed has: what comes first is kept longest.
  private struct Place: Comparable {
    let order: Int
    let number: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.order, left.number) < (right.order, right.number)
    }
  }

  // MARK: What comes

  /// Which of a document's entities of one kind, that are not published yet, are beyond what is to be kept: published first and
  /// removed after, they would be news for nobody.
  ///
  /// - Parameters:
  ///   - orders: what lists would order them by, in document order.
  ///   - now: when the document came; nil while the clock cannot be believed, and nothing is too old.
  /// - Returns: their places in `orders`.
  func excess(of feed: FeedRow, kind: EntityKind, orders: [Int], now: Timestamp?) throws -> Set<Int> {
    var excess: Set<Int> = []
    if let oldest = oldest(of: feed, now) {
      excess = Set(orders.indices.filter { orders[$0] < oldest })
    }
    guard let newest = feed.keepNewest, !orders.isEmpty else { return excess }
    var places: [Place] = []
    try store.forEach(kind, feed: feed.number, withdrawn: nil, before: nil, limit: newest) { row in
      places.append(Place(order: row.order, number: row.number))
      return true
    }
    // What comes now is numbered after all that is there.
    let next = (places.map(\.number).max() ?? 0) + 1
    let coming = orders.enumerated().map { Place(order: $1, number: next + $0) }
    let kept = Set((places + coming).sorted(by: >).prefix(newest).map(\.number))
    return excess.union(orders.indices.filter { !kept.contains(next + $0) })
  }

  // MARK: What is there

  /// Removes what a feed has beyond what is to be kept.
  ///
  /// - Parameters:
  ///   - limit: the most that are removed.
  ///   - now: the log's time; nil while the clock cannot be believed, and nothing is too old.
  /// - Returns: how many were removed.
  @discardableResult
  func trim(_ feed: FeedRow, limit: Int = .max, now: Timestamp?, cause: Cause) throws -> Int {
    var rows: [EntityRow] = []
    for collection in try store.collections(feed.number) {
      rows += try excess(of: feed, collection, now)
    }
    // The oldest first, so that what is left is whole at each step.
    rows.sort { ($0.order, $0.number) < ($1.order, $1.number) }
    for row in rows.prefix(limit) { try retire(row, of: feed, cause: cause) }
    return min(rows.count, limit)
  }

  private func excess(of feed: FeedRow, _ collection: CollectionRow, _ now: Timestamp?) throws -> [EntityRow] {
    let newest = feed.keepNewest ?? .max
    let oldest = oldest(of: feed, now) ?? .min
    guard collection.entities > newest || oldest > .min else { return [] }
    var rows: [EntityRow] = []
    var count = 0
    try store.forEach(collection.kind, feed: feed.number, withdrawn: nil, before: nil, limit: .max) { row in
      count += 1
      if count > newest || row.order < oldest { rows.append(row) }
      return true
    }
    return rows
  }

  /// What a feed's entities must not be ordered before, in seconds since 1970; nil where no age is too great.
  private func oldest(of feed: FeedRow, _ now: Timestamp?) -> Int? {
    guard let days = feed.keepDays, let now else { return nil }
    return Int(now.rawValue / 1_000) - days * Self.secondsOfDay
  }

  private func retire(_ row: EntityRow, of feed: FeedRow, cause: Cause) throws {
    try publisher.remove(row, feed: feed.id, cause: cause)
    var retired = row
    retired.state.insert(.retired)
    retired.state.remove(.withdrawn)
    retired.sequence = Position(0)
    retired.revision = 1
    retired.duplicateOf = nil
    try store.put(retired, was: row)
    try store.forgetHistory(entity: row.number)
    try store.removeAliases(to: row.id)
    try duplicates.removed(retired, cause: cause)
  }
}
