import Castwire
import CastwireBus
import Foundation
import MessageCoding
import Storage

/// The present state of all episodes, what has happened to them, and how far into the catalog's log that goes, in one
/// SQLite file. All of it changes in one transaction, so that the process may be killed at any instant.
final class Archive {
  private let database: Database
  /// Counts the times that the whole state was given anew: what is of an earlier one has not appeared yet.
  private var round: Int

  init(path: String) throws {
    database = try Database(path: path)
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS place (id INTEGER PRIMARY KEY, checkpoint BLOB, round INTEGER);
      CREATE TABLE IF NOT EXISTS episode (id TEXT PRIMARY KEY, content BLOB, round INTEGER);
      CREATE TABLE IF NOT EXISTS news (id INTEGER PRIMARY KEY, sequence INTEGER, text TEXT);
      CREATE TABLE IF NOT EXISTS set_aside (id INTEGER PRIMARY KEY, error TEXT, json BLOB);
      """)
    round = try database.first("SELECT round FROM place") { $0.integer(0) } ?? 0
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
    let before = round
    do {
      return try database.transaction {
        let news = try batch.deliveries.flatMap(apply)
        try database.run(
          "INSERT OR REPLACE INTO place (id, checkpoint, round) VALUES (1, ?1, ?2)",
          .blob(try BusCoder.encode(batch.checkpoint)), .integer(Int64(round)))
        return news
      }
    } catch {
      round = before
      throw error
    }
  }

  private func apply(_ delivery: Delivery) throws -> [String] {
    switch delivery {
    case .startsOver:
      round += 1
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
      // What did not appear in this round is no more.
      let gone = try database.all("SELECT id FROM episode WHERE round < ?1", .integer(Int64(round))) { $0.text(0) }
      return try gone.map { id in
        try database.run("DELETE FROM episode WHERE id = ?1", .text(id))
        return try add("dropped \(id)", sequence: nil)
      }
    }
  }

  private func apply(_ event: Event) throws -> [String] {
    let id = event.subject
    let old = try database.first("SELECT content, round FROM episode WHERE id = ?1", .text(id)) { row in
      (content: row.blob(0), round: row.integer(1))
    }
    switch try event.castwireEvent() {
    case .episode(let verb, let message):
      let content = try BusCoder.encode(message.episode)
      try database.run(
        "INSERT OR REPLACE INTO episode (id, content, round) VALUES (?1, ?2, ?3)", .text(id), .blob(content),
        .integer(Int64(round)))
      // What was known before and comes again in a new round is no news.
      if let old, old.content == content, old.round < round { return [] }
      return [try add("\(verb.rawValue) \(message.episode.title ?? id)", sequence: event.sequence)]
    case .episodeRemoved:
      guard old != nil else { return [] }
      try database.run("DELETE FROM episode WHERE id = ?1", .text(id))
      return [try add("removed \(id)", sequence: event.sequence)]
    default:
      return []
    }
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
