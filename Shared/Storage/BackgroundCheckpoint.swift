internal import CSQLite
internal import Dispatch
internal import Synchronization

/// Takes a database's write-ahead log into its file on a thread of its own: that waits for the disk, and the one who
/// writes must not.
///
/// While it does, more may be written; only what was written before is taken in. So under a load that never pauses the
/// log has to be emptied by the one who writes, once it is large; what is left to do then is little.
final class BackgroundCheckpoint: Sendable {
  /// So few pages are taken in by the one who writes without much of a wait.
  private static let fewPages: Int32 = 100

  /// A connection, which only the queue uses.
  private struct Connection: @unchecked Sendable {
    // Opened, used and closed on the one serial queue, hence by one thread at a time.
    var handle: OpaquePointer?
  }

  private let path: String
  private let pages: Int32
  private let mostPages: Int32
  private let queue = DispatchQueue(label: "checkpoint", qos: .utility)
  private let connection = Mutex(Connection())
  private let isBusy = Atomic(false)
  private let checkpointed = Atomic<Int32>(0)

  /// - Parameters:
  ///   - pages: so many new pages are worth a checkpoint.
  ///   - mostPages: with so many the log is emptied by the one who writes, once little is left to do; with twice as many,
  ///     whatever is left.
  init(path: String, pages: Int32, mostPages: Int32) {
    (self.path, self.pages, self.mostPages) = (path, pages, mostPages)
  }

  /// Whether it is at work.
  var isAtWork: Bool {
    isBusy.load(ordering: .acquiring)
  }

  /// Called after a commit.
  ///
  /// - Parameters:
  ///   - count: how many pages the write-ahead log has.
  ///   - canWait: whether the caller may be told to empty the log before it is far too large.
  /// - Returns: whether the caller is to empty the log.
  func committed(pages count: Int32, canWait: Bool) -> Bool {
    // Where it has fewer than before, it was begun anew.
    let before = checkpointed.load(ordering: .relaxed)
    let new = count < before ? count : count - before
    let isLarge = canWait && count >= mostPages
    let isTooLarge = count >= 2 * mostPages
    // A disk that does not keep up must slow down who writes: the log would fill it.
    if isTooLarge { queue.sync {} }
    guard new >= pages || isLarge, !isAtWork else { return false }
    if isTooLarge || (isLarge && new <= Self.fewPages) {
      checkpointed.store(0, ordering: .relaxed)
      return true
    }
    isBusy.store(true, ordering: .relaxed)
    checkpointed.store(count, ordering: .relaxed)
    queue.async { [self] in
      run()
      isBusy.store(false, ordering: .releasing)
    }
    return false
  }

  /// Waits for what is under way, and lets go of the file.
  func stop() {
    queue.sync {
      connection.withLock { connection in
        sqlite3_close_v2(connection.handle)
        connection.handle = nil
      }
    }
  }

  /// What goes wrong here goes wrong for the one who empties the log, too, or does not matter: the log stays, and nothing
  /// of it is lost.
  private func run() {
    connection.withLock { connection in
      if connection.handle == nil {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        guard sqlite3_open_v2(path, &connection.handle, flags, nil) == SQLITE_OK else {
          sqlite3_close_v2(connection.handle)
          connection.handle = nil
          return
        }
        // What is in the file must be on the disk before the log is overwritten.
        sqlite3_exec(connection.handle, "PRAGMA synchronous = FULL", nil, nil, nil)
      }
      sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
  }
}
