internal import CastwireBus
internal import Foundation
internal import Storage

/// `SERVICE restore FILE`: puts a backup in the place of the service's database, while the service does not run.
///
/// The log gets a new id, by which consumers know to start over. The former database is kept beside it.
struct RestoreCommand {
  let command: DatabaseCommand
  let file: String
  let now: Date

  /// - Returns: what was done, for a person.
  func run(_ progress: TerminalProgress) throws -> String {
    guard DurableFile.exists(file) else { throw CommandError("there is no \(file)") }
    try DataFolder.make(command.folder)
    let lock = try DataLock(folder: command.folder, name: command.service)
    defer { withExtendedLifetime(lock) {} }
    let incoming = "\(command.path).restoring"
    // Of a run that was killed; the lock shows that nobody is at it.
    try removeDatabase(incoming)
    do {
      try Database(path: file, access: .reading).copy(to: incoming) { progress.show("copying", $0) }
      progress.show("checking")
      let count = try prepare(incoming)
      let kept = try putAside()
      try DurableFile.rename(incoming, to: command.path)
      progress.clear()
      return "\(command.path) holds the \(count) events of \(file) now, under a new log id: consumers start over by "
        + "themselves" + (kept.map { "; the former database is \($0)" } ?? "")
    } catch {
      try removeDatabase(incoming)
      throw error
    }
  }

  /// Makes sure that the file can be this service's database, and gives its log a new id.
  ///
  /// - Returns: how many events it holds.
  private func prepare(_ path: String) throws -> Int {
    let database = try Database(path: path)
    defer { withExtendedLifetime(database) {} }
    guard try database.first("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'", make: { _ in true }) == true
    else { throw CommandError("\(file) is no database of Castwire") }
    for migrations in command.tables.allMigrations {
      do {
        try migrations.check(database)
      } catch let error as NewerDatabaseError {
        throw CommandError("\(file) cannot be restored by this version: \(error)")
      }
    }
    guard try EventLog.isThere(in: database) else { throw CommandError("\(file) holds no log of events") }
    if let owner = try EventLog.owner(in: database), owner != command.service {
      throw CommandError("\(file) is a backup of \(owner), not of \(command.service)")
    }
    try database.forEach("PRAGMA quick_check(1)") { row in
      guard row.text(0) == "ok" else { throw CommandError("\(file) is damaged: \(row.text(0))") }
      return true
    }
    let wallClock = Timestamp(rawValue: Int64(now.timeIntervalSince1970 * 1_000))
    let log = try EventLog(database: database, service: command.service, now: { wallClock })
    do {
      try QuickCheck.run(log)
    } catch let error as DamagedLogError {
      throw CommandError("\(file) is damaged: \(error.finding)")
    }
    try log.renew()
    // The record beside the database speaks of the former one; without a mark it is written anew.
    try database.run("UPDATE log SET identified = 0")
    let count = try command.eventCount(database)
    // All into the one file, which is about to get another name.
    try database.checkpoint()
    return count
  }

  /// Gives the present database another name.
  ///
  /// - Returns: that name; nil where there is no database.
  private func putAside() throws -> String? {
    guard DurableFile.exists(command.path) else {
      // What it left beside it would be taken for the new one's.
      try removeDatabase(command.path)
      return nil
    }
    // What stands in its write-ahead log is to come into it; a damaged one stays as it is.
    do { try Database(path: command.path).checkpoint() } catch is DatabaseError {}
    let kept = "\(command.folder)/\(command.service).before-restore-\(Self.stamp(now)).sqlite"
    // It keeps its name, too, until the new one takes that in one step: at no moment is there none.
    for suffix in ["-wal", "-shm"] where DurableFile.exists(command.path + suffix) {
      try DurableFile.rename(command.path + suffix, toNew: kept + suffix)
    }
    try DurableFile.link(command.path, as: kept)
    return kept
  }

  private func removeDatabase(_ path: String) throws {
    for suffix in ["", "-wal", "-shm", "-journal"] { try DurableFile.remove(path + suffix) }
  }

  private static func stamp(_ date: Date) -> String {
    date.formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: true)
        .timeSeparator(.omitted)
    ).replacing(".", with: "")
  }
}
