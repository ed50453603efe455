internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime
internal import ServiceLoop
internal import Storage

/// feed-ingest: follows feeds, polls them when they are due and publishes what is new or different in them.
final class FeedIngestService: ServiceHandler {
  static let controlRequests: Set<String> = ["feeds.follow", "feeds.unfollow", "feeds.refresh", "feeds.import"]

  /// How many polls are under way at once; more would only wait for a transfer to end.
  private static let maximumPolls = 128
  /// How many items are taken into one transaction, unless one document alone has more.
  private static let batchItems = 2_000
  /// By how much clocks are put right without further notice, in milliseconds.
  private static let clockTolerance: Int64 = 60_000

  private let log: EventLog
  private let feeds: FeedStore
  private let documents: DocumentPublisher
  private let requests: FeedRequests
  private let crawler: Crawler
  private let journal: PendingEntries
  private let clock: () -> Int64
  /// The polls under way whose results are wanted, by feed.
  private var polling: [String: (poll: Int, url: String)] = [:]
  /// Those of them whose feeds somebody has asked to be polled since they began: what they bring may be older than that.
  private var outdated: Set<String> = []
  private var arrived: [PollResult] = []
  private var nextDue: Int64?
  /// When the clock was read last.
  private var lastLook: Int64 = .max
  /// Whether the clock stands before what was done by it.
  private var clockWasSetBack = false
  private var polls = 0
  private var failedPolls = 0

  /// - Parameter clock: milliseconds since 1970.
  init(
    database: Database, log: EventLog, crawler: Crawler, journal: Log, clock: @escaping () -> Int64 = wallClock
  ) throws {
    self.log = log
    self.crawler = crawler
    self.journal = PendingEntries(journal: journal)
    self.clock = clock
    // Of another handler, which lost its database in between: what it waited for is still due.
    crawler.giveUpAll()
    feeds = try FeedStore(database: database)
    let items = try ItemStore(database: database)
    documents = DocumentPublisher(log: log, items: items)
    requests = FeedRequests(log: log, feeds: feeds, items: items, journal: self.journal, clock: clock)
  }

  /// Follows the feeds of an OPML file, those that are not followed yet.
  func follow(opml: [UInt8]) throws -> FeedRequests.ImportResult {
    try requests.importFeeds(opml)
  }

  var counters: [String: Int] {
    ["polls": polls, "failedPolls": failedPolls, "polling": polling.count]
  }

  func respond(to request: Request) throws -> [UInt8] {
    journal.drop()
    let response = try requests.respond(to: request)
    // What was asked may have made feeds due.
    nextDue = nil
    if request.name == "feeds.refresh" {
      let name = try request.decode(FeedRequests.Refresh.self).feed
      let feed = try name.map { try feeds.known(as: $0).feed.id }
      outdated.formUnion(polling.keys.filter { feed == nil || $0 == feed })
    }
    try giveUpPolls()
    return response
  }

  /// Lets go of polls that nobody wants any more: of feeds that are not followed now, or are to be fetched otherwise.
  private func giveUpPolls() throws {
    for (id, (poll, url)) in polling {
      if let entry = try feeds.feed(id: id), entry.isPolled, entry.fetchURL == url { continue }
      crawler.giveUp(poll)
      polling[id] = nil
      outdated.remove(id)
    }
  }

  // MARK: Polling

  var descriptors: [Int32] {
    [crawler.results.descriptor]
  }

  var nextWork: ContinuousClock.Instant? {
    if !arrived.isEmpty || clockWasSetBack { return .now }
    return nextDue.map { .now + .milliseconds(max(0, $0 - clock())) }
  }

  func collectWork(now: ContinuousClock.Instant) throws -> Bool {
    arrived += crawler.results.takeAll()
    try lookAtClock()
    try startDuePolls()
    return !arrived.isEmpty || clockWasSetBack
  }

  /// Where the clock was set back, feeds would be left alone for as long as that was, and longer.
  private func lookAtClock() throws {
    let now = clock()
    defer { lastLook = now }
    guard now < lastLook - Self.clockTolerance || lastLook == .max else { return }
    clockWasSetBack = try feeds.hasPolls(after: now + Self.clockTolerance)
    nextDue = nil
  }

  private func startDuePolls() throws {
    let now = clock()
    if let nextDue, nextDue > now { return }
    nextDue = nil
    // Those under way are still due, since only their outcome makes them due later.
    for entry in try feeds.due(limit: polling.count + Self.maximumPolls) where polling[entry.feed.id] == nil {
      guard entry.due <= now else {
        nextDue = entry.due
        return
      }
      // The rest starts when one of these has ended.
      guard polling.count < Self.maximumPolls else { break }
      let poll = crawler.poll(
        Crawler.Target(
          feed: entry.feed.id, url: entry.fetchURL, etag: entry.etag, lastModified: entry.lastModified,
          digest: entry.digest))
      polling[entry.feed.id] = (poll, entry.fetchURL)
    }
    nextDue = .max
  }

  func committed() {
    journal.write()
  }

  func work(now: ContinuousClock.Instant) throws {
    journal.drop()
    if clockWasSetBack {
      try feeds.bringBackPolls(after: clock() + Self.clockTolerance, to: clock())
      clockWasSetBack = false
      nextDue = nil
    }
    var itemCount = 0
    while let result = arrived.first, itemCount == 0 || itemCount < Self.batchItems {
      arrived.removeFirst()
      // What was given up is no longer wanted, whatever has been asked since: it answers an older question.
      guard polling[result.feed]?.poll == result.poll else { continue }
      polling[result.feed] = nil
      let isOutdated = outdated.remove(result.feed) != nil
      polls += 1
      nextDue = nil
      guard var entry = try feeds.feed(id: result.feed), entry.isPolled else { continue }
      if case .document(let document, _, _) = result.outcome { itemCount += document.items.count }
      try take(result.outcome, &entry)
      if isOutdated {
        entry.due = clock()
        entry.isAwaited = true
      }
      try feeds.put(entry, now: clock())
    }
  }

  private func take(_ outcome: PollResult.Outcome, _ entry: inout FeedStore.Entry) throws {
    let traceparent = TraceParent.random()
    entry.lastPoll = clock()
    switch outcome {
    case .unchanged(let response):
      keepValidators(response, &entry)
      try succeed(&entry, maxAge: response.maxAge, traceparent)
    case .document(let document, let digest, let response):
      if document.isTruncated {
        try publish(document, &entry, traceparent)
        // Should the document of before come back, it is another one than what was taken in now.
        entry.forgetDocument()
        let reason = "the document breaks off after \(document.items.count) items"
        return try fail(&entry, PollFailure(reason: reason, retryAfter: nil, isGone: false), traceparent)
      }
      if document.items.isEmpty, entry.itemCount > 0 {
        let reason = "the document has lost all its \(entry.itemCount) items; none is taken for withdrawn"
        return try fail(&entry, PollFailure(reason: reason, retryAfter: nil, isGone: false), traceparent)
      }
      entry.forgetDocument()
      keepValidators(response, &entry)
      entry.digest = digest
      try succeed(&entry, maxAge: response.maxAge, traceparent)
      try publish(document, &entry, traceparent)
      entry.isInitialized = true
    case .failed(let failure):
      failedPolls += 1
      try fail(&entry, failure, traceparent)
    }
  }

  private func publish(_ document: PreparedDocument, _ entry: inout FeedStore.Entry, _ traceparent: String) throws {
    let summary = try documents.publish(document, over: &entry, traceparent: traceparent)
    guard summary.isClosed else { return }
    journal.info(
      "\(entry.feed.details.title ?? entry.feed.url): \(summary.new) new, \(summary.changed) changed, "
        + "\(summary.left) gone",
      ["feed": entry.feed.id, "document": "\(entry.document)"])
    for diagnostic in document.diagnostics.prefix(3) {
      let line = diagnostic.line.map { " in line \($0)" } ?? ""
      journal.debug("\(entry.feed.url): \(diagnostic.message)\(line)", ["feed": entry.feed.id])
    }
  }

  /// What a 304 leaves out stays as it was.
  private func keepValidators(_ response: FetchResponse, _ entry: inout FeedStore.Entry) {
    entry.etag = response.etag ?? entry.etag
    entry.lastModified = response.lastModified ?? entry.lastModified
  }

  private func succeed(_ entry: inout FeedStore.Entry, maxAge: Int?, _ traceparent: String) throws {
    entry.due = clock() + PollSchedule.afterSuccess(maxAge: maxAge)
    entry.failures = 0
    entry.reason = nil
    entry.isAwaited = false
    guard entry.feed.state == .failing else { return }
    entry.feed.state = .active
    try FeedPublisher(log: log).append(.recovered, FeedEvent(feed: entry.feed), traceparent: traceparent)
    journal.info("\(entry.feed.url) can be read again", ["feed": entry.feed.id])
  }

  private func fail(_ entry: inout FeedStore.Entry, _ failure: PollFailure, _ traceparent: String) throws {
    entry.failures += 1
    entry.due = clock() + PollSchedule.afterFailure(count: entry.failures, retryAfter: failure.retryAfter)
    let wasReason = entry.reason
    entry.reason = failure.reason
    // A server that errs now and then is no news; that a new feed cannot be read, or one that somebody asked for, is,
    // and why one still cannot.
    let isTold =
      entry.failures >= PollSchedule.patience || entry.isAwaited || !entry.isInitialized || entry.feed.state == .failing
    entry.isAwaited = false
    if failure.isGone {
      entry.feed.state = .gone
      try FeedPublisher(log: log).append(
        .gone, FeedEvent(feed: entry.feed, reason: failure.reason), traceparent: traceparent)
    } else if isTold, entry.feed.state != .failing || failure.reason != wasReason {
      entry.feed.state = .failing
      try FeedPublisher(log: log).append(
        .failing, FeedEvent(feed: entry.feed, reason: failure.reason), traceparent: traceparent)
    }
    journal.warning(
      "\(entry.feed.url) cannot be read: \(failure.reason)",
      ["feed": entry.feed.id, "failures": "\(entry.failures)"])
  }
}

/// Milliseconds since 1970.
func wallClock() -> Int64 {
  Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))
}
