internal import CastwireBus
internal import Storage

/// The SQL of a log's compaction. Each statement finds its rows by a key.
struct CompactionStore {
  /// What events are about: a subject means nothing without its family.
  struct Subject {
    let family: String
    let subject: String
  }

  /// An event without its JSON.
  struct Row {
    let sequence: Position
    let time: Timestamp
    let subject: Subject
    /// Of its JSON, in bytes.
    let size: Int
  }

  /// All statements, for a test of how SQLite carries them out.
  static let statements = [
    rowsStatement, newestStatement, enterStatement, sizeStatement, dropStatement, dropEndingStatement,
    endingsStatement, forgetStatement,
  ]

  private static let rowsStatement =
    "SELECT sequence, time, family, subject, length(json) FROM event WHERE sequence > ?1 ORDER BY sequence LIMIT ?2"
  private static let newestStatement = "SELECT sequence FROM newest WHERE family = ?1 AND subject = ?2"
  private static let enterStart = "INSERT OR REPLACE INTO newest (family, subject, sequence)"
  private static let enterStatement = "\(enterStart) VALUES (?1, ?2, ?3)"
  private static let enter = BulkInsert(enterStart, columns: 3)
  private static let sizeStatement = "SELECT family, subject, length(json) FROM event WHERE sequence = ?1"
  private static let dropStatement = "DELETE FROM event WHERE sequence = ?1"
  private static let dropEndingStatement = "DELETE FROM ending WHERE sequence = ?1"
  private static let endingsStatement =
    "SELECT sequence, time FROM ending WHERE sequence <= ?1 ORDER BY sequence LIMIT ?2"
  private static let forgetStatement = "DELETE FROM newest WHERE family = ?1 AND subject = ?2"

  let database: Database

  func rows(after position: Position, limit: Int) throws -> [Row] {
    try database.all(
      Self.rowsStatement, .integer(Int64(position.rawValue)), .integer(Int64(limit))
    ) { row in
      Row(
        sequence: row.position(0), time: Timestamp(rawValue: Int64(row.integer(1))),
        subject: Subject(family: row.text(2), subject: row.text(3)), size: row.integer(4))
    }
  }

  /// The newest event about a subject, of those that were entered.
  func newest(_ subject: Subject) throws -> Position? {
    try database.first(Self.newestStatement, .text(subject.family), .text(subject.subject)) { row in
      row.position(0)
    }
  }

  /// Makes events their subjects' newest ones; of one subject the last.
  func enter(_ entries: [EntryChunk.Entry]) throws {
    try Self.enter.run(
      database,
      entries.flatMap { entry -> [Value] in
        [.text(entry.subject.family), .text(entry.subject.subject), .integer(Int64(entry.sequence.rawValue))]
      })
  }

  /// Drops an event.
  ///
  /// - Returns: how many bytes it had.
  func drop(_ position: Position) throws -> Int {
    let size = try database.first(Self.sizeStatement, .integer(Int64(position.rawValue))) { $0.integer(2) }
    try database.run(Self.dropStatement, .integer(Int64(position.rawValue)))
    try database.run(Self.dropEndingStatement, .integer(Int64(position.rawValue)))
    return size ?? 0
  }

  /// Drops an event that ends a subject, and with it what is known of the subject.
  ///
  /// - Returns: how many bytes it had.
  func dropEnding(_ position: Position) throws -> Int {
    let subject = try database.first(Self.sizeStatement, .integer(Int64(position.rawValue))) { row in
      Subject(family: row.text(0), subject: row.text(1))
    }
    if let subject { try database.run(Self.forgetStatement, .text(subject.family), .text(subject.subject)) }
    return try drop(position)
  }

  /// Events that end a subject, the oldest first.
  func endings(upTo position: Position, limit: Int) throws -> [(sequence: Position, time: Timestamp)] {
    try database.all(
      Self.endingsStatement, .integer(Int64(position.rawValue)), .integer(Int64(limit))
    ) { row in
      (row.position(0), Timestamp(rawValue: Int64(row.integer(1))))
    }
  }
}
