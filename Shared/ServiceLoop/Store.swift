internal import CastwireBus
internal import Storage

/// All that a service keeps open of its database. Made anew after a failed commit.
struct Store<Handler: ServiceHandler> {
  let log: EventLog
  let compaction: Compaction
  let consumer: ConsumerStore?
  let handler: Handler
  private let replayed: ReplayedState?
  /// True until the subscription has given the whole state.
  private var isStateComing = false

  /// Opens the database to be read; before anything is written, `identify` must have been called.
  ///
  /// - Throws: `DatabaseError`; `DamagedLogError`, `NewerDatabaseError` and `ForeignDatabaseError`, which no retry mends.
  init(
    configuration: ServiceConfiguration, now: @escaping () -> Timestamp, isStopping: @escaping () -> Bool,
    makeHandler: (Database, EventLog) throws -> Handler
  ) throws {
    let database = try Database(path: configuration.databasePath)
    database.checkpointInBackground()
    log = try EventLog(database: database, service: configuration.name, now: now, isStopping: isStopping)
    try QuickCheck.run(log)
    compaction = Compaction(log: log, retention: configuration.retention, start: .now)
    consumer = try configuration.upstream.map { try ConsumerStore(database: database, upstream: $0.name) }
    replayed = try configuration.upstream.map { try ReplayedState(database: database, upstream: $0.name) }
    handler = try makeHandler(database, log)
    if handler.lacksState, replayed?.isActive == false { try consumer?.forgetLog() }
    switch try consumer?.start() {
    case .beginning: isStateComing = true
    case .cursor(_, let flag): isStateComing = flag
    case .head, nil: break
    }
    if hasKept { try handler.continueStartingOver() }
  }

  /// Makes sure that the log is the one that was published from here before, or gives it a new id.
  ///
  /// - Parameter renewed: gets the reason where the log has a new id.
  /// - Throws: `DatabaseError`, `FileError`.
  func identify(renewed: (String) -> Void = { _ in }) throws {
    try IdentityFile.establish(of: log) { renewed("\($0)") }
  }

  /// True while what the service follows has not been taken in whole.
  var isStartingOver: Bool {
    isStateComing || replayed?.isActive == true
  }

  /// Whether there is something for `applyKept` to do.
  var hasKept: Bool {
    replayed?.isApplying == true
  }

  /// Applies a batch with its cursor in one transaction. The cursor stays behind as long as the handler holds something.
  ///
  /// - Parameter putAside: called for each event that cannot be applied, once that is committed.
  /// - Returns: the events to send.
  mutating func apply(
    _ batch: Batch, now: Timestamp, isStopping: () -> Bool, putAside: (String) -> Void
  ) throws -> [EventLog.Published] {
    guard let consumer, let replayed else { return [] }
    let isStateComing = (isStateComing || batch.startsOver) && !batch.completes
    var messages: [String] = []
    handler.prepare(batch.events)
    let published = try log.transaction {
      if batch.startsOver { try replayed.begin() }
      for (json, error) in batch.malformed {
        messages.append(error.description)
        try consumer.quarantine(
          json: json, log: batch.cursor.log, sequence: nil, error: error.description, now: now)
      }
      var place: Cursor?
      for event in batch.events {
        if replayed.isActive {
          try replayed.keep(event)
        } else {
          try apply(event, now, isStopping) { messages.append($0) }
          if !handler.isHolding { place = Cursor(log: event.log, sequence: event.sequence, time: event.time) }
        }
      }
      if replayed.isActive || batch.completes { try handler.settle() }
      if batch.completes {
        if !replayed.isActive {
          try handler.finishStartingOver()
        } else if !replayed.isApplying {
          try handler.startOver()
          try replayed.beginApplying()
        }
      }
      try handler.willCommit()
      if !handler.isHolding { place = batch.cursor }
      // Nowhere to stand yet: the place of before stays.
      if let place { try consumer.store(place, isStartingOver: isStateComing) }
    }
    self.isStateComing = isStateComing
    messages.forEach(putAside)
    return published
  }

  /// Applies some events of the state of a log that took another's place, in one transaction: as many as a batch has,
  /// so that the service has time for others in between.
  ///
  /// - Parameter putAside: called for each event that cannot be applied, once that is committed.
  /// - Returns: the events to send.
  mutating func applyKept(
    now: Timestamp, isStopping: () -> Bool, putAside: (String) -> Void
  ) throws -> [EventLog.Published] {
    guard let replayed, hasKept else { return [] }
    var messages: [String] = []
    let published = try transaction {
      let events = try replayed.take(Limits.batchCount)
      handler.prepare(events)
      for event in events { try apply(event, now, isStopping) { messages.append($0) } }
      // They do not come again.
      try handler.settle()
      guard events.count < Limits.batchCount else { return }
      try handler.finishStartingOver()
      try replayed.end()
    }
    messages.forEach(putAside)
    return published
  }

  /// Runs `work` in a transaction of the log, and what the handler has to store at its end.
  ///
  /// - Returns: the events to send.
  func transaction(_ work: () throws -> Void) throws -> [EventLog.Published] {
    try log.transaction {
      try work()
      try handler.willCommit()
    }
  }

  private func apply(_ event: Event, _ now: Timestamp, _ isStopping: () -> Bool, putAside: (String) -> Void) throws {
    if isStopping() { throw StoppingError() }
    // Events that change nothing append none, and those who listen would hear nothing for long.
    try log.whileWorking()
    do {
      try log.attempt { try handler.apply(event) }
      for part in handler.takePutAside() {
        putAside("\(part.words): \(part.error)")
        try consumer?.quarantine(
          json: part.json, log: event.log, sequence: part.sequence, error: "\(part.error)", now: now)
      }
    } catch let error where EventLog.isFault(error) {
      putAside("\(event.type) \(event.sequence): \(error)")
      try consumer?.quarantine(
        json: event.json, log: event.log, sequence: event.sequence, error: "\(error)", now: now)
    }
  }
}
