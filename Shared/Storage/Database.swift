internal import CSQLite

/// A connection to one SQLite file, for the thread that made it.
///
/// The file is in WAL mode with `synchronous=FULL`: what was committed survives a loss of power.
public final class Database {
  /// What a connection may do.
  public enum Access: Sendable {
    /// Read and write. For the file's owner, who makes it where there is none.
    case writing
    /// Read alone, also while its owner writes. The file must be there.
    case reading
  }

  /// SQLITE_ABORT_ROLLBACK, a macro that Swift cannot import.
  private static let abortRollback = SQLITE_ABORT | (2 << 8)

  /// Nobody asks how much memory SQLite has, and to count it takes a lock at each piece.
  private static let countsNoMemory = castwire_sqlite3_count_no_memory() == SQLITE_OK

  let connection: OpaquePointer
  private var statements: [StatementText: Statement] = [:]
  /// How many transactions and parts of them are open, as far as this class knows.
  private var depth = 0
  /// How many of them, the innermost, are savepoints that SQLite does not know yet: where nothing is written none is needed.
  private var unmadeSavepoints = 0
  private var background: BackgroundCheckpoint?
  /// Whether a transaction is under way that is not to wait for the disk.
  private var isRelaxed = false
  /// How many pages the write-ahead log had after the last commit. SQLite writes it, through the pointer.
  private let logPages: UnsafeMutablePointer<Int32>
  /// The database file.
  public let path: String

  /// Opens the file.
  ///
  /// For writing it becomes its owner's alone (mode 0600): it may hold passwords.
  ///
  /// - Parameter pageSize: in bytes, for a file that is made. Each page that a commit changes is written whole.
  /// - Throws: where it cannot be opened, is no database, or is to be written and lies in a folder that cannot be
  ///   written to.
  public init(path: String, access: Access = .writing, pageSize: Int = 16_384) throws(DatabaseError) {
    _ = Self.countsNoMemory
    if access == .writing { PrivateMode.ensure(path) }
    var connection: OpaquePointer?
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (access == .writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
    let code = sqlite3_open_v2(path, &connection, flags, nil)
    guard code == SQLITE_OK, let connection else {
      let message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
      sqlite3_close_v2(connection)
      throw DatabaseError(code: code, message: message, path: path)
    }
    self.connection = connection
    self.path = path
    logPages = .allocate(capacity: 1)
    logPages.initialize(to: 0)
    // Somebody with another tool may hold the file for a moment. Longer than this its owner's loop must not stand:
    // it has clients to answer, and ends within two seconds of a signal.
    sqlite3_busy_timeout(connection, 500)
    try execute("PRAGMA trusted_schema = OFF")
    guard access == .writing else { return }
    // Pages of 16 KiB and frequent checkpoints gave the best rate with stalls that can be borne. The limit gives back
    // what the write-ahead log took while somebody read for long. What a savepoint could take back would lie in a file:
    // with large pages that is 100 kB for each event, many times the event itself.
    try execute(
      """
      PRAGMA temp_store = MEMORY;
      PRAGMA page_size = \(pageSize);
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 250;
      PRAGMA journal_size_limit = 67108864;
      """)
  }

  deinit {
    statements.removeAll()
    background?.stop()
    sqlite3_close_v2(connection)
    logPages.deallocate()
  }

  /// Whether another thread takes the write-ahead log into the file at the moment: then the disk is busy.
  public var isCheckpointing: Bool {
    background?.isAtWork ?? false
  }

  /// From now on the write-ahead log is taken into the file by another thread, after which commits do not wait for that.
  ///
  /// - Parameters:
  ///   - pages: so many new pages of 16 KiB are worth it.
  ///   - mostPages: with so many, where writing never pauses, a commit does wait.
  public func checkpointInBackground(pages: Int32 = 250, mostPages: Int32 = 2_000) {
    background = BackgroundCheckpoint(path: path, pages: pages, mostPages: mostPages)
    // In the place of what SQLite does by itself.
    sqlite3_wal_hook(
      connection,
      { pages, _, _, count in
        pages?.assumingMemoryBound(to: Int32.self).pointee = count
        return SQLITE_OK
      }, logPages)
  }

  /// From now on the write-ahead log stays when the connection is closed, which then waits for no disk; the next one takes
  /// it in.
  public func keepLogOnClose() {
    // A connection that is open knows the option.
    _ = castwire_sqlite3_keep_log_on_close(connection)
  }

  /// Ends the statements that run at the moment, each with an error of SQLITE_INTERRUPT. From any thread, as long as the
  /// connection is open.
  public func interrupt() {
    sqlite3_interrupt(connection)
  }

  /// Runs SQL without parameters and results: one statement or several.
  public func execute(_ sql: String) throws(DatabaseError) {
    try checkTransaction()
    try makeSavepoints()
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw DatabaseError(code: code, message: String(cString: sqlite3_errmsg(connection)), path: path, statement: sql)
    }
  }

  /// Runs one statement that gives no rows. It is prepared once and kept.
  ///
  /// - Returns: how many rows it inserted, changed or deleted.
  @discardableResult
  public func run(_ sql: String, _ values: Value...) throws(DatabaseError) -> Int {
    try run(sql, values: values)
  }

  /// Runs one statement that gives no rows. It is prepared once and kept.
  ///
  /// - Returns: how many rows it inserted, changed or deleted.
  @discardableResult
  public func run(_ sql: String, values: [Value]) throws(DatabaseError) -> Int {
    try run(sql, values: values[...])
  }

  @discardableResult
  func run(_ sql: String, values: ArraySlice<Value>) throws(DatabaseError) -> Int {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
    return Int(sqlite3_changes64(connection))
  }

  /// Gives each row of a query to `body` until that returns false.
  public func forEach(_ sql: String, _ values: Value..., body: (borrowing Row) throws -> Bool) throws {
    try forEach(sql, values: values, body: body)
  }

  /// Gives each row of a query to `body` until that returns false.
  public func forEach(_ sql: String, values: [Value], body: (borrowing Row) throws -> Bool) throws {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values[...])
    while try statement.step(), try body(statement.row) {}
  }

  /// The rows of a query, each made into a value.
  public func all<Element>(
    _ sql: String, _ values: Value..., make: (borrowing Row) throws -> Element
  ) throws -> [Element] {
    try all(sql, values: values, make: make)
  }

  /// The rows of a query, each made into a value.
  public func all<Element>(
    _ sql: String, values: [Value], make: (borrowing Row) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try forEach(sql, values: values) { row in
      elements.append(try make(row))
      return true
    }
    return elements
  }

  /// The first row of a query, made into a value; nil where there is none.
  public func first<Element>(
    _ sql: String, _ values: Value..., make: (borrowing Row) throws -> Element
  ) throws -> Element? {
    var element: Element?
    try forEach(sql, values: values) { row in
      element = try make(row)
      return false
    }
    return element
  }

  /// The statements that are kept prepared: for tests of how SQLite carries them out.
  var preparedStatements: [String] {
    statements.keys.map(\.sql).sorted()
  }

  /// The rowid that the last INSERT gave.
  public var lastInsertedRow: Int {
    Int(sqlite3_last_insert_rowid(connection))
  }

  /// Runs `body` in a transaction: all of it is committed, or none where `body` or the commit throws.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try enclosed(begin: "BEGIN IMMEDIATE", commit: "COMMIT", rollBack: "ROLLBACK", body)
  }

  /// Runs `body` inside the open transaction such that a throw undoes what `body` did and nothing else.
  public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    depth += 1
    unmadeSavepoints += 1
    defer { depth -= 1 }
    do {
      let result = try body()
      if unmadeSavepoints > 0 { unmadeSavepoints -= 1 } else { try run("RELEASE part") }
      return result
    } catch {
      if unmadeSavepoints > 0 {
        unmadeSavepoints -= 1
      } else if isTransactionOpen {
        try execute("ROLLBACK TO part; RELEASE part")
      }
      throw error
    }
  }

  /// Makes the savepoints that are due, before something is written.
  private func makeSavepoints() throws(DatabaseError) {
    while unmadeSavepoints > 0 {
      try run("SAVEPOINT part")
      unmadeSavepoints -= 1
    }
  }

  /// Takes what stands in the write-ahead log into the file itself, and empties the one.
  ///
  /// - Throws: where somebody else holds the file, too.
  public func checkpoint() throws {
    let isBusy = try first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) != 0 }
    guard isBusy != true else { throw DatabaseError(code: SQLITE_BUSY, message: "somebody reads it", path: path) }
  }

  /// The size of the database in bytes.
  public var size: Int {
    get throws {
      let count = try first("PRAGMA page_count") { $0.integer(0) } ?? 0
      return count * (try first("PRAGMA page_size") { $0.integer(0) } ?? 0)
    }
  }

  /// Runs `body` in a transaction that a loss of power may undo, as long as nothing was committed with `transaction` since:
  /// for what can be done again. It saves waiting for the disk.
  public func relaxedTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("PRAGMA synchronous = NORMAL")
    isRelaxed = true
    defer {
      isRelaxed = false
      sqlite3_exec(connection, "PRAGMA synchronous = FULL", nil, nil, nil)
    }
    return try transaction(body)
  }

  /// Runs `body` such that all its queries see one moment, whatever is written meanwhile.
  public func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try enclosed(begin: "BEGIN", commit: "COMMIT", rollBack: "ROLLBACK", body)
  }

  private func enclosed<Result>(
    begin: String, commit: String, rollBack: String, _ body: () throws -> Result
  ) throws -> Result {
    try run(begin)
    depth += 1
    defer { depth -= 1 }
    do {
      let result = try body()
      try run(commit)
      if depth == 1, let background, background.committed(pages: logPages.pointee, canWait: !isRelaxed) {
        // As SQLite by itself: should it fail, the log is only longer.
        sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
      }
      return result
    } catch {
      // What cannot be undone outweighs why it should be: nobody may go on as if it were.
      if isTransactionOpen { try execute(rollBack) }
      throw error
    }
  }

  /// False, too, where SQLite has rolled back by itself (a full disk); then there is nothing left to roll back.
  private var isTransactionOpen: Bool {
    sqlite3_get_autocommit(connection) == 0
  }

  /// Keeps what belongs to a transaction from being done without one, after SQLite has rolled back by itself.
  private func checkTransaction() throws(DatabaseError) {
    guard depth > 0, !isTransactionOpen else { return }
    throw DatabaseError(
      code: Self.abortRollback, message: "SQLite has rolled back the transaction by itself", path: path)
  }

  private func prepared(_ sql: String) throws(DatabaseError) -> Statement {
    try checkTransaction()
    let text = StatementText(sql: sql)
    let known = statements[text]
    let statement =
      if let known, !known.isInUse { known } else { try Statement(sql, connection: connection, path: path) }
    if known == nil { statements[text] = statement }
    if !statement.isReadOnly { try makeSavepoints() }
    return statement
  }
}

/// The text by which a statement is found again. Few have the same length and the same end, and to hash all of a long one takes
/// a good part of what it takes to run it.
private struct StatementText: Hashable {
  let sql: String

  func hash(into hasher: inout Hasher) {
    let end = sql.utf8.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    hasher.combine(end &+ UInt64(sql.utf8.count) << 48)
  }
}
