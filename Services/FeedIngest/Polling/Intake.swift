internal import Castwire
internal import CastwireBus
internal import Runtime
internal import ServiceLoop

/// Takes in what polls bring: publishes it, and brings the feed's record up to it.
struct Intake {
  /// A feed that answers 404 for so long is gone, in milliseconds.
  private static let longestAbsence: Int64 = 30 * 24 * 3_600_000
  /// So many polls must have found it so.
  private static let fewestAbsences = 25

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
      entry.held?.update(with: response)
      entry.servingHost = (try? FetchURL(response.effectiveURL))?.host
      // Not known of a feed that an earlier version followed.
      entry.fetched = wasSent ? clock() : entry.fetched ?? clock()
      try recover(&entry, traceparent)
      try makeDue(&entry, response)
      try moves.consider(&entry, response, now: clock())
    case .document(let document, let digest, let response):
      entry.servingHost = (try? FetchURL(response.effectiveURL))?.host
      let breaksOff = PollFailure(
        reason: "the document breaks off after \(document.items.count) items", isUnanswered: true)
      if document.isTruncated, entry.search?.left.isEmpty == false { return try fail(&entry, breaksOff, traceparent) }
      if let throttled = document.throttled { try hold(throttled, entry) }
      guard try moves.settle(&entry, now: clock()) else { return }
      if document.isTruncated {
        _ = try publish(document, &entry, traceparent)
        // Should the document of before come back, it is another one than what was taken in now.
        entry.held = nil
        return try fail(&entry, breaksOff, traceparent)
      }
      if document.items.isEmpty, entry.itemCount > 0 {
        let reason = "the document has lost all its \(entry.itemCount) items; none is taken for withdrawn"
        return try fail(&entry, PollFailure(reason: reason), traceparent)
      }
      entry.held = HeldDocument(response, digest: digest)
      entry.fetched = clock()
      entry.rhythm = Rhythm(dates: document.items.compactMap(\.publicationTime), now: clock())
      try recover(&entry, traceparent)
      let isFirst = !entry.isInitialized
      let summary = try publish(document, &entry, traceparent)
      entry.isInitialized = true
      // Until it is known whether what a hub alone has sent is there or not, the document is asked for whole.
      if summary.isUnsure { entry.held = nil }
      if summary.new > 0, !isFirst { try hubs.doubt(feed: entry.feed.id) }
      try makeDue(&entry, response, isFirst: isFirst)
      try moves.consider(&entry, response, now: clock())
    case .accepted, .pushed:
      // What hubs say and send has numbers of its own, by which the service tells it from polls before it gets here.
      preconditionFailure("no outcome of a poll")
    case .failed(let failure):
      try fail(&entry, failure, traceparent)
    }
  }

  /// Takes in the outcome of a poll of the address that the feed says is its new one.
  func takeProbe(_ outcome: PollResult.Outcome, _ entry: inout FeedStore.Entry) throws {
    switch outcome {
    case .unchanged(let response, _):
      try moves.considerProbe(&entry, response, nil, now: clock())
    case .document(let document, let digest, let response) where !document.items.isEmpty && !document.isTruncated:
      try moves.considerProbe(&entry, response, (document.details, digest), now: clock())
    case .failed(let failure):
      try hold(failure, entry)
      moves.failProbe(&entry, now: clock())
    case .document, .accepted, .pushed:
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
      entry.due = due
      // Should the document of before come back, it is another one than what was taken in now.
      if summary.isClosed { entry.held = nil }
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
    let summary = try documents.publish(document, over: &entry, now: clock(), traceparent: traceparent)
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

  private func makeDue(_ entry: inout FeedStore.Entry, _ response: FetchResponse, isFirst: Bool = false) throws {
    let hints = PollSchedule.Hints(maxAge: response.maxAge ?? entry.held?.maxAge, feed: entry.feed.details)
    let due = schedule.due(after: clock(), rhythm: entry.rhythm, hints: hints, isFirst: isFirst)
    entry.due = try hubs.due(due, ofFeed: entry.feed.id)
  }

  private func recover(_ entry: inout FeedStore.Entry, _ traceparent: String) throws {
    entry.failures = 0
    entry.reason = nil
    (entry.missingSince, entry.absences) = (nil, 0)
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
    if var search = entry.search, !search.left.isEmpty, failure.isPassing, search.tryAgain() {
      entry.search = search
    } else if entry.search != nil {
      entry.search?.giveUp()
    } else if let page = failure.page {
      entry.search = FeedSearch(page: page.url, links: page.feedURLs, reason: failure.reason)
    }
    return entry.search?.left.isEmpty == false
  }

  private func fail(_ entry: inout FeedStore.Entry, _ found: PollFailure, _ traceparent: String) throws {
    let now = clock()
    var failure = found
    try hold(failure, entry)
    if entry.document == 0 {
      let wasSearching = entry.search?.left.isEmpty == false
      if goOnSearching(&entry, failure) {
        let host = (try? FetchURL(entry.pollURL))?.host ?? ""
        entry.due = max(
          failure.isPassing ? now + schedule.afterFailure(count: 1, isUnanswered: true, retryAfter: nil) : now,
          try feeds.endOfHold(host: host) ?? now)
        return
      }
      if let search = entry.search, wasSearching || failure.page != nil {
        failure = PollFailure(reason: search.complaint)
      }
    }
    entry.failures += 1
    entry.due =
      now
      + schedule.afterFailure(
        count: entry.failures, isUnanswered: failure.isUnanswered, retryAfter: failure.retryAfter)
    let wasReason = entry.reason
    entry.reason = failure.reason
    let isAbsentForLong = isAbsentForLong(&entry, failure, now)
    // A server that errs now and then is no news; that a new feed cannot be read, or one that somebody asked for, is,
    // and why one still cannot.
    let isAwaited = entry.isAwaited
    let isTold =
      entry.failures >= PollSchedule.patience || isAwaited || !entry.isInitialized || entry.feed.state == .failing
    entry.isAwaited = false
    if failure.status == 410 || isAbsentForLong {
      entry.feed.state = .gone
      let reason = isAbsentForLong ? "\(failure.reason), as it has for 30 days" : failure.reason
      try publisher.append(.gone, FeedEvent(feed: entry.feed, reason: reason), traceparent: traceparent)
    } else if failure.isThrottled, entry.feed.state != .failing, entry.failures < PollSchedule.patience {
      if entry.failures == 1 || failure.reason != wasReason {
        try publisher.append(.throttled, FeedEvent(feed: entry.feed, reason: failure.reason), traceparent: traceparent)
      }
    } else if isTold, isAwaited || entry.feed.state != .failing || failure.reason != wasReason {
      entry.feed.state = .failing
      try publisher.append(.failing, FeedEvent(feed: entry.feed, reason: failure.reason), traceparent: traceparent)
    }
    journal.warning(
      "\(entry.feed.url) cannot be read: \(failure.reason)",
      ["feed": entry.feed.id, "failures": "\(entry.failures)"])
  }
}

extension Intake {
  /// Leaves a server alone that asks for it.
  private func hold(_ failure: PollFailure, _ entry: FeedStore.Entry) throws {
    guard failure.isThrottled else { return }
    try feeds.hold(
      host: failure.host ?? entry.host, until: clock() + PollSchedule.hold(failure.retryAfter), now: clock())
  }

  /// Counts how often and since when the server says that there is no such document: nothing else counts, and any other
  /// answer ends it. That nobody answered says nothing.
  private func isAbsentForLong(_ entry: inout FeedStore.Entry, _ failure: PollFailure, _ now: Int64) -> Bool {
    guard failure.status == 404 else {
      if !failure.isUnanswered { (entry.missingSince, entry.absences) = (nil, 0) }
      return false
    }
    entry.missingSince = entry.missingSince ?? now
    entry.absences += 1
    return now - (entry.missingSince ?? now) >= Self.longestAbsence && entry.absences >= Self.fewestAbsences
  }
}

/// When feeds are polled, and when their moves are believed.
struct PollSettings: Sendable {
  var schedule = PollSchedule()
  var moves = FeedMoves.Limits()
  /// Where hubs send to, without the last part of the address, ending in a slash; nil where nothing from the web arrives.
  var pushCallback: String?
}
