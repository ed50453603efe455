internal import CSQLite
internal import Foundation

/// The yardstick of `log`: the same rows put into SQLite by its own functions and nothing else.
final class PlainAppends {
  private var connection: OpaquePointer?
  private var insert: OpaquePointer?
  private var sequence: Int64 = 0

  init(path: String) throws {
    try check(sqlite3_open(path, &connection))
    try execute(
      """
      PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 250;
      CREATE TABLE event (
        sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, family TEXT NOT NULL, feed TEXT NOT NULL,
        subject TEXT NOT NULL, json BLOB NOT NULL)
      """)
    let sql = "INSERT INTO event VALUES (?1, ?2, 'episode', ?3, ?4, ?5)"
    try check(sqlite3_prepare_v2(connection, sql, -1, &insert, nil))
  }

  deinit {
    sqlite3_finalize(insert)
    sqlite3_close(connection)
  }

  /// Commits a row for each subject.
  func append(_ subjects: [String], feed: String, json: [UInt8]) throws {
    try execute("BEGIN IMMEDIATE")
    for subject in subjects {
      sequence += 1
      sqlite3_bind_int64(insert, 1, sequence)
      sqlite3_bind_int64(insert, 2, 1_700_000_000_000 + sequence)
      // Bound without a copy: each outlives the step.
      feed.withCString { feed in
        subject.withCString { subject in
          json.withUnsafeBytes { json in
            _ = castwire_sqlite3_bind_text_static(insert, 3, feed, -1)
            _ = castwire_sqlite3_bind_text_static(insert, 4, subject, -1)
            _ = castwire_sqlite3_bind_blob_static(insert, 5, json.baseAddress, Int32(json.count))
            _ = sqlite3_step(insert)
          }
        }
      }
      try check(sqlite3_reset(insert))
    }
    try execute("COMMIT")
  }

  private func execute(_ sql: String) throws {
    try check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw BenchmarkError(message: "SQLite: \(connection.map { String(cString: sqlite3_errmsg($0)) } ?? "\(code)")")
  }
}

/// A measurement that cannot be made.
struct BenchmarkError: Error, CustomStringConvertible {
  let message: String

  var description: String { message }
}
