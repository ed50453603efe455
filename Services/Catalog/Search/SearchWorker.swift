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
    /// The log, which the thread alone uses: while `isReading`.
    var log: CommittedLog?
    var isReading = false
    /// The index that is open: to be interrupted, and closed by the thread alone.
    var search: Database?
  }

  /// More dead documents than that are worth an index made anew, where they are a quarter of all.
  private static let mostDead = 10_000
  private static let retryDelays: ClosedRange<TimeInterval> = 1...30
  /// While events go on coming, so many times what it took to take some in passes until the next are; at most so long.
  private static let pauseFactor = 9.0
  private static let longestPause: TimeInterval = 2
  /// The same while much is to be taken in.
  private static let longestPauseAmidst: TimeInterval = 15

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

  private lazy var files = SearchFiles(path: path, journal: journal) { [unowned self] open in
    condition.withLock { state.search = open }
  }
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
      guard !state.isDue else { return }
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

  /// Lets go of the catalog's database: at once, or when what is being read of it was interrupted. `start` goes on.
  func letGo() {
    condition.withLock {
      state.isHeld = true
      condition.broadcast()
      waitUntil { !state.isReading }
      state.log = nil
    }
  }

  /// Ends the thread, and waits for that.
  ///
  /// - Parameter patience: in seconds. The disk may take longer; what is not written by the end of the process is done again
  ///   after the next start.
  func stop(patience: TimeInterval = .infinity) {
    let end = Date(timeIntervalSinceNow: min(patience, 1e9))
    condition.withLock {
      state.isStopping = true
      condition.broadcast()
      waitUntil { !state.isStarted || state.isOver || Date() >= end }
    }
  }

  /// Interrupts what runs until something is so. A statement may begin after an interruption.
  private func waitUntil(_ isSo: () -> Bool) {
    while !isSo() {
      if state.isReading { state.log?.database.interrupt() }
      if state.isStopping { state.search?.interrupt() }
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
    files.close()
    condition.withLock {
      state.log = nil
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
    while isWanted {
      try discardIfDamaged()
      let start = ContinuousClock.now
      let id = try reading { $0.id }
      let index = try files.open(id)
      let (batch, misfit) = try reading {
        (try SearchBatch(after: index.state.cursor, of: $0), index.state.misfit($0))
      }
      if let misfit {
        try files.discard(because: misfit)
        continue
      }
      if batch.scannedTo > index.state.cursor || batch.reachesHead && !index.state.isComplete {
        try index.apply(batch.events, scannedTo: batch.scannedTo, reachesHead: batch.reachesHead) {
          journal.error($0)
        }
      }
      if index === files.index { condition.withLock { state.figures = index.state } }
      let hasMore = pause(
        after: ContinuousClock.now - start, atMost: batch.reachesHead ? Self.longestPause : Self.longestPauseAmidst)
      guard batch.reachesHead, !hasMore else { continue }
      if files.hasSuccessor {
        try files.replace()
        continue
      }
      guard let state = files.index?.state, state.dead > max(mostDead, state.live / 3) else { return }
      journal.info("the search index is made anew, without what it no longer needs", ["dead": "\(state.dead)"])
      try files.beginSuccessor(id)
    }
  }

  /// Leaves processor and disk to the line for a while, where that has committed something meanwhile.
  ///
  /// - Returns: whether it has.
  private func pause(after work: Duration, atMost longest: TimeInterval) -> Bool {
    let end = Date(timeIntervalSinceNow: min(work / .seconds(1) * Self.pauseFactor, longest))
    return condition.withLock {
      guard state.isDue else { return false }
      // What comes from now on is a reason for another pause.
      state.isDue = false
      while !state.isHeld, !state.isStopping, condition.wait(until: end) {}
      return true
    }
  }

  // MARK: The log

  /// Reads the log at one moment; its connection is nobody else's meanwhile.
  private func reading<Result>(_ body: (CommittedLog) throws -> Result) throws -> Result {
    try condition.withLock {
      guard !state.isHeld, !state.isStopping else { throw HeldError() }
      state.isReading = true
    }
    defer {
      condition.withLock {
        state.isReading = false
        condition.broadcast()
      }
    }
    return try readingOpen(body)
  }

  /// A function of its own, after which nothing but `state` holds the connection.
  @inline(never)
  private func readingOpen<Result>(_ body: (CommittedLog) throws -> Result) throws -> Result {
    let open = condition.withLock { state.log }
    let log = try open ?? CommittedLog(database: Database(path: catalogPath, access: .reading), service: service)
    if open == nil { condition.withLock { state.log = log } }
    return try log.database.reading {
      try log.refresh()
      return try body(log)
    }
  }

  private func discardIfDamaged() throws {
    guard let damage = condition.withLock({ state.damage }) else { return }
    try files.discard(because: damage)
    condition.withLock { state.damage = nil }
  }

  // MARK: Trouble

  private func fail(_ error: any Error) {
    // Who closes the database, or ends the service, interrupts what runs.
    if error is HeldError || (error as? DatabaseError)?.isInterruption == true {
      wake()
      return
    }
    if (error as? DatabaseError)?.path == catalogPath {
      condition.withLock { state.log = nil }
    } else if isOfNoUse(error) {
      condition.withLock { state.damage = state.damage ?? "\(error)" }
    }
    files.close()
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

/// The catalog's database is being closed.
private struct HeldError: Error {}
