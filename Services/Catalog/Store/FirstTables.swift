internal import Castwire
internal import CastwireBus
internal import Storage

/// Carries over what the first version of the tables held: episodes alone, names as texts.
struct FirstTables {
  private let database: Database
  /// Whether there is a log, too, to look up what the tables did not have.
  private let hasLog: Bool

  init(_ database: Database) throws {
    self.database = database
    hasLog = try database.first("SELECT 1 FROM sqlite_master WHERE name = 'event'") { _ in true } ?? false
  }

  func convert() throws {
    try database.forEach("SELECT id, added, sequence, revision, appeared FROM podcast ORDER BY added") { row in
      let id = row.text(0)
      try makeFeed(id, appeared: row.integer(4))
      let feed = database.lastInsertedRow
      try convertEpisodes(of: id, feed)
      try database.run(
        """
        INSERT INTO collection (feed, kind, added, sequence, revision, entities, withdrawn)
        SELECT ?1, 1, ?2, ?3, ?4, count(*), coalesce(sum(state & 2 <> 0), 0) FROM entity WHERE feed = ?1
        """, .number(feed), .number(row.integer(1)), .number(row.integer(2)), .number(row.integer(3)))
      return true
    }
    try database.forEach("SELECT DISTINCT podcast FROM episode WHERE podcast NOT IN (SELECT id FROM podcast)") { row in
      let id = row.text(0)
      try makeFeed(id, appeared: 1)
      try convertEpisodes(of: id, database.lastInsertedRow)
      return true
    }
    try convertStage()
  }

  private func makeFeed(_ id: String, appeared: Int) throws {
    try database.run(
      "INSERT INTO feed (id, kind, era, appeared, shared_identifiers) VALUES (?1, 1, 1, ?2, 0)", .text(id),
      .number(appeared))
  }

  // MARK: Episodes

  private func convertEpisodes(of podcast: String, _ feed: Int) throws {
    try database.forEach(
      """
      SELECT id, sequence, revision, ordering, first_seen, withdrawn, present FROM episode
      WHERE podcast = ?1 ORDER BY first_seen, ordering, id
      """, .text(podcast)
    ) { row in
      let id = row.text(0)
      let published = try published(at: row.integer(1))
      var state: EntityState = []
      if row.integer(6) != 0 { state.insert(.present) }
      if row.integer(5) != 0 { state.insert(.withdrawn) }
      if published?.initial == true { state.insert(.initial) }
      try database.run(
        """
        INSERT INTO entity (feed, id, kind, state, sequence, revision, ordering, first_seen, item, file)
        VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """, .number(feed), .id(id), .number(state.rawValue), .number(row.integer(1)), .number(row.integer(2)),
        .number(row.integer(3)), .number(row.integer(4)), .hash(orNull: try item(of: id)),
        .hash(orNull: published?.episode.enclosureURL.map(NameHash.file)))
      try convertNames(of: id, podcast, feed, database.lastInsertedRow)
      return true
    }
  }

  /// What the tables did not know of an episode.
  private struct Published: Decodable {
    struct Body: Decodable {
      let enclosureURL: String?
    }

    let episode: Body
    let initial: Bool
  }

  private func published(at sequence: Int) throws -> Published? {
    guard hasLog else { return nil }
    let json = try database.first("SELECT json FROM event WHERE sequence = ?1", .number(sequence)) { $0.blob(0) }
    return try json.map { try Event(json: $0).decode(Published.self) }
  }

  // MARK: Names

  private func item(of episode: String) throws -> Int64? {
    try database.first(
      "SELECT value FROM former_name WHERE episode = ?1 AND rule = 'item'", .text(episode),
      make: { NameHash.item($0.text(0)) })
  }

  private func convertNames(of episode: String, _ podcast: String, _ feed: Int, _ entity: Int) throws {
    try database.forEach("SELECT rule, value FROM former_name WHERE episode = ?1", .text(episode)) { row in
      guard let (rule, hash) = Self.name(row.text(0), row.text(1)) else { return true }
      try database.run(
        "INSERT OR IGNORE INTO name (feed, rule, hash, entity) VALUES (?1, ?2, ?3, ?4)", .number(feed),
        .number(rule.rawValue), .integer(hash), .number(entity))
      return true
    }
  }

  private static func name(_ rule: String, _ value: String) -> (NameRule, Int64)? {
    switch rule {
    case "identifier": return (.identifier, NameHash.identifier(value))
    case "link": return (.link, NameHash.link(value))
    case "enclosure": return (.file, NameHash.file(value))
    case "title":
      // A title may have lines, too.
      guard let end = value.lastIndex(of: "\n"), let second = Int(value[value.index(after: end)...]) else { return nil }
      return (.title, NameHash.title(String(value[..<end]), second: second))
    default: return nil
    }
  }

  // MARK: Staging

  private struct OfDocument: Decodable {
    let document: Int
  }

  private func convertStage() throws {
    try database.forEach(
      "SELECT feed, verb, item, cause, traceparent, time, data FROM former_staged ORDER BY id"
    ) { row in
      let data = row.blob(6)
      try database.run(
        """
        INSERT INTO staged (feed, document, verb, item, cause, traceparent, time, data)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """, .text(row.text(0)), .number(try BusCoder.decode(OfDocument.self, from: data).document),
        .text(row.text(1)), .text(row.text(2)), .text(row.text(3)), .text(orNull: row.optionalText(4)),
        .number(row.integer(5)), .blob(data))
      return true
    }
  }
}
