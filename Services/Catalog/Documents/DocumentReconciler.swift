internal import Castwire
internal import CastwireBus

/// Takes in documents that have closed: publishes what follows from which entity each item is.
struct DocumentReconciler {
  /// So many items of its first document say what a feed is for the most part.
  private static let sample = 500

  private let store: CatalogStore
  private let publisher: CatalogPublisher
  private let stage: Stage
  private let matcher: EntityMatcher
  private let duplicates: Duplicates
  private let decisions: DecisionRecord
  private let keeping: Keeping

  init(store: CatalogStore, publisher: CatalogPublisher, stage: Stage, duplicates: Duplicates, keeping: Keeping) {
    self.store = store
    self.publisher = publisher
    self.stage = stage
    self.duplicates = duplicates
    self.keeping = keeping
    matcher = EntityMatcher(store: store, publisher: publisher)
    decisions = DecisionRecord(store: store)
  }

  /// What is the same for all items of a document.
  private struct Context {
    var feed: FeedRow
    let message: FeedEvent
    let channel: ChannelSummary
    let cause: Cause
    /// Whether it is the feed's whole state: of each item the newest event, of whichever document.
    let isWhole: Bool
    /// Whether feed-ingest's keys may be of another log than those that are known.
    let keysAreForeign: Bool
    /// Whether the feed had no entities before: then no id is taken but by what the document added.
    let isFirst: Bool
    /// The ids of what was added, where that is asked of a first document.
    var givenIDs: Set<String> = []
    /// What was added.
    var added: [EntityRow] = []

    var details: FeedDetails {
      message.feed.details
    }
  }

  /// An item of the document that is new or different.
  private struct Seen {
    let staged: DocumentItem
    let facts: ItemFacts
    let kind: (kind: EntityKind, isPending: Bool)
    /// Whether it is more than is to be kept of the feed, and is not published.
    var isExcess = false
  }

  /// Takes in all that is staged of a feed.
  ///
  /// - Parameter asOne: where each item comes at most once, however many documents they are of: the feed's whole state.
  /// - Returns: what was added.
  @discardableResult
  func close(_ message: FeedEvent, feed: inout FeedRow, asOne: Bool, cause: Cause) throws -> [EntityRow] {
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
    var added: [EntityRow] = []
    for document in documents {
      let wasOfFormerEra = try store.enterEra(&feed)
      var context = Context(
        feed: feed, message: message,
        channel: ChannelSummary(Channel(id: feed.id, feedURL: "", state: .active, details: message.feed.details)),
        cause: cause, isWhole: asOne, keysAreForeign: wasOfFormerEra || asOne,
        isFirst: try !store.hasEntities(feed: feed.number))
      try close(document, &context)
      feed = context.feed
      added += context.added
    }
    return added
  }

  private func close(_ document: ArraySlice<DocumentItem>, _ context: inout Context) throws {
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
      try leave(row, reason, cause: item.cause, context)
    }
    for (item, match) in zip(seen, matches) {
      if let row = match.entity {
        try update(row, match, item, departing[row.number] != nil, &context)
      } else {
        try add(item, match.decision, &context)
      }
    }
    if context.feed.isKeptInPart, let time = document.last?.time {
      try keeping.trim(context.feed, at: time, cause: context.cause)
    }
  }

  /// Finds what would be published and is more than is to be kept.
  private func findExcess(_ seen: inout [Seen], _ matches: [EntityMatcher.Match], _ context: Context) throws {
    guard context.feed.isKeptInPart, let time = seen.last?.staged.time else { return }
    var places: [Int] = []
    var candidates: [Keeping.Candidate] = []
    for (index, item) in seen.enumerated() where !item.kind.isPending {
      let row = matches[index].entity
      guard row?.state.isPublished != true, let message = try stage.message(of: item.staged) else { continue }
      let entity = PublishedEntity(
        message.item, kind: item.kind.kind, id: "", feed: context.feed.id, channel: context.channel)
      places.append(index)
      candidates.append(
        Keeping.Candidate(kind: entity.kind, order: entity.order(firstSeen: row.firstSeen(for: item.staged))))
    }
    for place in try keeping.excess(of: context.feed, candidates, at: time) { seen[places[place]].isExcess = true }
  }

  // MARK: Kinds

  /// The items of a document that are new or different, with what they can be known by and what they are.
  private func seen(_ document: ArraySlice<DocumentItem>, _ context: inout Context) throws -> [Seen] {
    if context.feed.kind == nil {
      context.feed.kind = KindDecision.mainKind(
        of: try document.prefix(Self.sample).compactMap { try stage.message(of: $0)?.item }, feed: context.details,
        stated: context.feed.statedKind)
      try store.put(context.feed)
    }
    var seen: [Seen] = []
    for item in document {
      guard let message = try stage.message(of: item) else { continue }
      let kind = KindDecision.kind(
        of: message.item, feed: context.details, stated: context.feed.statedKind, main: context.feed.kind)
      seen.append(
        Seen(
          staged: item,
          facts: ItemFacts(message, key: item.key, kind: kind.kind, feedLink: context.feed.link), kind: kind))
    }
    return seen
  }

  /// Publishes what the feed is: by its main kind from its first document on, and by each other of which it has something.
  private func publishCollections(
    _ seen: [Seen], _ departing: EntityMatcher.Departing, _ matches: [EntityMatcher.Match], _ context: inout Context
  ) throws {
    var kinds = Set(try store.collections(context.feed.number).map(\.kind))
    let isNew = kinds.isEmpty
    if let kind = context.feed.kind, isNew, context.feed.mergedInto == nil { kinds.insert(kind) }
    for (item, match) in zip(seen, matches)
    where !item.kind.isPending && !item.isExcess && match.entity?.state.isPublished != true {
      kinds.insert(match.entity?.kind ?? item.kind.kind)
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
    _ seen: [Seen], _ departing: EntityMatcher.Departing, _ matches: [EntityMatcher.Match], _ context: inout Context
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
      isShared = try store.sharesIdentifier(feed: context.feed.number, except: changed)
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
    _ seen: inout [Seen], _ matches: inout [EntityMatcher.Match], _ context: Context
  ) throws {
    var left: [(Seen, EntityMatcher.Match)] = []
    for (item, match) in zip(seen, matches) {
      if match.entity == nil, let message = try stage.message(of: item.staged),
        try store.alias(id: newID(item, message, context).id) != nil
      {
        continue
      }
      left.append((item, match))
    }
    (seen, matches) = (left.map(\.0), left.map(\.1))
  }

  // MARK: Consequences

  private func leave(_ row: EntityRow, _ reason: ItemLeftEvent.Reason, cause: Cause, _ context: Context) throws {
    var new = row
    new.state.remove(.present)
    if reason == .missing, !row.state.contains(.withdrawn), row.state.isPublished {
      let last = try publisher.current(row)
      var entity = last.entity
      entity.withdrawn = true
      new = try publisher.update(
        new, to: entity, matchedBy: nil, initial: false, truncated: last.truncated, cause: cause)
      new.state.insert(.withdrawn)
    }
    try store.put(new, was: row)
  }

  private func add(_ item: Seen, _ decision: Decision?, _ context: inout Context) throws {
    guard let message = try stage.message(of: item.staged) else { return }
    let firstSeen = item.staged.seconds
    let (id, isKey) = try newID(item, message, context)
    var entity = PublishedEntity(
      message.item, kind: item.kind.kind, id: id, feed: context.feed.id, channel: context.channel)
    let root = try duplicates.root(
      ofFile: entity.file, hash: item.facts.file, feed: context.feed, kind: entity.kind)
    entity.duplicateOf = root?.id
    var state: EntityState = .present
    if message.initial { state.insert(.initial) }
    var sequence = Position(0)
    if item.kind.isPending {
      state.insert(.pending)
    } else if item.isExcess {
      state.insert(.retired)
    } else {
      sequence = try publisher.add(
        entity, initial: message.initial, firstSeen: firstSeen, truncated: message.truncated, cause: item.staged.cause)
    }
    let row = try store.add(
      feed: context.feed.number, id: id, kind: entity.kind, state: state, sequence: sequence, revision: 1,
      order: entity.order(firstSeen: firstSeen), firstSeen: firstSeen, file: item.facts.file,
      duplicateOf: root?.number, item: decision?.reason == .foreignKey ? nil : item.facts.key)
    if decision?.reason == .foreignKey { try store.assign(key: item.facts.key, to: row) }
    if context.isFirst { context.givenIDs.insert(id) }
    try store.removeAlias(id: id)
    if !isKey, let identifier = item.facts.identifier {
      try store.addName(.identifier, identifier, of: row)
    }
    for rule in [NameRule.link, .file, .title] {
      if let value = item.facts.value(of: rule) { try store.addName(rule, value, of: row) }
    }
    if !item.isExcess { context.added.append(row) }
    if let decision { try decisions.record(decision, of: row, item.staged) }
    if item.kind.isPending { try decisions.record(Decision(.pending), of: row, item.staged) }
    if message.identifierCount > 1 { try noteSharing(of: row, item, message, context) }
    if let root { try decisions.record(Decision(.duplicate, to: root.id), of: row, item.staged) }
  }

  /// The one that had the identifier to itself so far, so that its key follows from it, is found by it from now on.
  private func noteSharing(of row: EntityRow, _ item: Seen, _ message: ItemEvent, _ context: Context) throws {
    try decisions.record(Decision(.sharedIdentifier), of: row, item.staged)
    guard let text = message.item.identifier, let identifier = item.facts.identifier else { return }
    let key = NameHash.item(Identity.entityID(feedID: context.feed.id, identifier: text))
    for other in try store.entities(feed: context.feed.number, rule: .item, hash: key) where other.number != row.number
    {
      try store.addName(.identifier, identifier, of: other)
    }
  }

  private func update(
    _ known: EntityRow, _ match: EntityMatcher.Match, _ item: Seen, _ isDeparting: Bool, _ context: inout Context
  ) throws {
    guard let message = try stage.message(of: item.staged) else { return }
    var row = known
    row.state.insert(.present)
    // What was never published, or is no more, is what it is now.
    row.kind = known.state.isPublished ? known.kind : item.kind.kind
    var entity = PublishedEntity(
      message.item, kind: row.kind, id: known.id, feed: context.feed.id, channel: context.channel)
    let file = row.kind == item.kind.kind ? item.facts.file : entity.file.map(NameHash.file)
    if known.state.isPublished {
      try link(&entity, &row, file, item, context)
      row.file = file
      row.state.remove(.withdrawn)
      row = try publisher.update(
        row, to: entity, matchedBy: match.rule, initial: message.initial, truncated: message.truncated,
        cause: item.staged.cause)
      row.order = entity.order(firstSeen: known.firstSeen)
    } else if !item.kind.isPending, !item.isExcess {
      row = try publishNow(row, &entity, message, file, item, context)
    }
    try remember(row, item, context)
    try store.put(row, was: known)
    if let decision = match.decision { try decisions.record(decision, of: row, item.staged) }
  }

  /// A file that is another than before may be another feed's.
  private func link(
    _ entity: inout PublishedEntity, _ row: inout EntityRow, _ file: Int64?, _ item: Seen, _ context: Context
  ) throws {
    if row.duplicateOf == nil, file != row.file,
      let root = try duplicates.root(
        ofFile: entity.file, hash: file, feed: context.feed, kind: entity.kind, number: row.number)
    {
      row.duplicateOf = root.number
      try decisions.record(Decision(.duplicate, to: root.id), of: row, item.staged)
    }
    if let number = row.duplicateOf { entity.duplicateOf = try store.entity(number: number)?.id }
  }

  /// What was announced has something to play or to show, or what was removed is to be kept after all: it is published.
  private func publishNow(
    _ unpublished: EntityRow, _ entity: inout PublishedEntity, _ message: ItemEvent, _ file: Int64?, _ item: Seen,
    _ context: Context
  ) throws -> EntityRow {
    let firstSeen = Optional(unpublished).firstSeen(for: item.staged)
    let root = try duplicates.root(
      ofFile: entity.file, hash: file, feed: context.feed, kind: entity.kind, number: unpublished.number)
    entity.duplicateOf = root?.id
    var row = unpublished
    row.state.subtract([.pending, .retired])
    row.file = file
    row.duplicateOf = root?.number
    row.firstSeen = firstSeen
    row.order = entity.order(firstSeen: firstSeen)
    row.sequence = try publisher.add(
      entity, initial: message.initial, firstSeen: firstSeen, truncated: message.truncated, cause: item.staged.cause)
    if unpublished.state.contains(.pending) { try decisions.record(Decision(.ready), of: row, item.staged) }
    return row
  }

  /// Keeps what an entity is known by now, beside what it was known by before.
  private func remember(_ row: EntityRow, _ item: Seen, _ context: Context) throws {
    if try store.assign(key: item.facts.key, to: row), let text = item.facts.identifierText,
      let identifier = item.facts.identifier,
      NameHash.item(Identity.entityID(feedID: context.feed.id, identifier: text)) != item.facts.key
    {
      try store.addName(.identifier, identifier, of: row)
    }
    for rule in [NameRule.link, .file, .title] {
      if let value = item.facts.value(of: rule) { try store.addName(rule, value, of: row) }
    }
  }

  /// An id for a new entity: of its identifier, and of its enclosure where items share the identifier.
  ///
  /// - Returns: the id, and whether feed-ingest's key follows from the identifier alone.
  private func newID(_ item: Seen, _ message: ItemEvent, _ context: Context) throws -> (id: String, isKey: Bool) {
    let identifier = message.item.identifier ?? item.staged.key
    let enclosure = message.item.enclosureURL
    var id = Identity.entityID(feedID: context.feed.id, identifier: identifier)
    let isKey = NameHash.item(id) == item.facts.key
    if message.identifierCount > 1, let enclosure {
      id = Identity.entityID(feedID: context.feed.id, identifier: identifier, enclosureURL: enclosure)
    }
    // Taken by one that the rules told apart from this.
    var ordinal = 2
    while try isTaken(id, context) {
      id = Identity.entityID(
        feedID: context.feed.id, identifier: identifier, enclosureURL: "\(enclosure ?? "")#\(ordinal)")
      ordinal += 1
    }
    return (id, isKey)
  }

  private func isTaken(_ id: String, _ context: Context) throws -> Bool {
    try context.isFirst ? context.givenIDs.contains(id) : store.entity(feed: context.feed.number, id: id) != nil
  }
}

extension EntityRow? {
  /// When what is published now is said to have been seen first, in seconds since 1970: nobody saw it while it had nothing to
  /// play or to show.
  fileprivate func firstSeen(for item: DocumentItem) -> Int {
    guard let self, !self.state.contains(.pending) else { return item.seconds }
    return self.firstSeen
  }
}
