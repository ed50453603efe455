internal import Castwire

/// Makes one of two feeds that turned out to be the same: what both have stays in the one that is followed on, and what
/// only the other has stays there, as history.
struct FeedMerge {
  private static let mostHolders = 20

  private let store: CatalogStore
  private let publisher: CatalogPublisher
  private let duplicates: Duplicates

  init(store: CatalogStore, publisher: CatalogPublisher, duplicates: Duplicates) {
    self.store = store
    self.publisher = publisher
    self.duplicates = duplicates
  }

  /// Merges all that is known of a feed.
  ///
  /// - Parameter loser: is followed no more.
  func merge(_ loser: FeedRow, into survivor: FeedRow, cause: Cause) throws {
    var shared: [(EntityRow, EntityRow)] = []
    try store.forEachEntity(ofFeed: loser.number) { row in
      try publisher.working()
      // Nobody tells any more what was announced there.
      if row.state.contains(.pending) { try store.remove(row) }
      if let counterpart = try counterpart(of: row, in: survivor) { shared.append((row, counterpart)) }
    }
    try remove(shared, of: loser, survivor, cause: cause)
  }

  /// Merges what a feed has got since: it may have been read only after the other was found to be the same.
  func continueMerges(into survivor: FeedRow, added: [EntityRow], cause: Cause) throws {
    guard !added.isEmpty else { return }
    for loser in try store.feeds(mergedInto: survivor.number) {
      var shared: [(EntityRow, EntityRow)] = []
      for row in added {
        try publisher.working()
        if let counterpart = try counterpart(of: row, in: loser) { shared.append((counterpart, row)) }
      }
      try remove(shared, of: loser, survivor, cause: cause)
    }
  }

  /// The one entity of another feed that has the same id, link, file, or title and date, which no other of its own feed has.
  private func counterpart(of row: EntityRow, in other: FeedRow) throws -> EntityRow? {
    guard row.state.isPublished else { return nil }
    let facts = CurrentFacts(try publisher.current(row).entity)
    for rule in [NameRule.identifier, .link, .file, .title] {
      guard let value = facts.value(of: rule) else { continue }
      let there = try holders(of: value, rule, facts.identifierText, kind: row.kind, feed: other)
      guard there.count == 1, let own = try store.feed(number: row.feed),
        try holders(of: value, rule, facts.identifierText, kind: row.kind, feed: own).count == 1
      else { continue }
      return there[0]
    }
    return nil
  }

  /// What a feed has of a kind that goes by a name now.
  private func holders(
    of value: Int64, _ rule: NameRule, _ identifier: String?, kind: EntityKind, feed: FeedRow
  ) throws -> [EntityRow] {
    var rows = try store.entities(feed: feed.number, rule: rule, hash: value, limit: Self.mostHolders + 1)
    // So many have had it that it tells nothing.
    guard rows.count <= Self.mostHolders else { return rows }
    if rule == .identifier, let identifier {
      let key = NameHash.item(Identity.entityID(feedID: feed.id, identifier: identifier))
      rows += try store.entities(feed: feed.number, rule: .item, hash: key)
    }
    var seen: Set<Int> = []
    return try rows.filter { row in
      guard row.state.isPublished, row.kind == kind, seen.insert(row.number).inserted else { return false }
      return CurrentFacts(try publisher.current(row).entity).value(of: rule) == value
    }
  }

  /// Removes each first entity in favour of its second.
  private func remove(
    _ shared: [(EntityRow, EntityRow)], of loser: FeedRow, _ survivor: FeedRow, cause: Cause
  ) throws {
    var taken: Set<Int> = []
    for (row, counterpart) in shared where taken.insert(counterpart.number).inserted {
      guard let row = try store.entity(number: row.number) else { continue }
      try publisher.remove(row, feed: loser.id, duplicateOf: counterpart.id, cause: cause)
      try store.remove(row)
      try store.addAlias(id: row.id, target: counterpart.id, targetFeed: survivor.number, kind: row.kind)
      try store.retargetAliases(from: row.id, to: counterpart.id, feed: survivor.number)
      try duplicates.removed(row, cause: cause)
    }
    // What has nothing of its own left stands for nothing.
    for collection in try store.collections(loser.number) where collection.entities == 0 {
      try publisher.remove(collection, of: loser, duplicateOf: survivor.id, cause: cause)
    }
  }
}
