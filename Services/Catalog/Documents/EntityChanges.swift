internal import Castwire
internal import CastwireBus

/// Does with an entity what follows from a document: publishes it, and keeps what it is known by.
struct EntityChanges {
  /// So many ids are tried for items of one identifier and one file; then the item's own key tells them apart.
  private static let mostOrdinals = 20

  private let store: CatalogStore
  private let publisher: CatalogPublisher
  private let stage: Stage
  private let duplicates: Duplicates
  private let decisions: DecisionRecord

  init(store: CatalogStore, publisher: CatalogPublisher, stage: Stage, duplicates: Duplicates) {
    self.store = store
    self.publisher = publisher
    self.stage = stage
    self.duplicates = duplicates
    decisions = DecisionRecord(store: store)
  }

  func leave(_ row: EntityRow, _ reason: ItemLeftEvent.Reason, cause: Cause) throws {
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

  /// What a new entity is, as far as that takes time to make.
  struct MadeEntity {
    let id: String
    let kind: EntityKind
    let file: String?
    let order: Int
    /// The data of its first revision.
    let data: [UInt8]

    init(
      _ item: SeenItem, _ message: StagedMessage, id: String, duplicateOf: String? = nil, _ feed: PublishingFeed
    ) throws {
      var entity = feed.entity(message.item, kind: item.kind.kind, id: id)
      entity.duplicateOf = duplicateOf
      let firstSeen = item.staged.seconds
      (self.id, kind, file) = (id, item.kind.kind, entity.file)
      order = entity.order(firstSeen: firstSeen)
      data = try CatalogPublisher.firstRevision(
        of: entity, initial: message.initial, firstSeen: firstSeen, truncated: message.truncated)
    }
  }

  /// Makes what new items are, if their identifiers give them their ids and they are nobody's duplicates, while what comes
  /// before them is stored.
  func makeAhead(
    _ items: some Sequence<(item: SeenItem, match: EntityMatcher.Match)>, _ feed: PublishingFeed
  ) -> MapAhead<(item: SeenItem, match: EntityMatcher.Match), MadeEntity?> {
    MapAhead(Array(items)) { item, match in
      guard match.entity == nil, !item.kind.isPending, !item.isExcess, case .seen(let message) = item.staged.content,
        message.identifierCount == 1, let id = message.entityID
      else { return nil }
      // What fails is made once more where its turn comes.
      return try? MadeEntity(item, message, id: id, feed)
    }
  }

  func add(
    _ item: SeenItem, _ match: EntityMatcher.Match, _ made: MadeEntity?, _ context: inout DocumentContext
  ) throws {
    guard let message = try stage.message(of: item.staged) else { return }
    let firstSeen = item.staged.seconds
    let (id, isKey) = try newID(item, message, context)
    // It was made without knowing that the id is taken, or that there is another of it.
    var made = try made.flatMap { $0.id == id ? $0 : nil } ?? MadeEntity(item, message, id: id, context.publishing)
    // What is not published is nobody's duplicate.
    let isPublished = !item.kind.isPending && !item.isExcess
    let root =
      !isPublished || !context.isShared(item.facts.file)
      ? nil : try duplicates.root(ofFile: made.file, hash: item.facts.file, feed: context.feed, kind: made.kind)
    if let root { made = try MadeEntity(item, message, id: id, duplicateOf: root.id, context.publishing) }
    var state: EntityState = .present
    if message.initial { state.insert(.initial) }
    var sequence = Position(0)
    if item.kind.isPending {
      state.insert(.pending)
    } else if item.isExcess {
      state.insert(.retired)
    } else {
      sequence = try publisher.add(
        made.data, kind: made.kind, id: id, feed: context.feed.id, cause: item.staged.cause)
    }
    let row = EntityRow(
      number: try context.number(store.nextNumber), feed: context.feed.number, id: id, kind: made.kind, state: state,
      sequence: sequence, revision: 1, order: made.order, firstSeen: firstSeen, file: item.facts.file,
      duplicateOf: root?.number)
    context.unstored.append((row, match.isKeyForeign ? nil : item.facts.key))
    // What is asked of a first document's entities is in memory.
    if !context.isFirst || message.identifierCount > 1 { try context.storeEntities(in: store) }
    if match.isKeyForeign { try store.assign(key: item.facts.key, to: row) }
    if state.isPublished { context.uncounted[made.kind, default: 0] += 1 }
    if context.isFirst { context.givenIDs.insert(id) }
    try store.removeAlias(id: id)
    if !isKey, let identifier = item.facts.identifier {
      context.names.append(.init(rule: .identifier, hash: identifier, entity: row.number))
    }
    for rule in [NameRule.link, .file, .title] {
      if let value = item.facts.value(of: rule) {
        context.names.append(.init(rule: rule, hash: value, entity: row.number))
      }
    }
    if !item.isExcess { context.added.append(row) }
    if let decision = match.decision { try decisions.record(decision, of: row, item.staged) }
    if item.kind.isPending { try decisions.record(Decision(.pending), of: row, item.staged) }
    if message.identifierCount > 1 { try noteSharing(of: row, item, message, context) }
    if let root { try decisions.record(Decision(.duplicate, to: root.id), of: row, item.staged) }
  }

  /// The one that had the identifier to itself so far, so that its key follows from it, is found by it from now on.
  private func noteSharing(of row: EntityRow, _ item: SeenItem, _ message: StagedMessage, _ context: DocumentContext)
    throws
  {
    try decisions.record(Decision(.sharedIdentifier), of: row, item.staged)
    guard let text = message.item.identifier, let identifier = item.facts.identifier else { return }
    let key = NameHash.item(Identity.entityID(feedID: context.feed.id, identifier: text))
    for other in try store.entities(feed: context.feed.number, rule: .item, hash: key) where other.number != row.number
    {
      try store.addName(.identifier, identifier, of: other)
    }
  }

  func update(
    _ known: EntityRow, _ match: EntityMatcher.Match, _ item: SeenItem, _ context: inout DocumentContext
  ) throws {
    guard let message = try stage.message(of: item.staged) else { return }
    var row = known
    row.state.insert(.present)
    // What was never published, or is no more, is what it is now.
    row.kind = known.state.isPublished ? known.kind : item.kind.kind
    var entity = context.publishing.entity(message.item, kind: row.kind, id: known.id)
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
    if row.state.isPublished, !known.state.isPublished { context.added.append(row) }
    if let decision = match.decision { try decisions.record(decision, of: row, item.staged) }
  }

  /// A file that is another than before may be another feed's.
  private func link(
    _ entity: inout PublishedEntity, _ row: inout EntityRow, _ file: Int64?, _ item: SeenItem,
    _ context: DocumentContext
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
    _ unpublished: EntityRow, _ entity: inout PublishedEntity, _ message: StagedMessage, _ file: Int64?,
    _ item: SeenItem,
    _ context: DocumentContext
  ) throws -> EntityRow {
    let firstSeen = item.firstSeen(unpublished)
    let root = try duplicates.root(
      ofFile: entity.file, hash: file, feed: context.feed, kind: entity.kind, number: unpublished.number)
    entity.duplicateOf = root?.id
    var row = unpublished
    row.state.subtract([.pending, .retired])
    row.file = file
    row.duplicateOf = root?.number
    row.firstSeen = firstSeen
    row.order = entity.order(firstSeen: firstSeen)
    let data = try CatalogPublisher.firstRevision(
      of: entity, initial: message.initial, firstSeen: firstSeen, truncated: message.truncated)
    row.sequence = try publisher.add(
      data, kind: entity.kind, id: entity.id, feed: entity.feed, cause: item.staged.cause)
    if unpublished.state.contains(.pending) { try decisions.record(Decision(.ready), of: row, item.staged) }
    return row
  }

  /// Keeps what an entity is known by now, beside what it was known by before.
  private func remember(_ row: EntityRow, _ item: SeenItem, _ context: DocumentContext) throws {
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
  func newID(_ item: SeenItem, _ message: StagedMessage, _ context: DocumentContext) throws -> (id: String, isKey: Bool)
  {
    let identifier = message.item.identifier ?? item.staged.key
    let enclosure = message.item.enclosureURL
    var id = message.entityID ?? Identity.entityID(feedID: context.feed.id, identifier: identifier)
    let isKey = id == item.staged.key
    if message.identifierCount > 1, let enclosure {
      id = Identity.entityID(feedID: context.feed.id, identifier: identifier, enclosureURL: enclosure)
    }
    // Taken by one that the rules told apart from this.
    var ordinal = 2
    while try isTaken(id, context) {
      let mark = ordinal <= Self.mostOrdinals ? "\(ordinal)" : "\(item.staged.key)#\(ordinal)"
      id = Identity.entityID(
        feedID: context.feed.id, identifier: identifier, enclosureURL: "\(enclosure ?? "")#\(mark)")
      ordinal += 1
    }
    return (id, isKey)
  }

  private func isTaken(_ id: String, _ context: DocumentContext) throws -> Bool {
    try context.isFirst ? context.givenIDs.contains(id) : store.entity(feed: context.feed.number, id: id) != nil
  }
}
