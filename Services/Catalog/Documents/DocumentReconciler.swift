internal import Castwire
internal import CastwireBus
internal import ServiceLoop

/// Takes in documents that have closed: publishes what follows from which entity each item is.
struct DocumentReconciler {
  /// So many items of its first document say what a feed is for the most part.
  private static let sample = 500
  /// Of so many items what they are is made at once.
  private static let share = 500

  private let store: CatalogStore
  private let publisher: CatalogPublisher
  private let stage: Stage
  private let matcher: EntityMatcher
  private let changes: EntityChanges
  private let keeping: Keeping

  /// What became of what was staged of a feed.
  struct Taken {
    var added: [EntityRow] = []
    var putAside: [(item: DocumentItem, error: any Error)] = []
  }

  init(store: CatalogStore, publisher: CatalogPublisher, stage: Stage, duplicates: Duplicates, keeping: Keeping) {
    self.store = store
    self.publisher = publisher
    self.stage = stage
    self.keeping = keeping
    matcher = EntityMatcher(store: store, publisher: publisher)
    changes = EntityChanges(store: store, publisher: publisher, stage: stage, duplicates: duplicates)
  }

  /// Takes in all that is staged of a feed.
  ///
  /// - Parameters:
  ///   - asOne: where each item comes at most once, however many documents they are of: the feed's whole state.
  ///   - isOneByOne: whether an item that cannot be taken in is put aside by itself, which takes longer.
  func close(
    _ message: FeedEvent, feed: inout FeedRow, asOne: Bool, isOneByOne: Bool = false, cause: Cause
  ) throws -> Taken {
    let items = try stage.items(feed: feed.id)
    var documents: [ArraySlice<DocumentItem>] = []
    var rest = items[...]
    // One, unless the event that would have closed an earlier document had to be put aside.
    while let first = rest.first {
      let count = asOne ? rest.count : rest.prefix { $0.document == first.document }.count
      documents.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    if documents.isEmpty { documents = [[]] }
    let link = message.feed.details.link.map(NameHash.link)
    let stated = message.feed.kind.map(EntityKind.init)
    if feed.link != link || feed.statedKind != stated {
      (feed.link, feed.statedKind) = (link, stated)
      try store.put(feed)
    }
    var taken = Taken()
    let wasOfFormerEra = try store.enterEra(&feed)
    // What comes of a feed once its state has been taken in is a document like any other.
    let isWhole = try asOne && (wasOfFormerEra || !store.hasEntities(feed: feed.number))
    for document in documents {
      var context = DocumentContext(
        message, feed: feed, cause: cause, isWhole: isWhole, keysAreForeign: wasOfFormerEra || isWhole,
        isFirst: try !store.hasEntities(feed: feed.number))
      context.isOneByOne = isOneByOne
      try close(document, &context)
      feed = context.feed
      taken.added += context.added
      taken.putAside += context.putAside
    }
    return taken
  }

  private func close(_ document: ArraySlice<DocumentItem>, _ context: inout DocumentContext) throws {
    var departing: EntityMatcher.Departing = [:]
    var left: [(item: DocumentItem, row: EntityRow, reason: ItemLeftEvent.Reason)] = []
    for item in document {
      guard case .left(let reason) = item.content,
        let row = try store.entities(feed: context.feed.number, rule: .item, hash: NameHash.item(item.key)).first
      else { continue }
      departing[row.number] = (row, reason)
      left.append((item, row, reason))
    }
    var seen = try seen(document, &context)
    var matches = try matcher.match(
      seen.map(\.facts), departing: departing, feed: context.feed, keysAreForeign: context.keysAreForeign)
    if context.feed.mergedInto != nil { try passOverMerged(&seen, &matches, context) }
    try findExcess(&seen, matches, context)
    try publishCollections(seen, departing, matches, &context)
    let matched = Set(matches.compactMap { $0.entity?.number })
    for (item, row, reason) in left where !matched.contains(row.number) {
      try take(item, &context) { _ in try changes.leave(row, reason, cause: item.cause) }
    }
    try context.noteFiles(seen, known: store.known(files:))
    var rest = zip(seen, matches).map { (item: $0, match: $1) }[...]
    while !rest.isEmpty {
      let some = changes.makeAhead(rest.prefix(Self.share), context.publishing)
      for (index, (item, match)) in some.elements.enumerated() {
        try publisher.working()
        try take(item.staged, &context) { context in
          if let row = match.entity {
            try changes.update(row, match, item, &context)
          } else {
            try changes.add(item, match, some[index], &context)
          }
        }
      }
      rest = rest.dropFirst(Self.share)
    }
    try context.store(in: store)
    for (kind, count) in context.uncounted {
      try store.count(context.feed.number, kind, entities: count, withdrawn: 0)
    }
    if context.feed.isKeptInPart, let time = document.last?.time {
      try keeping.trim(context.feed, at: time, cause: context.cause)
    }
  }

  /// Does what follows from an item: where each is taken in by itself, one with which that cannot be done is put aside.
  private func take(
    _ item: DocumentItem, _ context: inout DocumentContext, _ work: (inout DocumentContext) throws -> Void
  ) throws {
    guard context.isOneByOne else { return try work(&context) }
    try context.store(in: store)
    let (count, uncounted) = (context.added.count, context.uncounted)
    do {
      try publisher.attempt {
        try work(&context)
        try context.store(in: store)
      }
    } catch let error where EventLog.isFault(error) {
      context.added.removeSubrange(count...)
      (context.uncounted, context.unstored, context.names) = (uncounted, [], [])
      context.putAside.append((item, error))
    }
  }

  /// Finds what would be published and is more than is to be kept.
  private func findExcess(_ seen: inout [SeenItem], _ matches: [EntityMatcher.Match], _ context: DocumentContext) throws
  {
    guard context.feed.isKeptInPart, let time = seen.last?.staged.time else { return }
    var places: [Int] = []
    var candidates: [Keeping.Candidate] = []
    for (index, item) in seen.enumerated() where !item.kind.isPending {
      let row = matches[index].entity
      guard row?.state.isPublished != true, let message = try stage.message(of: item.staged) else { continue }
      let entity = context.publishing.entity(message.item, kind: item.kind.kind, id: "")
      places.append(index)
      candidates.append(Keeping.Candidate(kind: entity.kind, order: entity.order(firstSeen: item.firstSeen(row))))
    }
    for place in try keeping.excess(of: context.feed, candidates, at: time) { seen[places[place]].isExcess = true }
  }

  // MARK: Kinds

  /// The items of a document that are new or different, with what they can be known by and what they are.
  private func seen(_ document: ArraySlice<DocumentItem>, _ context: inout DocumentContext) throws -> [SeenItem] {
    if context.feed.kind == nil {
      context.feed.kind = KindDecision.mainKind(
        of: try document.prefix(Self.sample).compactMap { try stage.message(of: $0)?.evidence }, feed: context.details,
        stated: context.feed.statedKind)
      try store.put(context.feed)
    }
    var seen: [SeenItem] = []
    for item in document {
      try publisher.working()
      guard let message = try stage.message(of: item) else { continue }
      let kind = KindDecision.kind(
        of: message.evidence, feed: context.details, stated: context.feed.statedKind, main: context.feed.kind)
      seen.append(
        SeenItem(
          staged: item,
          facts: ItemFacts(message, key: item.key, kind: kind.kind, feedLink: context.feed.link), kind: kind))
    }
    return seen
  }

  /// Publishes what the feed is: by its main kind from its first document on, and by each other of which it has something.
  private func publishCollections(
    _ seen: [SeenItem], _ departing: EntityMatcher.Departing, _ matches: [EntityMatcher.Match],
    _ context: inout DocumentContext
  ) throws {
    var kinds = Set(try store.collections(context.feed.number).map(\.kind))
    let isNew = kinds.isEmpty
    if let kind = context.feed.kind, isNew, context.feed.mergedInto == nil { kinds.insert(kind) }
    for (item, match) in zip(seen, matches)
    where !item.kind.isPending && !item.isExcess && match.entity?.state.isPublished != true {
      kinds.insert(item.kind.kind)
    }
    let diagnostics = try diagnostics(seen, departing, matches, &context)
    for kind in kinds.sorted(by: { $0.rawValue < $1.rawValue }) {
      var collection = PublishedCollection(context.message.feed, kind: kind)
      collection.diagnostics = diagnostics
      try publisher.publish(
        collection, of: context.feed, initial: isNew, truncated: context.message.truncated, cause: context.cause)
    }
  }

  /// Items of one identifier can be told apart only by what a publisher may change: whoever shows the feed may want to know.
  private func diagnostics(
    _ seen: [SeenItem], _ departing: EntityMatcher.Departing, _ matches: [EntityMatcher.Match],
    _ context: inout DocumentContext
  ) throws -> [FeedDiagnostic]? {
    var isShared =
      if context.isWhole {
        // What they say of how many there are may be of long ago.
        Set(seen.compactMap(\.facts.identifier)).count < seen.lazy.filter { $0.facts.identifier != nil }.count
      } else {
        seen.contains { $0.facts.identifierCount > 1 }
      }
    if !isShared, !context.isWhole, context.feed.hasSharedIdentifiers {
      let changed = Set(matches.compactMap { $0.entity?.number }).union(departing.keys)
      isShared = try store.sharesIdentifier(feed: context.feed.number, except: changed) { number in
        guard let row = try store.entity(number: number), row.state.isPublished else { return nil }
        return CurrentFacts(try publisher.current(row).entity).identifier
      }
    }
    if isShared != context.feed.hasSharedIdentifiers {
      context.feed.hasSharedIdentifiers = isShared
      try store.put(context.feed)
    }
    guard isShared else { return nil }
    return [
      FeedDiagnostic(
        code: "shared-identifier",
        message: "several items have the same identifier; they are told apart by their files")
    ]
  }

  /// What another feed took over is no news of this one, although another log tells of it once more.
  private func passOverMerged(
    _ seen: inout [SeenItem], _ matches: inout [EntityMatcher.Match], _ context: DocumentContext
  ) throws {
    var left: [(SeenItem, EntityMatcher.Match)] = []
    for (item, match) in zip(seen, matches) {
      if match.entity == nil, let message = try stage.message(of: item.staged),
        try store.alias(id: changes.newID(item, message, context).id) != nil
      {
        continue
      }
      left.append((item, match))
    }
    (seen, matches) = (left.map(\.0), left.map(\.1))
  }
}
