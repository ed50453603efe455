internal import CastwireBus
internal import Storage

/// `SERVICE check --rebuild`: makes the service's tables anew from its log, while the service does not run.
struct RebuildCommand {
  let command: DatabaseCommand

  /// - Returns: what was done, for a person.
  /// - Throws: `CommandError` for a service whose tables cannot be had from its log; what is wrong with the database.
  func run(_ progress: TerminalProgress) throws -> String {
    guard let rebuild = command.tables.rebuild else {
      throw CommandError("\(command.service) has nothing that its log alone could give back")
    }
    // There must be one: a new one would be all there is to be found then.
    _ = try command.database()
    let lock = try DataLock(folder: command.folder, name: command.service)
    defer { withExtendedLifetime(lock) {} }
    let database = try Database(path: command.path)
    for migrations in command.tables.allMigrations { try migrations.check(database) }
    guard try EventLog.isThere(in: database) else { throw CommandError("\(command.path) holds no log of events") }
    if let owner = try EventLog.owner(in: database), owner != command.service {
      throw ForeignDatabaseError(path: database.path, owner: owner, service: command.service)
    }
    for migrations in command.tables.allMigrations { try migrations.apply(to: database) }
    progress.show("making the tables anew")
    try database.transaction { try rebuild(database, CheckedLog(database: database)) }
    progress.clear()
    return "\(command.path): its tables are made anew from its log"
  }
}
