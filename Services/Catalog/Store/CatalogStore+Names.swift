internal import Storage

/// What a feed's entities were ever known by.
extension CatalogStore {
  /// So many names of a rule an entity keeps; with one more its former ones go. A page that is another at each look would
  /// otherwise fill the disk.
  static let mostNames = 50

  private static let byItem = "SELECT \(entityColumns) FROM entity WHERE feed = ?1 AND item = ?2"
  private static let byName = """
    SELECT \(entityColumns) FROM name CROSS JOIN entity ON entity.number = name.entity
    WHERE name.feed = ?1 AND name.rule = ?2 AND name.hash = ?3 ORDER BY name.entity LIMIT ?4
    """

  /// A feed's entities that go or went by a name, in the order in which they were first seen.
  ///
  /// - Parameter limit: the most that are given.
  func entities(feed: Int, rule: NameRule, hash: Int64, limit: Int = .max) throws -> [EntityRow] {
    guard rule != .item else {
      return try database.all(Self.byItem, .number(feed), .integer(hash), make: Self.entity)
    }
    return try database.all(
      Self.byName, .number(feed), .number(rule.rawValue), .integer(hash), .number(limit), make: Self.entity)
  }

  /// A feed's entities that go or went by a stated identifier, in the order in which they were first seen.
  ///
  /// - Parameters:
  ///   - identifier: `NameHash.identifier` of it.
  ///   - item: `NameHash.item` of the key that feed-ingest makes of it, as no name is needed where an entity has that.
  func entities(feed: Int, identifier: Int64, item: Int64) throws -> [EntityRow] {
    let found =
      try entities(feed: feed, rule: .item, hash: item)
      + [identifier, item].flatMap { try entities(feed: feed, rule: .identifier, hash: $0) }
    var numbers: Set<Int> = []
    return found.filter { numbers.insert($0.number).inserted }.sorted { $0.number < $1.number }
  }

  /// Lets an entity be known by a name, beside those that it has. feed-ingest's keys are given by `assign`.
  func addName(_ rule: NameRule, _ hash: Int64, of entity: EntityRow) throws {
    guard rule != .item else {
      try assign(key: hash, to: entity)
      return
    }
    let added = try database.run(
      "INSERT OR IGNORE INTO name (feed, rule, hash, entity) VALUES (?1, ?2, ?3, ?4)", .number(entity.feed),
      .number(rule.rawValue), .integer(hash), .number(entity.number))
    // At first sight it has no other.
    guard added > 0, entity.number != newestEntity else { return }
    let shift = 8 * (rule.rawValue - 1)
    let renamed = try database.first(
      "UPDATE entity SET renamed = renamed + (1 << ?2) WHERE number = ?1 RETURNING renamed", .number(entity.number),
      .number(shift), make: { $0.integer(0) })
    guard let renamed, renamed >> shift & 0xff >= Self.mostNames else { return }
    try database.run(
      "DELETE FROM name WHERE feed = ?1 AND rule = ?2 AND entity = ?3 AND hash <> ?4", .number(entity.feed),
      .number(rule.rawValue), .number(entity.number), .integer(hash))
    try database.run(
      "UPDATE entity SET renamed = renamed & ~(255 << ?2) WHERE number = ?1", .number(entity.number), .number(shift))
  }

  /// A name of an entity that was added just now.
  struct FirstName {
    let rule: NameRule
    let hash: Int64
    let entity: Int
  }

  private static let namesInsert = BulkInsert(
    "INSERT OR IGNORE INTO name (feed, rule, hash, entity)", columns: 4)

  /// Lets entities that had none be known by names.
  func add(_ names: [FirstName], feed: Int) throws {
    let sorted = names.sorted { ($0.rule.rawValue, $0.hash, $0.entity) < ($1.rule.rawValue, $1.hash, $1.entity) }
    var values: [Value] = []
    values.reserveCapacity(4 * sorted.count)
    for name in sorted {
      values.append(.number(feed))
      values.append(.number(name.rule.rawValue))
      values.append(.integer(name.hash))
      values.append(.number(name.entity))
    }
    try Self.namesInsert.run(database, values)
  }

  /// Makes feed-ingest's key for an item mean this entity and no other, and this entity be that item and no other: should
  /// its former item come back beside it, that is another entity. Former keys stay as names of the rule `identifier`.
  ///
  /// - Returns: false where nothing changes.
  @discardableResult
  func assign(key: Int64, to entity: EntityRow) throws -> Bool {
    let known = try database.first(
      "SELECT number FROM entity WHERE feed = ?1 AND item = ?2", .number(entity.feed), .integer(key),
      make: { $0.integer(0) })
    guard known != entity.number else { return false }
    if let known {
      try database.run("UPDATE entity SET item = NULL WHERE number = ?1", .number(known))
      if let other = try self.entity(number: known) { try addName(.identifier, key, of: other) }
    }
    let former = try database.first(
      "SELECT item FROM entity WHERE number = ?1", .number(entity.number), make: { $0.optionalHash(0) })
    if let former = former ?? nil { try addName(.identifier, former, of: entity) }
    try database.run("UPDATE entity SET item = ?2 WHERE number = ?1", .number(entity.number), .integer(key))
    return true
  }

  /// Whether several of a feed's present entities go by one identifier.
  ///
  /// - Parameters:
  ///   - except: the numbers of those that do not count.
  ///   - current: the identifier of one as it is now, since names stay. It is asked for those alone that share a name.
  func sharesIdentifier(
    feed: Int, except: Set<Int>, current: (_ number: Int) throws -> Int64?
  ) throws -> Bool {
    var name: Int64?
    var holders: [Int] = []
    func isShared() throws -> Bool {
      try holders.count > 1 && holders.filter { try current($0) == name }.count > 1
    }
    var found = false
    try database.forEach(
      """
      SELECT name.hash, name.entity FROM name CROSS JOIN entity ON entity.number = name.entity
      WHERE name.feed = ?1 AND name.rule = ?2 AND entity.state & 1 ORDER BY name.hash
      """, .number(feed), .number(NameRule.identifier.rawValue)
    ) { row in
      guard !except.contains(row.integer(1)) else { return true }
      if row.hash(0) != name {
        found = try isShared()
        (name, holders) = (row.hash(0), [])
      }
      holders.append(row.integer(1))
      return !found
    }
    return try found || isShared()
  }

  // MARK: Files over all feeds

  /// So many entities with one file are looked at: a file that more have is what a host gives in the place of many.
  static let mostWithFile = 200

  /// Other feeds' published entities whose file has the hash, the first seen first: as many as are asked for.
  func entities(file hash: Int64, notIn feed: Int, limit: Int) throws -> [EntityRow] {
    try loadTail()
    var found: [Int: EntityRow] = [:]
    func look(at number: Int) throws {
      guard found[number] == nil, let row = try entity(number: number), row.feed != feed, Mark(row)?.hash == hash else {
        return
      }
      found[number] = row
    }
    let marked = try database.all(
      "SELECT number FROM mark WHERE hash = ?1 ORDER BY number LIMIT ?2", .integer(hash), .number(Self.mostWithFile),
      make: { $0.integer(0) })
    for number in marked {
      try look(at: number)
      if found.count == limit { break }
    }
    for number in tail?.numbers(of: hash, limit: Self.mostWithFile) ?? [] { try look(at: number) }
    return Array(found.values.sorted { $0.number < $1.number }.prefix(limit))
  }

  /// Those of some files that entities may have already, of whichever feed.
  func known(files: Set<Int64>) throws -> Set<Int64> {
    try loadTail()
    var known = files.filter { tail?.names($0) == true }
    var rest = files.sorted()[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.filesAtOnce)
      rest = rest.dropFirst(some.count)
      let values = some.map { Value.integer($0) } + Array(repeating: .null, count: Self.filesAtOnce - some.count)
      try database.forEach(Self.knownFiles, values: values) { row in
        known.insert(row.hash(0))
        return true
      }
    }
    return known
  }

  private static let filesAtOnce = 32
  private static let knownFiles =
    "SELECT hash FROM mark WHERE hash IN (\(Array(repeating: "?", count: filesAtOnce).joined(separator: ", ")))"

  /// Reads the files that do not stand among the marks yet. Before the first change: what is changed and undone later would
  /// be missing.
  func loadTail() throws {
    guard tail == nil else { return }
    var tail = MarkTail()
    try database.forEach(
      """
      SELECT file, number FROM entity NOT INDEXED
      WHERE number > (SELECT listed FROM progress) AND file IS NOT NULL ORDER BY number
      """
    ) { row in
      tail.add(Mark(hash: row.hash(0), number: row.integer(1)))
      return true
    }
    self.tail = tail
  }
}
