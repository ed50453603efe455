internal import CSQLite

/// A prepared statement. Owned by the `Database` that made it, and used on its thread only.
final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let path: String
  let sql: String
  /// Whether it changes nothing in the database.
  let isReadOnly: Bool
  /// True between the first step and the reset, so that nobody steps it a second time meanwhile.
  private(set) var isInUse = false

  init(_ sql: String, connection: OpaquePointer, path: String) throws(DatabaseError) {
    var handle: OpaquePointer?
    var rest = ""
    let code = sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(connection, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
      if code == SQLITE_OK, let tail { rest = String(cString: tail) }
      return code
    }
    guard code == SQLITE_OK else {
      throw DatabaseError(
        code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)), path: path,
        statement: sql)
    }
    // SQLite would pass over what follows the first statement without a word.
    guard let handle, rest.utf8.allSatisfy({ [0x20, 0x0a, 0x0d, 0x09, 0x3b].contains($0) }) else {
      sqlite3_finalize(handle)
      throw DatabaseError(code: SQLITE_MISUSE, message: "this is not one statement", path: path, statement: sql)
    }
    self.handle = handle
    self.connection = connection
    self.path = path
    self.sql = sql
    isReadOnly = sqlite3_stmt_readonly(handle) != 0
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds values to the parameters, the first to ?1.
  func bind(_ values: ArraySlice<Value>) throws(DatabaseError) {
    let count = Int(sqlite3_bind_parameter_count(handle))
    // A parameter without a value would be NULL.
    guard values.count == count else {
      throw DatabaseError(
        code: SQLITE_RANGE, message: "\(values.count) values for \(count) parameters", path: path, statement: sql)
    }
    var index: Int32 = 0
    for value in values {
      index += 1
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
        case .real(let real): sqlite3_bind_double(handle, index, real)
        case .text(var text):
          text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
              // An empty string may come without a pointer, which SQLite would read as NULL.
              castwire_sqlite3_bind_text(handle, index, characters.baseAddress ?? emptyText, Int32(characters.count))
            }
          }
        case .blob(let bytes):
          bytes.withUnsafeBytes { buffer in
            castwire_sqlite3_bind_blob(
              handle, index, buffer.baseAddress ?? UnsafeRawPointer(emptyText), Int32(buffer.count))
          }
        }
      guard code == SQLITE_OK else { throw error(code) }
    }
  }

  /// Goes to the next row.
  ///
  /// - Returns: false where there is none.
  func step() throws(DatabaseError) -> Bool {
    isInUse = true
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Ends the run and lets go of the values.
  func reset() {
    // Its result repeats the error of the last step, which was thrown already.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    isInUse = false
  }

  var row: Row {
    Row(handle)
  }

  private func error(_ code: Int32) -> DatabaseError {
    DatabaseError(
      code: sqlite3_extended_errcode(connection) == SQLITE_OK ? code : sqlite3_extended_errcode(connection),
      message: String(cString: sqlite3_errmsg(connection)), path: path, statement: sql)
  }
}

/// A pointer to nothing in particular that outlives every call: where zero bytes are to be read, none are.
private nonisolated(unsafe) let emptyText: UnsafePointer<CChar> = {
  // Never written again and never freed, hence safe to share.
  let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  pointer.pointee = 0
  return UnsafePointer(pointer)
}()
