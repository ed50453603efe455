internal import CSQLite
internal import Foundation

/// The yardstick of `catalog`: the events that a catalog published put into SQLite by its own functions and nothing else,
/// each with a row for the episode and four for what it is known by, in the tables that such a catalog needs at least.
///
/// The rows go into the order in which they came; nothing is read, decided or encoded.
final class PlainCatalog {
  private static let schema = """
    CREATE TABLE event (
      sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, family TEXT NOT NULL, feed TEXT NOT NULL,
      subject TEXT NOT NULL, json BLOB NOT NULL);
    CREATE TABLE entity (
      number INTEGER PRIMARY KEY, feed INTEGER NOT NULL, id BLOB NOT NULL, sequence INTEGER NOT NULL,
      ordering INTEGER NOT NULL, first_seen INTEGER NOT NULL);
    CREATE UNIQUE INDEX entity_id ON entity (feed, id);
    CREATE INDEX entity_order ON entity (feed, ordering, number);
    CREATE TABLE name (
      feed INTEGER NOT NULL, rule INTEGER NOT NULL, hash INTEGER NOT NULL, entity INTEGER NOT NULL,
      PRIMARY KEY (feed, rule, hash, entity)) WITHOUT ROWID;
    """
  /// As many as the catalog takes in at once.
  private static let batch = 500

  private var connection: OpaquePointer?
  private var statements: [OpaquePointer?] = []
  private var feeds: [String: Int64] = [:]

  private init(path: String) throws {
    try check(sqlite3_open(path, &connection))
    try execute(
      "PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 250;"
        + Self.schema)
    for sql in [
      "INSERT INTO event VALUES (?1, ?2, ?3, ?4, ?5, ?6)", "INSERT INTO entity VALUES (?1, ?2, ?3, ?1, ?4, ?4)",
      "INSERT INTO name VALUES (?1, ?2, ?3, ?4)",
    ] {
      var statement: OpaquePointer?
      try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
      statements.append(statement)
    }
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  /// Puts all episodes' events of a catalog's file into a new one.
  ///
  /// - Returns: how many a second; what is read for it is not timed.
  static func copy(of source: String, to path: String) throws -> Double {
    let plain = try PlainCatalog(path: path)
    var from: OpaquePointer?
    try plain.check(sqlite3_open_v2(source, &from, SQLITE_OPEN_READONLY, nil))
    defer { sqlite3_close(from) }
    var rows: OpaquePointer?
    let sql = "SELECT sequence, time, family, feed, subject, json FROM event WHERE family = 'episode' ORDER BY sequence"
    try plain.check(sqlite3_prepare_v2(from, sql, -1, &rows, nil))
    defer { sqlite3_finalize(rows) }
    var (count, took) = (0, Duration.zero)
    var batch: [Row] = []
    while true {
      let isRow = sqlite3_step(rows) == SQLITE_ROW
      if isRow { batch.append(Row(rows)) }
      guard batch.count == Self.batch || !isRow else { continue }
      let start = ContinuousClock.now
      try plain.put(batch)
      took += .now - start
      count += batch.count
      batch = []
      if !isRow { return Double(count) / (took / .seconds(1)) }
    }
  }

  private struct Row {
    let sequence: Int64
    let time: Int64
    let texts: [[UInt8]]

    init(_ row: OpaquePointer?) {
      (sequence, time) = (sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1))
      texts = (2..<6).map { column in
        Array(
          UnsafeRawBufferPointer(
            start: sqlite3_column_blob(row, Int32(column)), count: Int(sqlite3_column_bytes(row, Int32(column)))))
      }
    }
  }

  private func put(_ rows: [Row]) throws {
    try execute("BEGIN IMMEDIATE")
    for row in rows { try put(row) }
    try execute("COMMIT")
  }

  private func put(_ row: Row) throws {
    let name = String(decoding: row.texts[1], as: UTF8.self)
    let feed = feeds[name] ?? Int64(feeds.count + 1)
    feeds[name] = feed
    // Hashes as what goes by them: all over the place.
    var hash = UInt64(bitPattern: row.sequence)
    func next() -> Int64 {
      hash = (hash &+ 0x9e37_79b9_7f4a_7c15) &* 0xbf58_476d_1ce4_e5b9
      return Int64(bitPattern: hash ^ (hash >> 31))
    }
    try insert(0, integers: [row.sequence, row.time], blobs: row.texts)
    let id = withUnsafeBytes(of: (next(), next())) { Array($0) }
    try insert(1, integers: [row.sequence, feed], blobs: [id], more: row.time)
    for rule in 0..<4 { try insert(2, integers: [feed, Int64(rule), next(), row.sequence], blobs: []) }
  }

  /// Binds integers, then bytes (the log's are text but for the last), then one integer more.
  private func insert(_ index: Int, integers: [Int64], blobs: [[UInt8]], more: Int64? = nil) throws {
    let statement = statements[index]
    var column: Int32 = 0
    for integer in integers {
      column += 1
      sqlite3_bind_int64(statement, column, integer)
    }
    for (place, blob) in blobs.enumerated() {
      column += 1
      let isText = place < blobs.count - 1
      blob.withUnsafeBytes { bytes in
        if isText {
          _ = castwire_sqlite3_bind_text_static(
            statement, column, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        } else {
          _ = castwire_sqlite3_bind_blob_static(statement, column, bytes.baseAddress, Int32(bytes.count))
        }
      }
    }
    if let more { sqlite3_bind_int64(statement, column + 1, more) }
    guard sqlite3_step(statement) == SQLITE_DONE else { return try check(sqlite3_errcode(connection)) }
    try check(sqlite3_reset(statement))
  }

  private func execute(_ sql: String) throws {
    try check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw BenchmarkError(message: "SQLite: \(connection.map { String(cString: sqlite3_errmsg($0)) } ?? "\(code)")")
  }
}
