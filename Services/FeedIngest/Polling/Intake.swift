internal import Castwire
internal import CastwireBus
internal import Runtime
internal import ServiceLoop

/// Takes in what polls bring: publishes it, and brings the feed's record up to it.
struct Intake {
  /// A feed that answers 404 for so long is gone, in milliseconds.
  private static let longestAbsence: Int64 = 30 * 24 * 3_600_000
  /// So many polls must have found it so.
  private static let fewestAbsences = 20

  private let publisher: FeedPublisher
  private let documents: DocumentPublisher
  private let feeds: FeedStore
  private let moves: FeedMoves
  private let hubs: HubSubscriber
  private let schedule: PollSchedule
  private let journal: PendingEntries
  private let clock: () -> Int64

  init(
    log: EventLog, feeds: FeedStore, items: ItemStore, moves: FeedMoves, hubs: HubSubscriber, schedule: PollSchedule,
    journal: PendingEntries, clock: @escaping () -> Int64
  ) {
    publisher = FeedPublisher(log: log)
    documents = DocumentPublisher(log: log, items: items)
    self.moves = moves
    self.hubs = hubs
    self.feeds = feeds
    self.schedule = schedule
    self.journal = journal
    self.clock = clock
  }

  /// Takes in the outcome of a poll of the feed's own address.
  func take(_ outcome: PollResult.Outcome, _ entry: inout FeedStore.Entry) throws {
    let traceparent = TraceParent.random()
    entry.lastPoll = clock()
    switch outcome {
    case .unchanged(let response, let wasSent):
      keepValidators(response, &entry)
      if wasSent { entry.fetched = clock() }
      try recover(&entry, traceparent)
      try makeDue(&entry, response)
      try moves.consider(&entry, response, now: clock())
    case .document(let document, let digest, let response):
      guard try moves.settle(&entry, now: clock()) else { return }
      if document.isTruncated {
        _ = try publish(document, &entry, traceparent)
        // Should the document of before come back, it is another one than what was taken in now.
        entry.forgetDocument()
        return try fail(&entry, "the document breaks off after \(document.items.count) items", traceparent)
      }
      if document.items.isEmpty, entry.itemCount > 0 {
        return try fail(
          &entry, "the document has lost all its \(entry.itemCount) items; none is taken for withdrawn", traceparent)
      }
      entry.forgetDocument()
      keepValidators(response, &entry)
      entry.fetched = clock()
      entry.digest = digest
      entry.rhythm = Rhythm(dates: document.items.compactMap(\.publicationTime), now: clock())
      try recover(&entry, traceparent)
      let isFirst = !entry.isInitialized
      let summary = try publish(document, &entry, traceparent)
      entry.isInitialized = true
      if summary.new > 0, !isFirst { try hubs.doubt(feed: entry.feed.id) }
      try makeDue(&entry, response, isFirst: isFirst)
      try moves.consider(&entry, response, now: clock())
    case .accepted, .pushed:
      preconditionFailure("no outcome of a poll")
    case .failed(let failure):
      try fail(&entry, failure, traceparent)
    }
  }

  /// Takes in the outcome of a poll of the address that the feed says is its new one.
  func takeProbe(_ outcome: PollResult.Outcome, _ entry: inout FeedStore.Entry) throws {
    switch outcome {
    case .unchanged(let response, _):
      try moves.considerProbe(&entry, response, now: clock())
    case .document(let document, _, let response) where !document.items.isEmpty && !document.isTruncated:
      try moves.considerProbe(&entry, response, now: clock())
    case .document, .failed, .accepted, .pushed:
      moves.failProbe(&entry, now: clock())
    }
  }

  /// Takes in what a hub has sent.
  func takePushed(_ outcome: PollResult.Outcome, _ entry: inout FeedStore.Entry) throws {
    switch outcome {
    case .pushed(let document) where !document.items.isEmpty && !document.isTruncated:
      let summary = try publish(document, &entry, TraceParent.random())
      // What a part leaves out the feed's own server tells, once it has had the time to know it.
      let due = summary.isWhole ? try hubs.due(clock(), ofFeed: entry.feed.id) : clock() + PollSchedule.afterPart()
      entry.due = max(due, try feeds.endOfHold(host: entry.host) ?? 0)
    case .failed(let failure):
      journal.warning(
        "what the hub of \(entry.feed.url) has sent cannot be read: \(failure.reason)", ["feed": entry.feed.id])
    default:
      journal.warning("what the hub of \(entry.feed.url) has sent is not whole", ["feed": entry.feed.id])
    }
  }

  private func publish(
    _ document: PreparedDocument, _ entry: inout FeedStore.Entry, _ traceparent: String
  ) throws -> DocumentPublisher.Summary {
    let summary = try documents.publish(document, over: &entry, traceparent: traceparent)
    guard summary.isClosed else { return summary }
    journal.info(
      "\(entry.feed.details.title ?? entry.feed.url): \(summary.new) new, \(summary.changed) changed, "
        + "\(summary.left) gone",
      ["feed": entry.feed.id, "document": "\(entry.document)"])
    for diagnostic in document.diagnostics.prefix(3) {
      let line = diagnostic.line.map { " in line \($0)" } ?? ""
      journal.debug("\(entry.feed.url): \(diagnostic.message)\(line)", ["feed": entry.feed.id])
    }
    return summary
  }

  /// What a 304 leaves out stays as it was.
  private func keepValidators(_ response: FetchResponse, _ entry: inout FeedStore.Entry) {
    entry.etag = response.etag ?? entry.etag
    entry.lastModified = response.lastModified ?? entry.lastModified
    // Not known of a feed that an earlier version followed.
    entry.fetched = entry.fetched ?? clock()
  }

  private func makeDue(_ entry: inout FeedStore.Entry, _ response: FetchResponse, isFirst: Bool = false) throws {
    let hints = PollSchedule.Hints(maxAge: response.maxAge, feed: entry.feed.details)
    let due = schedule.due(after: clock(), rhythm: entry.rhythm, hints: hints, isFirst: isFirst)
    entry.due = try hubs.due(due, ofFeed: entry.feed.id)
  }

  private func recover(_ entry: inout FeedStore.Entry, _ traceparent: String) throws {
    entry.failures = 0
    entry.reason = nil
    entry.missingSince = nil
    entry.isAwaited = false
    guard entry.feed.state == .failing else { return }
    entry.feed.state = .active
    try publisher.append(.recovered, FeedEvent(feed: entry.feed), traceparent: traceparent)
    journal.info("\(entry.feed.url) can be read again", ["feed": entry.feed.id])
  }

  /// Whether there is an address to try for a feed that was never read. A search that was in vain is begun again only where
  /// somebody asks.
  private func goOnSearching(_ entry: inout FeedStore.Entry, _ failure: PollFailure) -> Bool {
    if entry.isAwaited, entry.search?.left.isEmpty == true { entry.search = nil }
    if entry.search != nil {
      entry.search?.giveUp()
    } else if let page = failure.page {
      entry.search = FeedSearch(page: page.url, links: page.feedURLs, reason: failure.reason)
    }
    return entry.search?.left.isEmpty == false
  }

  private func fail(_ entry: inout FeedStore.Entry, _ reason: String, _ traceparent: String) throws {
    try fail(&entry, PollFailure(reason: reason), traceparent)
  }

  private func fail(_ entry: inout FeedStore.Entry, _ found: PollFailure, _ traceparent: String) throws {
    let now = clock()
    var failure = found
    if failure.isThrottled {
      try feeds.hold(
        host: failure.host ?? entry.host, until: now + PollSchedule.hold(failure.retryAfter), now: now)
    }
    if entry.document == 0 {
      let wasSearching = entry.search?.left.isEmpty == false
      if goOnSearching(&entry, failure) {
        let host = (try? FetchURL(entry.pollURL))?.host ?? ""
        entry.due = max(now, try feeds.endOfHold(host: host) ?? now)
        return
      }
      if let search = entry.search, wasSearching || failure.page != nil {
        failure = PollFailure(reason: search.complaint)
      }
    }
    entry.failures += 1
    entry.due = now + PollSchedule.afterFailure(count: entry.failures, retryAfter: failure.retryAfter)
    let wasReason = entry.reason
    entry.reason = failure.reason
    if failure.status == 404 { entry.missingSince = entry.missingSince ?? now }
    // And was looked for all that time: the service may have been away itself.
    let isAbsentForLong =
      failure.status == 404 && now - (entry.missingSince ?? now) >= Self.longestAbsence
      && entry.failures >= Self.fewestAbsences
    // A server that errs now and then is no news; that a new feed cannot be read, or one that somebody asked for, is,
    // and why one still cannot.
    let isTold =
      entry.failures >= PollSchedule.patience || entry.isAwaited || !entry.isInitialized || entry.feed.state == .failing
    entry.isAwaited = false
    if failure.status == 410 || isAbsentForLong {
      entry.feed.state = .gone
      let reason = isAbsentForLong ? "\(failure.reason), as it has for 30 days" : failure.reason
      try publisher.append(.gone, FeedEvent(feed: entry.feed, reason: reason), traceparent: traceparent)
    } else if failure.isThrottled, entry.feed.state != .failing, entry.failures < PollSchedule.patience {
      if entry.failures == 1 {
        try publisher.append(.throttled, FeedEvent(feed: entry.feed, reason: failure.reason), traceparent: traceparent)
      }
    } else if isTold, entry.feed.state != .failing || failure.reason != wasReason {
      entry.feed.state = .failing
      try publisher.append(.failing, FeedEvent(feed: entry.feed, reason: failure.reason), traceparent: traceparent)
    }
    journal.warning(
      "\(entry.feed.url) cannot be read: \(failure.reason)",
      ["feed": entry.feed.id, "failures": "\(entry.failures)"])
  }
}

/// When feeds are polled, and when their moves are believed.
struct PollSettings: Sendable {
  var schedule = PollSchedule()
  var moves = FeedMoves.Limits()
  /// Where hubs send to, without the last part of the address, ending in a slash; nil where nothing from the web arrives.
  var pushCallback: String?
}
