internal import Castwire

/// Links what several feeds have with the same file: each keeps its own, and all but the first say whose duplicate they
/// are.
struct Duplicates {
  /// A file that more have is no sign: it stands in for files that are not there yet.
  private static let most = 20

  private let store: CatalogStore
  private let publisher: CatalogPublisher

  init(store: CatalogStore, publisher: CatalogPublisher) {
    self.store = store
    self.publisher = publisher
  }

  /// The entity of another feed that had a file first.
  ///
  /// - Parameters:
  ///   - hash: `NameHash.file` of it.
  ///   - number: whose file it is; nil for an entity that is about to be added.
  func root(
    ofFile file: String?, hash: Int64?, feed: FeedRow, kind: EntityKind, number: Int? = nil
  ) throws -> EntityRow? {
    guard let file, let hash else { return nil }
    let others = try store.entities(file: hash, notIn: feed.number, limit: Self.most + 1)
    guard others.count <= Self.most else { return nil }
    // Whatever is published elsewhere had the file before: this one has it only now.
    let known = try others.filter { other in
      // What a feed takes over from another is no duplicate of it.
      try other.state.isPublished && other.kind == kind && store.feed(number: other.feed)?.mergedInto != feed.number
    }
    guard var root = known.min(by: { $0.number < $1.number }) else { return nil }
    if let first = try root.duplicateOf.flatMap({ try store.entity(number: $0) }), first.state.isPublished {
      root = first
    }
    // It or another of its feed was there before all of them.
    guard root.feed != feed.number, root.number != number else { return nil }
    // Publishers choose their addresses, so that equal hashes alone say nothing.
    let rootFile = try publisher.current(root).entity.file
    return rootFile.map(NameHash.stableFile) == NameHash.stableFile(file) ? root : nil
  }

  /// Makes the next one the first, once `row` is removed.
  func removed(_ row: EntityRow, cause: Cause) throws {
    let dependants = try store.dependants(of: row.number)
    let first = dependants.filter(\.state.isPublished).min { $0.number < $1.number }
    for dependant in dependants {
      // Its own feed's others are no duplicates of it.
      let root = dependant.feed == first?.feed ? nil : first
      var new = dependant
      new.duplicateOf = root?.number
      if dependant.state.isPublished {
        let last = try publisher.current(dependant)
        var entity = last.entity
        entity.duplicateOf = root?.id
        new = try publisher.update(
          new, to: entity, matchedBy: nil, initial: false, truncated: last.truncated, cause: cause)
      }
      try store.put(new, was: dependant)
    }
  }
}
