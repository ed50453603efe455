package import CastwireBus
internal import Storage

/// Keeps a log within its limits, a small step at a time, between whatever else its service does.
///
/// Three things are done, each as far as it can be at the moment:
///
/// 1. Events that were appended are entered in `newest`, which knows each subject's newest event. What that replaces
///    beyond the horizon is dropped.
/// 2. The horizon follows the head at the distance of the limits. An event that it passes and that is not its subject's
///    newest is dropped.
/// 3. Once a day, events that end a subject and are old enough are dropped. This alone moves `oldest`, and whoever is
///    in the midst of a replay from further back starts over.
///
/// So beyond the horizon there is of each subject its newest event alone, and above it nothing is missing. What is
/// dropped leaves pages in the file that later events fill: the file grows no further than the log ever was, and its
/// pages stay in the order of the log, which giving them back to the system would end.
///
/// Limits of age need a clock that can be believed (`RetentionClock`); the limit of size does not.
package final class Compaction {
  private enum Task {
    case enter, pass, dropEndings
  }

  /// Between two steps while the service is busy: so that they take a tenth of its time.
  static let busyInterval = Duration.milliseconds(50)
  /// The same where steps have fallen behind: so that they take half of its time, and the log stays within its limits
  /// under any load that lasts.
  static let urgentInterval = Duration.milliseconds(10)
  /// So many events are not left waiting by a service that has time; one that is busy enters many together.
  static let backlog: UInt64 = 1_000
  /// With so many waiting, steps have fallen behind.
  static let urgentBacklog = 4 * UInt64(EntryChunk.mostEntries)
  /// So many are looked at in one step.
  private static let readCount = 2_000
  /// So many are entered between two looks at the clock.
  private static let enteredTogether = 32
  /// So many pass the horizon in one step.
  private static let passedTogether = 1_000
  /// After so long a start must know what the clock said.
  private static let clockInterval = Duration.seconds(3_600)

  private let log: EventLog
  private let retention: Retention
  private let store: CompactionStore
  private var size = StepSize()
  private var nextLook: ContinuousClock.Instant
  private var lastStep: ContinuousClock.Instant
  /// What the last step did; nil where there was nothing to do.
  private var lastTask: Task?
  /// Whether a chunk was entered and what has become past since then was not looked at.
  private var hasEntered = false
  /// Whether endings are being dropped: a round of many steps once a day.
  private var isDroppingEndings = false
  /// What is being entered.
  private var chunk: EntryChunk?
  /// What is stored of the clock.
  private var storedClock: RetentionClock
  /// The longest step so far.
  package private(set) var longestStep = Duration.zero
  /// Whether the clock on the wall was believed at the last step, as far as a person should know; where it was not,
  /// limits of age pause.
  var isClockTrusted: Bool {
    log.isClockTrusted
  }

  /// - Parameter start: now, by the clock that cannot be set.
  package init(log: EventLog, retention: Retention, start: ContinuousClock.Instant) {
    self.log = log
    self.retention = retention
    store = CompactionStore(database: log.database)
    nextLook = start
    lastStep = start - Self.busyInterval
    storedClock = log.progress.clock
  }

  /// The time of the log's newest event.
  var lastTime: Timestamp {
    log.lastTime
  }

  /// When the next step is due.
  ///
  /// - Parameter isBusy: whether the service has just done something else.
  package func due(isBusy: Bool) -> ContinuousClock.Instant {
    let backlog = log.head.rawValue - log.progress.indexed.rawValue
    let isLagging = log.size - log.progress.passed > retention.size / 4 * 5
    let isMuch = backlog >= (isBusy ? UInt64(EntryChunk.mostEntries) : Self.backlog) || (isLagging && backlog > 0)
    let isUnderWay = isBusy && lastTask == .enter ? chunk != nil : lastTask != nil
    let due = isUnderWay || isMuch ? lastStep : nextLook
    // What steps write and what is taken into the file at the same time would hold each other up.
    guard isBusy || log.database.isCheckpointing else { return due }
    // And once all of the write-ahead log is in the file, the next step begins it anew, with nothing to wait for.
    guard isBusy else { return max(due, .now + Self.urgentInterval / 2) }
    let isBehind = backlog >= Self.urgentBacklog || isLagging
    return max(due, lastStep + (isBehind ? Self.urgentInterval : Self.busyInterval))
  }

  /// Does one step, in a transaction of its own.
  ///
  /// - Parameters:
  ///   - now: what the clock on the wall says.
  ///   - steady: what the clock says that cannot be set.
  /// - Returns: whether there was something to do.
  @discardableResult
  package func step(now: Timestamp, steady: ContinuousClock.Instant) throws -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    var progress = log.progress
    let isTrusted = progress.clock.look(now, steady: steady, lastTime: log.lastTime)
    // A clock that is set right by some seconds is nothing to tell of.
    log.isClockTrusted = isTrusted || (now >= progress.clock.trustedFrom && now.adding(.seconds(60)) >= log.lastTime)
    let task = try task(progress, now, isTrusted)
    if task != nil || isClockToBeStored(progress.clock, now) {
      try log.database.relaxedTransaction {
        switch task {
        case .enter: try enter(&progress)
        case .pass: try pass(&progress, now, isTrusted)
        case .dropEndings: try dropEndings(&progress, now)
        case nil: break
        }
        try progress.store(in: log.database)
      }
      storedClock = progress.clock
    }
    log.progress = progress
    lastStep = steady
    nextLook = steady + retention.interval
    lastTask = task
    if task == .enter { hasEntered = chunk == nil }
    guard task != nil else { return false }
    let took = clock.now - start
    longestStep = max(longestStep, took)
    size.adapt(to: took)
    return true
  }

  private func isClockToBeStored(_ clock: RetentionClock, _ now: Timestamp) -> Bool {
    guard let seen = storedClock.seen, clock.trustedFrom == storedClock.trustedFrom else { return true }
    return now >= seen.adding(Self.clockInterval) || now < seen
  }

  private func task(_ progress: CompactionProgress, _ now: Timestamp, _ isTrusted: Bool) throws -> Task? {
    // After each chunk the others have their turn, however much comes.
    if progress.indexed < log.head, !hasEntered { return .enter }
    if let row = try store.rows(after: progress.horizon, limit: 1).first, isPast(row, progress, now, isTrusted) {
      return .pass
    }
    let isTime = isTrusted && (isDroppingEndings || now >= progress.dropped.adding(RetentionClock.day))
    if isTime, try !endings(progress, now, limit: 1).isEmpty { return .dropEndings }
    isDroppingEndings = false
    return progress.indexed < log.head ? .enter : nil
  }

  // MARK: What is done

  private func enter(_ progress: inout CompactionProgress) throws {
    var chunk = self.chunk ?? EntryChunk(after: progress.indexed)
    // Where this fails, the chunk is begun again.
    self.chunk = nil
    if !chunk.isSorted {
      let rows = try store.rows(after: chunk.end, limit: Self.readCount)
      chunk.add(rows)
      if rows.count < Self.readCount || chunk.isFull { chunk.sort() }
      // To sort a large one takes as long as a step should.
      if !chunk.isSorted || chunk.count > Self.readCount {
        self.chunk = chunk
        return
      }
    }
    var work = size.begin()
    while !chunk.isDone {
      var entries = chunk.next(Self.enteredTogether)
      // Of a log of which nothing is past yet, nothing can be dropped.
      if progress.horizon > Position(0) {
        let count = try dropFormer(of: entries, upTo: progress.horizon, &work)
        entries.removeSubrange(count...)
      }
      try store.enter(entries)
      chunk.removeNext(entries.count)
      if work.isEnough(size, after: entries.count) { break }
    }
    if chunk.isDone { progress.indexed = chunk.end } else { self.chunk = chunk }
  }

  /// Drops what events take the place of, of as many events as a step may.
  ///
  /// - Returns: of how many.
  private func dropFormer(
    of entries: [EntryChunk.Entry], upTo horizon: Position, _ work: inout StepSize.Work
  ) throws -> Int {
    for (index, entry) in entries.enumerated() {
      guard let former = try store.newest(entry.subject), former <= horizon else { continue }
      work.bytes += try store.drop(former)
      if work.bytes >= size.bytes { return index + 1 }
    }
    return entries.count
  }

  private func pass(_ progress: inout CompactionProgress, _ now: Timestamp, _ isTrusted: Bool) throws {
    var work = size.begin()
    for row in try store.rows(after: progress.horizon, limit: min(size.rows, Self.passedTogether)) {
      guard isPast(row, progress, now, isTrusted) else { break }
      progress.passed += row.size
      progress.horizon = row.sequence
      if try store.newest(row.subject) != row.sequence { work.bytes += try store.drop(row.sequence) }
      if work.isEnough(size) { break }
    }
  }

  /// The head is never passed: by its row alone a start knows the log's time.
  private func isPast(
    _ row: CompactionStore.Row, _ progress: CompactionProgress, _ now: Timestamp, _ isTrusted: Bool
  ) -> Bool {
    guard row.sequence < log.head, row.sequence <= progress.indexed else { return false }
    if log.size - progress.passed > retention.size { return true }
    return isTrusted && row.time.adding(retention.age) <= now
  }

  private func dropEndings(_ progress: inout CompactionProgress, _ now: Timestamp) throws {
    isDroppingEndings = true
    var work = size.begin()
    for ending in try endings(progress, now, limit: min(size.rows, Self.passedTogether)) {
      work.bytes += try store.dropEnding(ending.sequence)
      progress.oldest = ending.sequence.next
      // A replay is believed by this time to have begun after what it did not find was dropped; so no two differ in
      // what they dropped and not in it.
      progress.dropped = max(
        log.logTime, progress.dropped.adding(.milliseconds(1)), ending.time.adding(.milliseconds(1)))
      if work.isEnough(size) { break }
    }
  }

  private func endings(
    _ progress: CompactionProgress, _ now: Timestamp, limit: Int
  ) throws -> [(sequence: Position, time: Timestamp)] {
    try store.endings(upTo: progress.horizon, limit: limit).prefix { $0.time.adding(retention.endings) <= now }
  }
}
