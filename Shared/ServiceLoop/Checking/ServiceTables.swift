public import Storage

/// What a service keeps in its database beside its log.
public struct ServiceTables: Sendable {
  /// The steps that make its tables.
  public let migrations: [Migrations]
  /// Compares its tables with its log, and says in words what does not fit. It only reads.
  public let check: @Sendable (Database, CheckedLog, (String) -> Void) throws -> Void
  /// Makes its tables anew from its log, in the open transaction; nil where the log alone cannot give them back.
  public let rebuild: (@Sendable (Database, CheckedLog) throws -> Void)?

  /// - Parameters:
  ///   - check: gets the database, its log and where to say what does not fit.
  ///   - rebuild: gets the database and its log.
  public init(
    migrations: [Migrations], check: @escaping @Sendable (Database, CheckedLog, (String) -> Void) throws -> Void,
    rebuild: (@Sendable (Database, CheckedLog) throws -> Void)? = nil
  ) {
    self.migrations = migrations
    self.check = check
    self.rebuild = rebuild
  }

  /// All that a service's database is made of.
  var allMigrations: [Migrations] {
    [EventLog.migrations, ConsumerStore.migrations, ReplayedState.migrations] + migrations
  }
}
