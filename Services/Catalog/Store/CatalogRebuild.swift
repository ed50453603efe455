internal import Castwire
internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// Makes the catalog's tables anew from its log, in the open transaction.
///
/// What the log does not say is kept where it is there and fits: former names and revisions, decisions, which number an entity
/// has, how long a feed's are to be kept, what waits for its media. Which items feeds hold at the moment is taken from
/// feed-ingest after the next start, all of it.
struct CatalogRebuild {
  private let database: Database
  private let log: CheckedLog
  private let store: CatalogStore

  @Sendable static func run(_ database: Database, _ log: CheckedLog) throws {
    let rebuild = try CatalogRebuild(database, log)
    try rebuild.putAside()
    try rebuild.makeFeeds()
    try rebuild.makeEntities()
    try rebuild.keepUnpublished()
    try rebuild.makeCollections()
    try rebuild.keepNames()
    try rebuild.keepHistory()
    try rebuild.makeAliases()
    try rebuild.dropFormer()
  }

  private init(_ database: Database, _ log: CheckedLog) throws {
    self.database = database
    self.log = log
    store = try CatalogStore(database: database)
  }

  // MARK: What was there

  private static let tables = ["feed", "collection", "entity", "name", "revision", "decision", "alias"]
  /// What is not worth keeping.
  private static let passingTables = ["listing", "mark", "progress", "staged"]

  /// Gives the tables other names and makes new ones.
  private func putAside() throws {
    // Somebody may have dropped some.
    try database.execute(
      CatalogStore.tables.replacing("CREATE TABLE ", with: "CREATE TABLE IF NOT EXISTS ")
        .replacing("INDEX ", with: "INDEX IF NOT EXISTS "))
    let era = try store.progress().era
    for table in Self.tables {
      let indexes = try database.all(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL", .text(table),
        make: { $0.text(0) })
      for index in indexes { try database.execute("DROP INDEX \(index)") }
      try database.execute("ALTER TABLE \(table) RENAME TO former_\(table)")
    }
    for table in Self.passingTables { try database.execute("DROP TABLE \(table)") }
    try database.execute(CatalogStore.tables)
    try database.execute("CREATE INDEX former_entity_id ON former_entity (id, feed)")
    try database.run(
      "INSERT INTO progress (listed, entering, era, names_version, lacks_state) VALUES (0, 0, ?1, ?2, 1)",
      .number(max(era, 1)), .number(NameHash.version))
    // Numbers are never used again.
    try database.execute(
      """
      INSERT INTO sqlite_sequence (name, seq) VALUES
      ('feed', max((SELECT coalesce(max(number), 0) FROM former_feed),
        (SELECT coalesce(max(feed), 0) FROM former_entity))),
      ('entity', (SELECT coalesce(max(number), 0) FROM former_entity));
      UPDATE sqlite_sequence AS new SET seq = max(new.seq, former.seq) FROM sqlite_sequence AS former
      WHERE new.name IN ('feed', 'entity') AND former.name = 'former_' || new.name;
      """)
  }

  private func dropFormer() throws {
    for table in Self.tables { try database.execute("DROP TABLE former_\(table)") }
  }

  // MARK: Feeds

  private func makeFeeds() throws {
    try database.execute(
      """
      INSERT OR IGNORE INTO feed
      SELECT number, id, CASE WHEN kind IN (1, 2, 3) THEN kind END, CASE WHEN stated_kind IN (1, 2, 3) THEN stated_kind END,
        link, (SELECT era FROM progress), (SELECT era FROM progress), keep_newest, keep_days, merged_into,
        shared_identifiers <> 0
      FROM former_feed WHERE number > 0
      """)
    try database.execute(
      "UPDATE feed SET merged_into = NULL WHERE merged_into NOT IN (SELECT number FROM feed)")
    // By their entities first: collections say nothing of a feed's former number.
    for isEntity in [true, false] {
      try log.forEachNewest(family: "") { newest in
        guard !newest.isEnding, isEntity ? EntityKind(family: newest.family) != nil : Self.isKnown(newest.family),
          try store.feed(newest.feed) == nil
        else { return }
        try makeFeed(newest)
      }
    }
  }

  /// A feed whose row is gone keeps the number that its entities' rows have.
  private func makeFeed(_ newest: CheckedLog.Newest) throws {
    let number = try database.first(
      "SELECT feed FROM former_entity WHERE id = ?1 AND feed > 0 AND feed NOT IN (SELECT number FROM feed)",
      .id(newest.subject), make: { $0.integer(0) })
    try database.run(
      """
      INSERT INTO feed (number, id, era, appeared, shared_identifiers)
      SELECT ?1, ?2, era, era, 0 FROM progress
      """, .integer(orNull: number), .text(newest.feed))
  }

  private static func isKnown(_ family: String) -> Bool {
    EntityKind(family: family) != nil || EntityKind(collectionFamily: family) != nil
  }

  private func makeCollections() throws {
    try log.forEachNewest(family: "") { newest in
      guard !newest.isEnding, let kind = EntityKind(collectionFamily: newest.family),
        let feed = try store.feed(newest.feed), let event = try log.event(at: newest.sequence)
      else { return }
      let row = CollectionRow(
        feed: feed.number, kind: kind, added: try added(feed, kind, newest.sequence), sequence: newest.sequence,
        revision: try event.decode(Revision.self).revision)
      try store.put(row)
    }
  }

  private struct Revision: Decodable {
    let revision: Int
  }

  /// A collection's place in lists: where its first event was, as far as that can be known.
  private func added(_ feed: FeedRow, _ kind: EntityKind, _ newest: Position) throws -> Position {
    let former = try database.first(
      "SELECT added FROM former_collection WHERE feed = ?1 AND kind = ?2", .number(feed.number),
      .number(kind.rawValue), make: { $0.position(0) })
    guard let former, former > Position(0), former < newest else { return newest }
    // Once it was dropped, nothing can say that it was another's.
    let subject = try log.subject(at: former)
    let isFree = try database.first(
      "SELECT 1 FROM collection WHERE kind = ?1 AND added = ?2", .number(kind.rawValue), .place(former),
      make: { _ in false })
    guard isFree ?? true, subject.map({ $0.subject == feed.id && $0.family == "\(kind.collectionFamily)" }) ?? true
    else {
      return newest
    }
    return former
  }

  // MARK: Entities

  /// In the order of their newest events; those that are known keep their numbers.
  private func makeEntities() throws {
    var places: [Position] = []
    try log.forEachNewest(family: "") { newest in
      if !newest.isEnding, EntityKind(family: newest.family) != nil { places.append(newest.sequence) }
    }
    var dependants: [String: [Int]] = [:]
    for place in places.sorted() {
      guard let event = try log.event(at: place),
        let kind = (event.familyAndVerb?.family).flatMap({ EntityKind(family: String($0)) }),
        let feed = try store.feed(event.partitionKey)
      else { continue }
      let facts = try PublishedFacts(event, kind)
      let number = try makeEntity(event, kind, facts, feed)
      if let root = facts.duplicateOf { dependants[root, default: []].append(number) }
    }
    guard !dependants.isEmpty else { return }
    var links: [(number: Int, root: Int)] = []
    try database.forEach("SELECT id, number FROM entity") { row in
      for number in dependants[row.id(0)] ?? [] { links.append((number, row.integer(1))) }
      return true
    }
    for link in links {
      try database.run(
        "UPDATE entity SET duplicate_of = ?2 WHERE number = ?1", .number(link.number), .number(link.root))
    }
  }

  private struct Former {
    let number: Int
    let item: Int64?
    let firstSeen: Int
    let renamed: Int
  }

  private func makeEntity(_ event: Event, _ kind: EntityKind, _ facts: PublishedFacts, _ feed: FeedRow) throws -> Int {
    let id = event.subject
    let former = try database.first(
      """
      SELECT number, item, first_seen, renamed FROM former_entity WHERE feed = ?1 AND id = ?2 AND number > 0
      ORDER BY number LIMIT 1
      """, .number(feed.number), .id(id)
    ) { row in
      Former(
        number: row.integer(0), item: row.optionalHash(1), firstSeen: row.integer(2), renamed: row.integer(3))
    }
    let firstSeen = facts.firstSeen ?? former?.firstSeen ?? Int(event.time.rawValue / 1_000)
    var state: EntityState = facts.initial ? .initial : []
    if facts.isWithdrawn { state.insert(.withdrawn) }
    // feed-ingest makes the same key as the catalog of what is known by an identifier at first.
    let item =
      former?.item
      ?? NameHash.item(facts.identifier.map { Identity.entityID(feedID: feed.id, identifier: $0) } ?? id)
    let isTaken = try database.first(
      "SELECT 1 FROM entity WHERE feed = ?1 AND item = ?2", .number(feed.number), .integer(item), make: { _ in true })
    try database.run(
      """
      INSERT INTO entity (number, feed, id, kind, state, sequence, revision, ordering, first_seen, item, renamed, file)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """, .integer(orNull: former?.number), .number(feed.number), .id(id), .number(kind.rawValue),
      .number(state.rawValue), .place(event.sequence), .number(facts.revision),
      .number(facts.order(firstSeen: firstSeen)), .number(firstSeen), isTaken == true ? .null : .integer(item),
      .number(former?.renamed ?? 0), .hash(orNull: facts.file.map(NameHash.file)))
    let number = database.lastInsertedRow
    let identifier = facts.identifier.map { [(rule: NameRule.identifier, hash: NameHash.identifier($0))] } ?? []
    for name in facts.names + identifier where name.rule != .link || name.hash != feed.link {
      try database.run(
        "INSERT OR IGNORE INTO name (feed, rule, hash, entity) VALUES (?1, ?2, ?3, ?4)", .number(feed.number),
        .number(name.rule.rawValue), .integer(name.hash), .number(number))
    }
    return number
  }

  /// What waits for its media, and what was removed and is not to come back, has no event.
  private func keepUnpublished() throws {
    try database.execute(
      """
      INSERT OR IGNORE INTO entity
      SELECT number, feed, id, kind, state & 28, 0, revision, ordering, first_seen,
        CASE WHEN NOT EXISTS (SELECT 1 FROM entity WHERE feed = former_entity.feed AND item = former_entity.item) THEN item END,
        renamed, file, NULL
      FROM former_entity
      WHERE state & 24 AND kind IN (1, 2, 3) AND feed IN (SELECT number FROM feed) AND number > 0
      """)
  }

  // MARK: What the log does not say

  private func keepNames() throws {
    try database.execute(
      """
      INSERT OR IGNORE INTO name
      SELECT former_name.* FROM former_name JOIN entity ON entity.number = former_name.entity
      WHERE entity.feed = former_name.feed AND rule BETWEEN 1 AND 4
      """)
  }

  private func keepHistory() throws {
    try database.execute(
      """
      INSERT OR IGNORE INTO decision
      SELECT * FROM former_decision WHERE entity IN (SELECT number FROM entity) AND number > 0;
      INSERT OR IGNORE INTO revision
      SELECT * FROM former_revision WHERE entity IN (SELECT number FROM entity) AND revision > 0;
      DELETE FROM revision WHERE entity IN (
        SELECT entity FROM revision JOIN entity ON entity.number = revision.entity GROUP BY entity
        HAVING max(revision.revision) - min(revision.revision) + 1 <> count(*)
          OR entity.revision - max(revision.revision) NOT IN (0, 1) OR count(*) > \(CatalogStore.mostRevisions));
      """)
  }

  private struct Removal: Decodable {
    let duplicateOf: String?
  }

  /// Of the last removals the log still says what stands for what is gone.
  private func makeAliases() throws {
    try database.execute(
      """
      INSERT OR IGNORE INTO alias SELECT * FROM former_alias WHERE kind IN (1, 2, 3) AND EXISTS (
        SELECT 1 FROM entity WHERE feed = former_alias.target_feed AND id = former_alias.target AND state < 8)
      """)
    var removed: [(id: String, target: String, kind: EntityKind)] = []
    try log.forEachNewest(family: "") { newest in
      guard newest.isEnding, let kind = EntityKind(family: newest.family),
        let event = try log.event(at: newest.sequence),
        let target = try event.decode(Removal.self).duplicateOf
      else { return }
      removed.append((newest.subject, target, kind))
    }
    guard !removed.isEmpty else { return }
    let targets = Set(removed.map(\.target))
    var feeds: [String: Int] = [:]
    try database.forEach("SELECT id, feed FROM entity WHERE state < 8") { row in
      let id = row.id(0)
      if targets.contains(id) { feeds[id] = row.integer(1) }
      return true
    }
    for (id, target, kind) in removed where try store.alias(id: id) == nil {
      guard let feed = feeds[target] else { continue }
      try store.addAlias(id: id, target: target, targetFeed: feed, kind: kind)
    }
  }
}
