import CastwireBus
import Storage

/// What a subscriber has applied, event by event and log by log, and its cursor: in one SQLite file, each batch in one
/// transaction.
final class Record {
  /// How far a subscriber has come.
  struct Place {
    let cursor: Cursor
    /// The log's whole state is still to come.
    let isStartingOver: Bool
  }

  private static let migrations = Migrations(
    component: "record",
    steps: [
      """
      CREATE TABLE applied (id INTEGER PRIMARY KEY, log TEXT NOT NULL, sequence INTEGER NOT NULL, json BLOB NOT NULL);
      CREATE TABLE cursor (
        log TEXT NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL, first INTEGER NOT NULL,
        starting_over INTEGER NOT NULL
      );
      CREATE TABLE surprise (words TEXT NOT NULL);
      """
    ])

  private let database: Database

  init(path: String) throws {
    database = try Database(path: path)
    try Self.migrations.apply(to: database)
  }

  /// Where to go on; nil where nothing was applied yet.
  func place() throws -> Place? {
    try database.first("SELECT log, sequence, time, starting_over FROM cursor") { row in
      Place(
        cursor: Cursor(
          log: row.text(0), sequence: Position(UInt64(row.integer(1))), time: Timestamp(rawValue: Int64(row.integer(2)))
        ),
        isStartingOver: row.integer(3) != 0)
    }
  }

  /// After which position of its present log the record begins.
  func beginning() throws -> Position? {
    try database.first("SELECT first FROM cursor") { Position(UInt64($0.integer(0))) }
  }

  func apply(_ batch: Batch, isFromHead: Bool) throws {
    try database.transaction {
      let before = try place()
      if batch.startsOver, before?.cursor.log == batch.cursor.log {
        try note("it starts over in the same log \(batch.cursor.log)")
      }
      // The whole state is wanted at first, too, unless what was before is not.
      let isStartingOver =
        ((before?.isStartingOver ?? !isFromHead) || batch.startsOver) && !batch.completes
      for (_, error) in batch.malformed { try note(error.description) }
      for event in batch.events {
        try database.run(
          "INSERT INTO applied (log, sequence, json) VALUES (?1, ?2, ?3)", .text(event.log),
          .integer(Int64(event.sequence.rawValue)), .blob(event.json))
      }
      // What the first batch of a subscriber without history brings lies after the head that it found.
      let first =
        (batch.startsOver ? Position(0) : try beginning())
        ?? (isFromHead ? batch.events.first.map { Self.before($0.sequence) } ?? batch.cursor.sequence : Position(0))
      try database.run("DELETE FROM cursor")
      try database.run(
        "INSERT INTO cursor (log, sequence, time, first, starting_over) VALUES (?1, ?2, ?3, ?4, ?5)",
        .text(batch.cursor.log),
        .integer(Int64(batch.cursor.sequence.rawValue)), .integer(batch.cursor.time.rawValue),
        .integer(Int64(first.rawValue)), .flag(isStartingOver))
    }
  }

  /// The event that was applied as the first (1), the second (2) and so on; nil where it is of another log, or there are
  /// not so many.
  func applied(_ number: Int, of log: String) throws -> [UInt8]? {
    try database.first("SELECT json FROM applied WHERE id = ?1 AND log = ?2", .integer(Int64(number)), .text(log)) {
      $0.blob(0)
    }
  }

  /// The logs of which something was applied, in that order, with the number of the first event of each.
  func logs() throws -> [(id: String, first: Int)] {
    try database.all("SELECT log, min(id) FROM applied GROUP BY log ORDER BY 2") { ($0.text(0), $0.integer(1)) }
  }

  /// What should not have come.
  func surprises() throws -> [String] {
    try database.all("SELECT words FROM surprise") { $0.text(0) }
  }

  private static func before(_ position: Position) -> Position {
    Position(position.rawValue - 1)
  }

  private func note(_ words: String) throws {
    try database.run("INSERT INTO surprise (words) VALUES (?1)", .text(words))
  }
}
