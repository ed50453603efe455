internal import CSQLite

extension Database {
  /// How many pages are copied between two looks at who waits: 16 MiB.
  private static let copyStep: Int32 = 1_024

  /// Writes a copy of the whole database to a new file: of one moment, also while others write. The copy is one file,
  /// which needs nothing beside it, and it is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - path: a file that is not there yet.
  ///   - progress: gets the share that is done, from 0 to 1; what it throws ends the copying.
  /// - Throws: `DatabaseError`, `FileError`. What was written so far is left for the caller to delete.
  public func copy(to path: String, progress: (Double) throws -> Void = { _ in }) throws {
    // One snapshot for all steps: without it each change by the file's owner would begin the copy anew.
    try execute("BEGIN")
    // The end of a transaction that only read can lose nothing.
    defer { sqlite3_exec(connection, "COMMIT", nil, nil, nil) }
    _ = try first("SELECT count(*) FROM sqlite_master") { $0.integer(0) }
    let target = try CopyTarget(path: path)
    try target.fill(from: self, step: Self.copyStep, progress: progress)
    target.close()
    try DurableFile.sync(path)
  }
}

/// The file that a copy is written to.
private final class CopyTarget {
  private let path: String
  private var connection: OpaquePointer?

  init(path: String) throws(DatabaseError) {
    self.path = path
    PrivateMode.ensure(path)
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &connection, flags, nil)
    guard code == SQLITE_OK else {
      defer { close() }
      throw error(code)
    }
    // Half a copy is worth nothing, so that nothing of it must be safe before its end.
    try run("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
  }

  deinit {
    close()
  }

  func fill(from source: Database, step: Int32, progress: (Double) throws -> Void) throws {
    guard let backup = sqlite3_backup_init(connection, "main", source.connection, "main") else {
      throw error(sqlite3_extended_errcode(connection))
    }
    var code = SQLITE_OK
    do {
      repeat {
        code = sqlite3_backup_step(backup, step)
        let count = Double(max(1, sqlite3_backup_pagecount(backup)))
        try progress(1 - Double(sqlite3_backup_remaining(backup)) / count)
      } while code == SQLITE_OK
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    // Its result repeats the error of the last step.
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw error(code) }
    // In the source's mode a reader would need two more files beside this one.
    try run("PRAGMA journal_mode = DELETE")
  }

  func close() {
    sqlite3_close_v2(connection)
    connection = nil
  }

  private func run(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: Int32) -> DatabaseError {
    DatabaseError(
      code: code, message: String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)), path: path)
  }
}
