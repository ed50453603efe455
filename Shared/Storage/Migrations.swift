/// The steps that bring a component's tables from nothing to today's form, in order. Released steps never change;
/// a new form is a new step at the end. A component's version is the number of its steps.
public struct Migrations: Sendable {
  /// One step.
  public enum Step: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// One statement or several.
    case sql(String)
    /// What SQL cannot say. Like it, the code changes no more once it was released.
    case code(@Sendable (Database) throws -> Void)

    /// A step of SQL.
    public init(stringLiteral value: String) {
      self = .sql(value)
    }

    func take(in database: Database) throws {
      switch self {
      case .sql(let sql): try database.execute(sql)
      case .code(let change): try change(database)
      }
    }
  }

  private let component: String
  private let steps: [Step]

  /// - Parameters:
  ///   - component: whose tables they are; several share one file.
  ///   - steps: in their order; a literal is SQL.
  public init(component: String, steps: [Step]) {
    self.component = component
    self.steps = steps
  }

  /// The first so many steps: the tables as an earlier version had them.
  public func upTo(_ version: Int) -> Migrations {
    Migrations(component: component, steps: Array(steps.prefix(version)))
  }

  /// Takes the steps that the database has not taken yet, all or none.
  ///
  /// - Throws: `NewerDatabaseError` where it has taken more than this program knows.
  public func apply(to database: Database) throws {
    // A disk that is full and a file that is held can be read: nothing is begun where nothing is due.
    if try isApplied(to: database) { return }
    try database.transaction {
      try database.execute(
        "CREATE TABLE IF NOT EXISTS schema_version (component TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID"
      )
      try check(database)
      for step in steps[try version(in: database)...] { try step.take(in: database) }
      try database.run(
        "INSERT OR REPLACE INTO schema_version (component, version) VALUES (?1, ?2)", .text(component),
        .integer(Int64(steps.count)))
    }
  }

  /// Looks whether the database is of a version that this program knows, and changes nothing.
  ///
  /// - Throws: `NewerDatabaseError`.
  public func check(_ database: Database) throws {
    let version = try version(in: database)
    guard version <= steps.count else {
      throw NewerDatabaseError(path: database.path, component: component, found: version, known: steps.count)
    }
  }

  /// Whether the database has taken every step.
  public func isApplied(to database: Database) throws -> Bool {
    try version(in: database) == steps.count
  }

  private func version(in database: Database) throws -> Int {
    let isMade = try database.first("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'") { _ in true }
    guard isMade == true else { return 0 }
    return try database.first("SELECT version FROM schema_version WHERE component = ?1", .text(component)) { row in
      row.integer(0)
    } ?? 0
  }
}

/// The database was written by a later version of Castwire than this one.
public struct NewerDatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The database file.
  public let path: String
  /// Whose tables are newer.
  public let component: String
  /// The version found in the file.
  public let found: Int
  /// The newest version that this program knows.
  public let known: Int

  /// The error in words, for a person.
  public var description: String {
    "\(path) was written by a newer version of Castwire (\(component) tables: version \(found), this program knows "
      + "\(known)); run that version, or restore a backup made before the upgrade"
  }
}
