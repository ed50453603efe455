internal import CastwireBus
internal import Runtime
internal import Storage

/// What the loop does about the database itself.
extension ServiceLoop {
  // MARK: After a failure

  /// Lets go of the database: what it holds is known only once it is opened again.
  func suspend(after error: any Error) throws {
    journal.error("the database cannot be written; nothing is published until it can: \(error)")
    writeTrouble = "the database cannot be written: \(error)"
    putOffReopening()
    // With a connection left open SQLite would go by what that knows, and not by the file.
    closeReaders()
    try reopen()
  }

  /// Has all who read the database let go of it.
  func closeReaders() {
    store?.handler.letGo()
    reads.close()
  }

  func reopenIfDue() throws {
    guard !isWritable, clock.now >= reopenAt else { return }
    putOffReopening()
    guard try reopen(), let store else { return }
    do {
      // A full disk can be read; only a write shows that there is room again.
      _ = try store.log.transaction { try store.log.probe() }
      try store.identify { Self.tellOfNewID(journal, because: $0) }
      if let consumer = store.consumer { try subscription?.rewind(to: try consumer.start()) }
    } catch  where Self.isPassing(error) {
      return
    }
    writeTrouble = nil
    journal.info("the database can be used again", ["head": "\(store.log.head)"])
  }

  /// - Returns: false where the database cannot even be read.
  @discardableResult
  private func reopen() throws -> Bool {
    store = nil
    do {
      store = try Store(
        configuration: configuration, now: wallClock, isStopping: { [signals] in signals.isStopping },
        makeHandler: makeHandler)
      if let store { keepSayingHead(store.log) }
    } catch  where Self.isPassing(error) {
      journal.debug("the database cannot be read either: \(error)")
    }
    return store != nil
  }

  /// Whether the disk is to blame, and the same work may succeed later.
  static func isPassing(_ error: any Error) -> Bool {
    switch error {
    case let error as DatabaseError: !error.isCorruption
    case is FileError: true
    default: false
    }
  }

  private func putOffReopening() {
    reopenAt = clock.now + reopenDelay
    reopenDelay = min(reopenDelay * 2, .seconds(5))
  }

  // MARK: Retention and identity

  /// Does a step of compaction, where one is due.
  func compactIfDue() throws {
    guard isWritable, let compaction = store?.compaction, clock.now >= compaction.due(isBusy: isBusy) else { return }
    let wasTrusted = compaction.isClockTrusted
    try compaction.step(now: wallClock(), steady: clock.now)
    guard compaction.isClockTrusted != wasTrusted else { return }
    if compaction.isClockTrusted {
      journal.info("the clock is believed again; old events are compacted")
    } else {
      journal.warning(
        "the clock has jumped by more than a day or stands before the log's last event; until it has run right for a day, "
          + "no event is taken for old", ["clock": "\(wallClock())", "lastEvent": "\(compaction.lastTime)"])
    }
  }

  /// Gives the log a new id, once in the loop's life.
  func renewID(of log: EventLog, because reason: String) throws {
    guard !hasNewID else { return }
    try log.renew()
    hasNewID = true
    Self.tellOfNewID(journal, because: reason)
  }

  static func tellOfNewID(_ journal: Log, because reason: String) {
    journal.warning("the log was put back from a copy and takes a new id; consumers start over: \(reason)")
  }
}
