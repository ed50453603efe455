internal import CastwireBus
internal import ServiceLoop

/// Keeps of a feed no more than its operator wants: what is beyond that is removed for good. Its row and its names stay, or the
/// feed's next document would bring it back.
struct Keeping {
  private static let secondsOfDay = 86_400

  private let store: CatalogStore
  private let publisher: CatalogPublisher
  private let duplicates: Duplicates
  private let log: EventLog

  init(store: CatalogStore, publisher: CatalogPublisher, duplicates: Duplicates, log: EventLog) {
    self.store = store
    self.publisher = publisher
    self.duplicates = duplicates
    self.log = log
  }

  /// A place in a list of what a feed has: the last ones are kept longest.
  private struct Place: Comparable {
    let order: Int
    let number: Int
    /// Its place among those that come; nil for one that is there.
    let candidate: Int?

    static func < (left: Place, right: Place) -> Bool {
      (left.order, left.number) < (right.order, right.number)
    }
  }

  // MARK: What comes

  /// An entity that is to be published for the first time, or again.
  struct Candidate {
    let kind: EntityKind
    /// What lists would order it by, in seconds since 1970.
    let order: Int
  }

  /// Which of a document's entities are beyond what is to be kept: published first and removed after, they would be news
  /// for nobody.
  ///
  /// - Parameters:
  ///   - candidates: in document order.
  ///   - time: when the document came.
  /// - Returns: their places among the candidates.
  func excess(of feed: FeedRow, _ candidates: [Candidate], at time: Timestamp) throws -> Set<Int> {
    let oldest = oldest(of: feed, at: time) ?? .min
    var excess = Set(candidates.indices.filter { candidates[$0].order < oldest })
    guard let newest = feed.keepNewest else { return excess }
    for kind in Set(candidates.map(\.kind)) {
      var places: [Place] = []
      try store.forEach(kind, feed: feed.number, withdrawn: nil, before: nil, limit: newest) { row in
        places.append(Place(order: row.order, number: row.number, candidate: nil))
        return true
      }
      // What comes now is numbered after all that is there.
      let next = (places.map(\.number).max() ?? 0) + 1
      for (index, candidate) in candidates.enumerated() where candidate.kind == kind {
        places.append(Place(order: candidate.order, number: next + index, candidate: index))
      }
      excess.formUnion(places.sorted().dropLast(newest).compactMap(\.candidate))
    }
    return excess
  }

  // MARK: What is there

  /// Removes what a feed has beyond what is to be kept.
  ///
  /// - Parameters:
  ///   - limit: the most that are removed.
  ///   - time: when a document of it came; nil for now.
  /// - Returns: how many were removed.
  @discardableResult
  func trim(_ feed: FeedRow, limit: Int = .max, at time: Timestamp? = nil, cause: Cause) throws -> Int {
    let oldest = oldest(of: feed, at: time)
    var rows: [EntityRow] = []
    for collection in try store.collections(feed.number) {
      guard let end = try endOfKept(feed, collection, oldest: oldest) else { continue }
      try store.forEach(
        collection.kind, feed: feed.number, withdrawn: nil, before: end, limit: limit - rows.count
      ) { row in
        rows.append(row)
        return true
      }
    }
    rows.sort { ($0.order, $0.number) < ($1.order, $1.number) }
    for row in rows { try retire(row, of: feed, cause: cause) }
    return rows.count
  }

  /// The place in a list behind which nothing is to be kept; nil where all is.
  private func endOfKept(_ feed: FeedRow, _ collection: CollectionRow, oldest: Int?) throws -> ListPlace? {
    // Numbers begin with 1.
    var end = oldest.map { (order: $0, number: 0) }
    if let newest = feed.keepNewest, collection.entities > newest {
      var last: (order: Int, number: Int)?
      try store.forEach(collection.kind, feed: feed.number, withdrawn: nil, before: nil, limit: newest) { row in
        last = (row.order, row.number)
        return true
      }
      if let last, end.map({ $0 < last }) ?? true { end = last }
    }
    return end.map { ListPlace(order: $0.order, id: "\($0.number)") }
  }

  /// What a feed's entities must not be ordered before, in seconds since 1970; nil where no age is too great. By a clock
  /// that is years ahead everything would be.
  private func oldest(of feed: FeedRow, at time: Timestamp?) -> Int? {
    guard let days = feed.keepDays, let now = log.trustedTime(steady: .now) else { return nil }
    return Int((time ?? now).rawValue / 1_000) - days * Self.secondsOfDay
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
