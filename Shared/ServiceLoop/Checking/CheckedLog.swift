public import CastwireBus
internal import Storage

/// What a service's tables are held against: which event of each subject is the newest.
public struct CheckedLog {
  /// A subject's newest event.
  public struct Newest: Sendable {
    /// The family: `episode`.
    public let family: String
    /// The id of what it is about.
    public let subject: String
    /// Where it stands in the log.
    public let sequence: Position
    /// The id of the feed that it belongs to.
    public let feed: String
    /// Whether it ends the subject: `removed`, `left` or `unfollowed`.
    public let isEnding: Bool
  }

  private let database: Database

  init(database: Database) {
    self.database = database
  }

  /// Gives the newest event of each subject, of the families whose names begin so.
  public func forEachNewest(family prefix: String, body: (Newest) throws -> Void) throws {
    // A lone `max` makes SQLite take the other columns from the row that has it (sqlite.org/lang_select.html).
    try database.forEach(
      """
      SELECT family, subject, max(sequence), feed, EXISTS (SELECT 1 FROM ending WHERE ending.sequence = event.sequence)
      FROM event WHERE substr(family, 1, length(?1)) = ?1 GROUP BY family, subject
      """, .text(prefix)
    ) { row in
      try body(
        Newest(
          family: row.text(0), subject: row.text(1), sequence: row.position(2), feed: row.text(3),
          isEnding: row.integer(4) != 0))
      return true
    }
  }

  /// What the event at a position is about; nil where there is none.
  public func subject(at position: Position) throws -> (family: String, subject: String)? {
    try database.first(
      "SELECT family, subject FROM event WHERE sequence = ?1", .integer(Int64(position.rawValue))
    ) { row in
      (row.text(0), row.text(1))
    }
  }

  /// The event at a position; nil where there is none.
  ///
  /// - Throws: `DatabaseError`; what is wrong with an event that cannot be read.
  public func event(at position: Position) throws -> Event? {
    let json = try database.first(
      "SELECT json FROM event WHERE sequence = ?1", .integer(Int64(position.rawValue)), make: { $0.blob(0) })
    return try json.map { try Event(json: $0) }
  }
}
