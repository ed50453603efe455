import Castwire
import CastwireBus
import Foundation
import MessageCoding
import Storage

/// The present state of all episodes, what has happened to them, and how far into the catalog's log that goes, in one
/// SQLite file. All of it changes in one transaction, so that the process may be killed at any instant.
final class Archive {
  private let database: Database
  /// The state is given anew, by another log or after long, and something is known already: the log's past is no news then,
  /// only what differs at the end.
  private var isComparing: Bool

  init(path: String) throws {
    database = try Database(path: path)
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS place (id INTEGER PRIMARY KEY, checkpoint BLOB, is_comparing INTEGER);
      CREATE TABLE IF NOT EXISTS episode (id TEXT PRIMARY KEY, content BLOB);
      CREATE TABLE IF NOT EXISTS found (id TEXT PRIMARY KEY, content BLOB, sequence INTEGER, text TEXT);
      CREATE TABLE IF NOT EXISTS news (id INTEGER PRIMARY KEY, sequence INTEGER, text TEXT);
      CREATE TABLE IF NOT EXISTS set_aside (id INTEGER PRIMARY KEY, error TEXT, json BLOB);
      """)
    isComparing = try database.first("SELECT is_comparing FROM place") { $0.integer(0) != 0 } ?? false
  }

  func start() throws -> Subscription.Start {
    let checkpoint = try database.first("SELECT checkpoint FROM place") { row in
      try BusCoder.decode(Checkpoint.self, from: row.blob(0))
    }
    return checkpoint?.start ?? .beginning
  }

  /// Applies a batch, all of it or nothing.
  ///
  /// - Returns: what is news.
  func apply(_ batch: DeliveryBatch) throws -> [String] {
    let before = isComparing
    do {
      return try database.transaction {
        let news = try batch.deliveries.flatMap(apply)
        try database.run(
          "INSERT OR REPLACE INTO place (id, checkpoint, is_comparing) VALUES (1, ?1, ?2)",
          .blob(try BusCoder.encode(batch.checkpoint)), .flag(isComparing))
        return news
      }
    } catch {
      isComparing = before
      throw error
    }
  }

  private func apply(_ delivery: Delivery) throws -> [String] {
    switch delivery {
    case .startsOver:
      // A start over that was under way begins anew.
      try database.run("DELETE FROM found")
      isComparing = try database.first("SELECT 1 FROM episode") { _ in true } ?? false
      return []
    case .event(let event):
      do {
        return try apply(event)
      } catch let error as DecodingError {
        // One bad event never stops the line.
        try setAside(event.json, "\(error)")
        return []
      }
    case .malformed(let json, let error):
      try setAside(json, "\(error)")
      return []
    case .completes:
      return isComparing ? try compare() : []
    }
  }

  private func apply(_ event: Event) throws -> [String] {
    let id = event.subject
    switch try event.castwireEvent() {
    case .episode(let verb, let message):
      let content = try BusCoder.encode(message.episode)
      return try store(id, .blob(content), event, "\(verb.rawValue) \(message.episode.title ?? id)")
    case .episodeRemoved:
      return try store(id, .null, event, "removed \(id)")
    default:
      return []
    }
  }

  /// - Parameter content: NULL for an episode that is no more.
  private func store(_ id: String, _ content: Value, _ event: Event, _ text: String) throws -> [String] {
    if isComparing {
      try database.run(
        "INSERT OR REPLACE INTO found (id, content, sequence, text) VALUES (?1, ?2, ?3, ?4)", .text(id), content,
        .integer(Int64(event.sequence.rawValue)), .text(text))
      return []
    }
    if content == .null {
      guard try database.run("DELETE FROM episode WHERE id = ?1", .text(id)) > 0 else { return [] }
    } else {
      try database.run("INSERT OR REPLACE INTO episode (id, content) VALUES (?1, ?2)", .text(id), content)
    }
    return [try add(text, sequence: event.sequence)]
  }

  /// Everything that there is has appeared again.
  private func compare() throws -> [String] {
    let different = try database.all(
      """
      SELECT text, sequence FROM found LEFT JOIN episode USING (id) WHERE found.content IS NOT episode.content
      ORDER BY sequence
      """
    ) { (text: $0.text(0), sequence: Position(UInt64($0.integer(1)))) }
    // What did not appear is no more.
    let gone = try database.all("SELECT id FROM episode WHERE id NOT IN (SELECT id FROM found)") { $0.text(0) }
    try database.run("DELETE FROM episode")
    try database.run("INSERT INTO episode (id, content) SELECT id, content FROM found WHERE content IS NOT NULL")
    try database.run("DELETE FROM found")
    isComparing = false
    return try different.map { try add($0.text, sequence: $0.sequence) }
      + gone.map { try add("dropped \($0)", sequence: nil) }
  }

  private func add(_ text: String, sequence: Position?) throws -> String {
    try database.run(
      "INSERT INTO news (sequence, text) VALUES (?1, ?2)",
      sequence.map { .integer(Int64($0.rawValue)) } ?? .null, .text(text))
    return text
  }

  private func setAside(_ json: [UInt8], _ error: String) throws {
    try database.run("INSERT INTO set_aside (error, json) VALUES (?1, ?2)", .text(error), .blob(json))
  }
}
