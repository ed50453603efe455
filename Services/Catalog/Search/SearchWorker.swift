internal import CastwireBus
internal import Foundation
internal import Runtime
internal import ServiceLoop
internal import Storage

#if canImport(Glibc)
  internal import Glibc
#endif

/// Keeps the search index in step with the log, on a thread of its own: the loop does no more than wake it.
///
/// Whatever is wrong with the index, the catalog goes on without; the worker tries again, and makes an index anew that is
/// of no use. It reads the log through a connection of its own.
///
/// `@unchecked Sendable`: `state` is read and written only while `condition` is locked; what is under "The thread's own"
/// is used by the one thread that `start` makes.
final class SearchWorker: @unchecked Sendable {
  private struct State {
    var isStarted = false
    /// Whether there may be something to do.
    var isDue = false
    /// Whether the catalog's database is being closed: then no connection to it stays open.
    var isHeld = false
    var isStopping = false
    var isOver = false
    /// Why the index is to be made anew.
    var damage: String?
    var trouble: String?
    var figures: SearchStore.State?
    /// What is open: to be interrupted, and closed by the thread alone.
    var catalog: Database?
    var search: Database?
  }

  /// So many events are taken in at once at most, and so many bytes of them.
  private static let batchCount = 2_000
  private static let batchSize = 4 << 20
  /// More dead documents than that are worth an index made anew, where they are a quarter of all.
  private static let mostDead = 10_000
  private static let retryDelays: ClosedRange<TimeInterval> = 1...30

  /// The catalog's database.
  let catalogPath: String
  /// The index.
  let path: String
  /// The catalog's name.
  let service: String
  private let journal: Log
  private let mostDead: Int
  private let condition = NSCondition()
  private var state = State()

  // MARK: The thread's own

  private var log: CommittedLog?
  private var store: SearchStore?
  /// An index that is being made to take the other's place.
  private var successor: SearchStore?
  private var retryDelay = SearchWorker.retryDelays.lowerBound

  /// - Parameters:
  ///   - catalogPath: the service's database, `catalog.sqlite`.
  ///   - mostDead: so many dead documents are borne with however few others there are.
  init(catalogPath: String, service: String, journal: Log, mostDead: Int = SearchWorker.mostDead) {
    self.catalogPath = catalogPath
    self.service = service
    self.journal = journal
    self.mostDead = mostDead
    path = "\(catalogPath.hasSuffix(".sqlite") ? String(catalogPath.dropLast(7)) : catalogPath)-search.sqlite"
  }

  private var successorPath: String { "\(path).new" }

  // MARK: For other threads

  /// Why nothing can be found at the moment; nil where it can.
  var trouble: String? {
    condition.withLock { state.trouble }
  }

  /// What the index held when last something was taken in; nil before it is open.
  var figures: SearchStore.State? {
    condition.withLock { state.figures }
  }

  /// The catalog's database is open: begins, or goes on.
  func start() {
    condition.withLock {
      state.isHeld = false
      state.isDue = true
      condition.broadcast()
      guard !state.isStarted, !state.isStopping else { return }
      state.isStarted = true
      Thread.detachNewThread { [self] in run() }
    }
  }

  /// There may be something new in the log.
  func wake() {
    condition.withLock {
      state.isDue = true
      condition.signal()
    }
  }

  /// Has the index made anew.
  func remake(because damage: String) {
    condition.withLock {
      state.damage = state.damage ?? damage
      state.isDue = true
      condition.signal()
    }
  }

  /// Whether an error says that the index is damaged or not what it should be, so that it would be so the next time, too.
  func isOfNoUse(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return error is UnusableIndexError }
    return error.path != catalogPath && (error.isCorruption || !error.isEnvironmental)
  }

  /// Lets go of the catalog's database, and waits for that. `start` goes on.
  func letGo() {
    condition.withLock {
      state.isHeld = true
      condition.broadcast()
      waitUntil { state.catalog == nil }
    }
  }

  /// Ends the thread, and waits for that.
  func stop() {
    condition.withLock {
      state.isStopping = true
      condition.broadcast()
      waitUntil { !state.isStarted || state.isOver }
    }
  }

  /// Interrupts what runs until something is so. A statement may begin after an interruption.
  private func waitUntil(_ isSo: () -> Bool) {
    while !isSo() {
      state.catalog?.interrupt()
      state.search?.interrupt()
      _ = condition.wait(until: Date(timeIntervalSinceNow: 0.005))
    }
  }

  // MARK: The thread

  private func run() {
    #if canImport(Glibc)
      // Of this thread alone: the line goes first where there is not enough for both (setpriority(2), under Linux).
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
    while takeTask() {
      do {
        try work()
        report(nil)
      } catch {
        fail(error)
      }
    }
    closeLog()
    closeIndex()
    condition.withLock {
      state.isOver = true
      condition.broadcast()
    }
  }

  /// Waits until there is something to do.
  ///
  /// - Returns: false once the thread is to end.
  private func takeTask() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while !state.isStopping {
      if state.isHeld, state.catalog != nil {
        log = nil
        state.catalog = nil
        condition.broadcast()
      }
      if state.isDue, !state.isHeld {
        state.isDue = false
        return true
      }
      if state.trouble != nil, !state.isHeld {
        if !condition.wait(until: Date(timeIntervalSinceNow: retryDelay)) { state.isDue = true }
      } else {
        condition.wait()
      }
    }
    return false
  }

  private var isWanted: Bool {
    condition.withLock { !state.isHeld && !state.isStopping }
  }

  private func work() throws {
    try discardIfDamaged()
    let log = try openLog()
    while isWanted {
      let index = try openIndex(log)
      let batch = try read(log, after: index.state.cursor)
      if let misfit = index.state.misfit(log) {
        try discard(because: misfit)
        continue
      }
      if batch.scannedTo > index.state.cursor || batch.reachesHead && !index.state.isComplete {
        try index.apply(batch.events, scannedTo: batch.scannedTo, reachesHead: batch.reachesHead) {
          journal.error($0)
        }
      }
      if index === store { condition.withLock { state.figures = index.state } }
      guard batch.reachesHead else { continue }
      if successor != nil { try replace() }
      guard let state = store?.state, state.dead > max(mostDead, state.live / 3) else { return }
      journal.info("the search index is made anew, without what it no longer needs", ["dead": "\(state.dead)"])
      try SearchStore.remove(successorPath)
      let opened = try SearchStore(path: successorPath, log: log.id)
      condition.withLock { self.state.search = opened.database }
      successor = opened
    }
  }

  /// The events after a position, as they stand in the log at one moment.
  private func read(
    _ log: CommittedLog, after cursor: Position
  ) throws -> (events: [Event], scannedTo: Position, reachesHead: Bool) {
    try log.database.reading {
      try log.refresh()
      var events: [Event] = []
      var (count, size) = (0, 0)
      var last = cursor
      var isCut = false
      try log.database.forEach(
        "SELECT sequence, family, json FROM event WHERE sequence > ?1 ORDER BY sequence",
        .integer(Int64(min(cursor, log.head).rawValue))
      ) { row in
        guard count < Self.batchCount, size < Self.batchSize else {
          isCut = true
          return false
        }
        last = row.position(0)
        count += 1
        if SearchDocument.Kind(name: row.text(1)) != nil {
          size += row.byteCount(2)
          events.append(try Event(json: row.blob(2)))
        }
        return true
      }
      return (events, isCut ? last : max(log.head, cursor), !isCut)
    }
  }

  // MARK: Files

  private func openLog() throws -> CommittedLog {
    if let log { return log }
    let opened = try CommittedLog(database: Database(path: catalogPath, access: .reading), service: service)
    condition.withLock { state.catalog = opened.database }
    log = opened
    return opened
  }

  private func closeLog() {
    condition.withLock {
      log = nil
      state.catalog = nil
      condition.broadcast()
    }
  }

  /// The index that is to take in what comes.
  private func openIndex(_ log: CommittedLog) throws -> SearchStore {
    if let successor { return successor }
    if let store {
      if (try? FileIdentity(of: path)) == store.file { return store }
      journal.warning("the search index was deleted or replaced, and is made anew", ["file": path])
      closeIndex()
      try SearchStore.remove(path)
    }
    try SearchStore.remove(successorPath)
    let opened = try SearchStore(path: path, log: log.id)
    condition.withLock { state.search = opened.database }
    store = opened
    return opened
  }

  private func closeIndex() {
    // To close it takes time, for which nobody is to wait at the lock.
    condition.withLock { state.search = nil }
    store = nil
    successor = nil
  }

  /// Deletes the index, which is made anew then.
  private func discard(because reason: String) throws {
    journal.info("the search index is made anew: \(reason)", ["file": path])
    closeIndex()
    try SearchStore.remove(successorPath)
    try SearchStore.remove(path)
  }

  private func discardIfDamaged() throws {
    guard let damage = condition.withLock({ state.damage }) else { return }
    try discard(because: damage)
    condition.withLock { state.damage = nil }
  }

  /// Puts the successor, which has come as far as the log, in the index's place.
  private func replace() throws {
    try successor?.database.checkpoint()
    closeIndex()
    try SearchStore.remove(path)
    try DurableFile.rename(successorPath, to: path)
  }

  // MARK: Trouble

  private func fail(_ error: any Error) {
    // Who closes the database, or ends the service, interrupts what runs.
    guard isWanted else { return }
    if (error as? DatabaseError)?.path == catalogPath {
      closeLog()
    } else if isOfNoUse(error) {
      condition.withLock { state.damage = state.damage ?? "\(error)" }
    }
    closeIndex()
    report("\(error)")
  }

  private func report(_ trouble: String?) {
    let former = condition.withLock {
      defer { state.trouble = trouble }
      return state.trouble
    }
    if let trouble {
      retryDelay = former == nil ? Self.retryDelays.lowerBound : min(retryDelay * 2, Self.retryDelays.upperBound)
      if former != trouble { journal.error("search is not available: \(trouble)") }
    } else if former != nil {
      journal.info("search is available again")
    }
  }
}
