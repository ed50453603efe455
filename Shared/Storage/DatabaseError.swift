internal import CSQLite

/// What SQLite said when it would not do something.
public struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// SQLite's extended result code (sqlite.org/rescode.html).
  public let code: Int32
  /// SQLite's own words, or this module's where SQLite was not asked.
  public let message: String
  /// The database file.
  public let path: String
  /// The SQL that failed, where there was one.
  public let statement: String?

  init(code: Int32, message: String, path: String, statement: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
    self.statement = statement
  }

  /// True where the disk, the memory or the file is to blame, and the same work may succeed later;
  /// false where the statement or its values are.
  public var isEnvironmental: Bool {
    switch code & 0xff {
    case SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_CANTOPEN,
      SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_PROTOCOL, SQLITE_PERM, SQLITE_AUTH, SQLITE_INTERRUPT, SQLITE_NOLFS,
      SQLITE_ABORT:
      true
    default:
      false
    }
  }

  /// True where the file's content is damaged, so that trying again is of no use.
  public var isCorruption: Bool {
    code & 0xff == SQLITE_CORRUPT || code & 0xff == SQLITE_NOTADB
  }

  /// True where somebody ended the statement with `Database.interrupt`.
  public var isInterruption: Bool {
    code & 0xff == SQLITE_INTERRUPT
  }

  /// What to do about it, where that is clear from the code alone. What is lost with a damaged file its owner knows.
  public var advice: String? {
    switch code & 0xff {
    case SQLITE_FULL: "free some space on its disk"
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN: "let the service's user write to its folder"
    case SQLITE_IOERR: "look at the disk's health in the system's log"
    default: nil
    }
  }

  /// The error in words, for a person.
  public var description: String {
    var text = "\(path): \(message) (SQLite \(code))"
    // Who reads it can do nothing about a statement of many lines.
    if let statement, !statement.contains("\n") { text += " in \(statement)" }
    if let advice { text += "; \(advice)" }
    return text
  }
}
