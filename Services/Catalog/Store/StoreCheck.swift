internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// Holds the catalog's tables against its log and against each other. It only reads.
struct StoreCheck {
  private let database: Database
  private let store: CatalogStore
  private let log: CheckedLog
  private let found: (String) -> Void

  init(_ database: Database, _ log: CheckedLog, found: @escaping (String) -> Void) throws {
    self.database = database
    self.log = log
    self.found = found
    store = try CatalogStore(database: database)
  }

  @Sendable static func run(_ database: Database, _ log: CheckedLog, found: (String) -> Void) throws {
    try withoutActuallyEscaping(found) { found in
      let check = try StoreCheck(database, log, found: found)
      try check.checkNewest()
      try check.checkEntities()
      try check.checkReferences()
      try check.checkLists()
      try check.checkCounts()
      try check.checkHistory()
    }
  }

  // MARK: The log

  /// What each subject's newest event says stands in the tables.
  private func checkNewest() throws {
    var feeds: [String: FeedRow?] = [:]
    try log.forEachNewest(family: "") { newest in
      let feed: FeedRow?
      if let known = feeds[newest.feed] {
        feed = known
      } else {
        feed = try store.feed(newest.feed)
        feeds[newest.feed] = .some(feed)
      }
      if let kind = EntityKind(family: newest.family) {
        try check(newest, try feed.flatMap { try store.entity(feed: $0.number, id: newest.subject) }, kind, feed)
      } else if let kind = EntityKind(collectionFamily: newest.family) {
        let row = try feed.flatMap { try store.collection($0.number, kind) }
        compare(newest, row?.sequence)
      }
    }
  }

  private func compare(_ newest: CheckedLog.Newest, _ known: Position?) {
    let name = "\(newest.family) \(newest.subject)"
    switch known {
    case nil where !newest.isEnding: found("\(name) is missing from the tables")
    case let known? where newest.isEnding: found("\(name) was removed, and stands at \(known)")
    case let known? where known != newest.sequence:
      found("\(name) stands at \(known), and its newest event is \(newest.sequence)")
    default: break
    }
  }

  private func check(
    _ newest: CheckedLog.Newest, _ stored: EntityRow?, _ kind: EntityKind, _ feed: FeedRow?
  ) throws {
    // One that was removed and may come back has no place in the log.
    let row = stored.flatMap { $0.state.isPublished ? $0 : nil }
    compare(newest, row?.sequence)
    guard let row, let feed, row.sequence == newest.sequence, !newest.isEnding else { return }
    guard let event = try log.event(at: newest.sequence) else { return }
    let facts: PublishedFacts
    do {
      facts = try PublishedFacts(event, kind)
    } catch {
      return found("\(kind.family) \(row.id): event \(newest.sequence) cannot be read: \(error)")
    }
    try check(row, facts, feed)
  }

  /// What the tables say again of an entity's event.
  private func check(_ row: EntityRow, _ facts: PublishedFacts, _ feed: FeedRow) throws {
    var wrong: [String] = []
    if row.revision != facts.revision { wrong.append("revision is \(row.revision) and not \(facts.revision)") }
    if row.state.contains(.withdrawn) != facts.isWithdrawn { wrong.append("being withdrawn is not its event's") }
    if let firstSeen = facts.firstSeen, firstSeen != row.firstSeen {
      wrong.append("first sight is \(row.firstSeen) and not \(firstSeen)")
    }
    let order = facts.order(firstSeen: row.firstSeen)
    if row.order != order { wrong.append("order is \(row.order) and not \(order)") }
    let root = try row.duplicateOf.flatMap { try store.entity(number: $0) }
    if root?.id != facts.duplicateOf {
      wrong.append("root is \(root?.id ?? "none") and not \(facts.duplicateOf ?? "none")")
    }
    if row.kind == .episode, !facts.isTruncated {
      if facts.file.map(NameHash.file) != row.file { wrong.append("file is not its event's") }
      for name in facts.names where name.rule != .link || name.hash != feed.link {
        let holders = try store.entities(feed: row.feed, rule: name.rule, hash: name.hash)
        if !holders.contains(where: { $0.number == row.number }) {
          wrong.append("\(name.rule) is missing from the names")
        }
      }
    }
    for words in wrong { found("\(row.kind.family) \(row.id): its \(words)") }
  }

  /// Each row stands where the log has an event about it.
  private func checkEntities() throws {
    try database.forEach("SELECT \(CatalogStore.entityColumns), entity.item FROM entity") { columns in
      let row = CatalogStore.entity(columns)
      if columns.kind(3) == nil { found("entity \(row.number) is of no kind") }
      guard row.state.isPublished else {
        if row.sequence != Position(0) {
          found("\(row.kind.family) \(row.id) is not published, and stands at \(row.sequence)")
        }
        return true
      }
      let event = try log.subject(at: row.sequence)
      if event?.subject != row.id || event?.family != "\(row.kind.family)" {
        found("\(row.kind.family) \(row.id) stands at \(row.sequence), where the log has no event about it")
      }
      if row.state.contains(.present), columns.isNull(11) {
        found("\(row.kind.family) \(row.id) is there, and is no item of feed-ingest's")
      }
      return true
    }
    try database.forEach("SELECT feed, kind, sequence, added FROM collection") { columns in
      guard let kind = columns.kind(1), let feed = try store.feed(number: columns.integer(0)) else {
        found("collection \(columns.integer(0)) \(columns.integer(1)) is of no feed or of no kind")
        return true
      }
      let event = try log.subject(at: columns.position(2))
      if event?.subject != feed.id || event?.family != "\(kind.collectionFamily)" {
        found(
          "\(kind.collectionFamily) \(feed.id) stands at \(columns.position(2)), where the log has no event about it")
      }
      if columns.position(3) > columns.position(2) {
        found("\(kind.collectionFamily) \(feed.id) was added after its newest event")
      }
      return true
    }
  }

  // MARK: The tables

  /// Says so for each row that a query finds.
  private func none(_ sql: String, _ words: (borrowing Row) -> String) throws {
    try database.forEach(sql) { row in
      found(words(row))
      return true
    }
  }

  func checkReferences() throws {
    try none("SELECT number, feed FROM entity WHERE feed NOT IN (SELECT number FROM feed)") {
      "entity \($0.integer(0)) is of feed \($0.integer(1)), which is not there"
    }
    try none(
      """
      SELECT DISTINCT entity.feed, entity.kind FROM entity
      WHERE state < 8 AND NOT EXISTS (SELECT 1 FROM collection WHERE feed = entity.feed AND kind = entity.kind)
      """
    ) { "feed \($0.integer(0)) has entities of kind \($0.integer(1)), and is not published as that" }
    try none(
      """
      SELECT DISTINCT name.entity FROM name LEFT JOIN entity ON entity.number = name.entity
      WHERE entity.feed IS NOT name.feed
      """
    ) { "there is a name for entity \($0.integer(0)), which is not there or of another feed" }
    try none(
      """
      SELECT number FROM entity WHERE duplicate_of IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM entity AS root WHERE root.number = entity.duplicate_of)
      """
    ) { "entity \($0.integer(0)) is the duplicate of one that is not there" }
    try none("SELECT id FROM feed WHERE merged_into NOT IN (SELECT number FROM feed)") {
      "feed \($0.text(0)) is merged into one that is not there"
    }
    try none(
      """
      SELECT id, target FROM alias
      WHERE NOT EXISTS (SELECT 1 FROM entity WHERE feed = alias.target_feed AND id = alias.target AND state < 8)
      """
    ) { "\($0.id(0)) leads to \($0.id(1)), which is not there" }
  }

  func checkLists() throws {
    let progress = try store.progress()
    if try database.first("SELECT count(*) FROM progress", make: { $0.integer(0) }) != 1 {
      found("progress has not one row")
    }
    if progress.listed > progress.entering {
      found("lists are entered up to \(progress.listed), and were to be up to \(progress.entering)")
    }
    try none(
      """
      SELECT listing.number FROM listing LEFT JOIN entity USING (number), progress
      WHERE number > entering OR entity.kind IS NOT listing.kind OR entity.ordering IS NOT listing.ordering OR state >= 8
      """
    ) { "entity \($0.integer(0)) stands in a list where it does not belong" }
    try none(
      """
      SELECT number FROM entity WHERE number <= (SELECT listed FROM progress) AND state < 8 AND NOT EXISTS (
        SELECT 1 FROM listing WHERE kind = entity.kind AND ordering = entity.ordering AND number = entity.number)
      """
    ) { "entity \($0.integer(0)) is missing from the lists" }
    try none(
      """
      SELECT mark.number FROM mark LEFT JOIN entity USING (number), progress
      WHERE number > entering OR entity.file IS NOT mark.hash OR state >= 8
      """
    ) { "entity \($0.integer(0)) is marked with a file that is not its own" }
    try none(
      """
      SELECT number FROM entity WHERE number <= (SELECT listed FROM progress) AND state < 8 AND file IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM mark WHERE hash = entity.file AND number = entity.number)
      """
    ) { "entity \($0.integer(0)) is missing from the marks of files" }
  }

  func checkCounts() throws {
    try none(
      """
      SELECT collection.feed, collection.kind, collection.entities, collection.withdrawn, count(entity.number),
        coalesce(sum(state & 2 <> 0), 0)
      FROM collection LEFT JOIN entity ON entity.feed = collection.feed AND entity.kind = collection.kind AND state < 8
      GROUP BY collection.feed, collection.kind
      HAVING collection.entities <> count(entity.number) OR collection.withdrawn <> coalesce(sum(state & 2 <> 0), 0)
      """
    ) { row in
      "feed \(row.integer(0)) counts \(row.integer(2)) entities of kind \(row.integer(1)), \(row.integer(3)) withdrawn, and "
        + "has \(row.integer(4)), \(row.integer(5)) withdrawn"
    }
  }

  private func checkHistory() throws {
    try none(
      """
      SELECT entity, count(*), max(revision.revision), entity.revision FROM revision
      LEFT JOIN entity ON entity.number = revision.entity GROUP BY entity
      HAVING entity.number IS NULL OR max(revision.revision) - min(revision.revision) + 1 <> count(*)
        OR entity.revision - max(revision.revision) NOT IN (0, 1) OR count(*) > \(CatalogStore.mostRevisions)
      """
    ) { "the former revisions of entity \($0.integer(0)) do not follow one another up to its present one" }
    try none(
      "SELECT DISTINCT entity FROM decision WHERE NOT EXISTS (SELECT 1 FROM entity WHERE number = decision.entity)"
    ) { "there are decisions about entity \($0.integer(0)), which is not there" }
  }
}
