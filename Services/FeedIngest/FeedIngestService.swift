internal import Castwire
internal import CastwireBus
internal import FeedParsing
internal import Foundation
internal import Runtime
internal import ServiceLoop
internal import Storage

/// feed-ingest: follows feeds, polls them when they are due and publishes what is new or different in them.
final class FeedIngestService: ServiceHandler {
  static let controlRequests: Set<String> = PushWork.requests.union([
    "feeds.follow", "feeds.unfollow", "feeds.refresh", "feeds.import",
  ])

  static let migrations = [FeedStore.migrations, ItemStore.migrations, SubscriptionStore.migrations]

  /// How many polls of feeds that were well are under way at once, and how many of the others. Most of them wait for their
  /// servers' turn; they are many, since few would all be those of servers that are slow. With more of them too many
  /// documents that were read would wait in memory: 1,024 took 138 MB in `script/bench crawl`, and 384 take 83.
  private static let maximumPolls = 384
  /// How many items are taken into one transaction, unless one document alone has more.
  private static let batchItems = 2_000
  /// By how much clocks are put right without further notice, in milliseconds.
  private static let clockTolerance: Int64 = 60_000
  /// So many feeds that are due at once need no spreading.
  private static let fewOverdue = 100
  /// For so long a server is believed that a document is unchanged, in milliseconds: some say so for ever.
  private static let longestBelief: Int64 = 8 * 24 * 3_600_000

  private let feeds: FeedStore
  private let intake: Intake
  private let moves: FeedMoves
  private let requests: FeedRequests
  private let hubs: HubSubscriber
  private let push: PushWork
  private let crawler: Crawler
  private let journal: PendingEntries
  private let clock: () -> Int64
  private let settings: PollSettings
  /// The polls under way whose results are wanted, by feed.
  private var polling: [String: RunningPoll] = [:]
  /// Those of them whose feeds somebody has asked to be polled since they began: what they bring may be older than that.
  private var outdated: Set<String> = []
  /// Those of them of which somebody says, unsigned, that there is news.
  private var hinted: Set<String> = []
  /// Looks at addresses that feeds say are their new ones, under way, by feed.
  private var probing: [String: RunningPoll] = [:]
  private var arrived: [PollResult] = []
  /// The feeds whose answers the transaction under way takes in.
  private var taken: Set<String> = []
  private var dueFeeds: DueFeeds
  private var dueFailingFeeds: DueFeeds
  private var nextDue: Int64?
  /// When the clock was read last.
  private var lastLook: Int64 = .max
  /// Whether the clock stands before what was done by it.
  private var clockWasSetBack = false
  /// Whether so many feeds are overdue, after the service was down for long, that they must not all be polled now.
  private var areManyOverdue = false
  private var polls = 0
  private var documents = 0
  private var failedPolls = 0

  /// - Parameter clock: milliseconds since 1970.
  init(
    database: Database, log: EventLog, crawler: Crawler, settings: PollSettings = PollSettings(), journal: Log,
    clock: @escaping () -> Int64 = wallClock
  ) throws {
    self.crawler = crawler
    self.journal = PendingEntries(journal: journal)
    self.clock = clock
    self.settings = settings
    // Of another handler, which lost its database in between: what it waited for is still due.
    crawler.giveUpAll()
    feeds = try FeedStore(database: database)
    let longestLoss = settings.schedule.shortest
    dueFeeds = DueFeeds(
      feeds: feeds, isFailing: false, lostAnswers: crawler.lostAnswers, longestLoss: longestLoss)
    dueFailingFeeds = DueFeeds(
      feeds: feeds, isFailing: true, lostAnswers: crawler.lostAnswers, longestLoss: longestLoss)
    let items = try ItemStore(database: database)
    moves = FeedMoves(log: log, feeds: feeds, items: items, limits: settings.moves, journal: self.journal)
    hubs = try HubSubscriber(
      database: database, feeds: feeds, schedule: settings.schedule, callbackBase: settings.pushCallback,
      journal: self.journal, clock: clock)
    push = PushWork(hubs: hubs, crawler: crawler, clock: clock)
    intake = Intake(
      log: log, feeds: feeds, items: items, moves: moves, hubs: hubs, schedule: settings.schedule,
      journal: self.journal, clock: clock)
    requests = FeedRequests(
      log: log, feeds: feeds, items: items, moves: moves, journal: self.journal, clock: clock)
  }

  /// Follows the feeds of a list, those that are not followed yet.
  func follow(_ subscriptions: ArraySlice<OPML.Subscription>) throws -> FeedRequests.ImportResult {
    try requests.follow(subscriptions)
  }

  var counters: [String: Int] {
    [
      "polls": polls, "documents": documents, "failedPolls": failedPolls, "polling": polling.count,
      "probing": probing.count,
      "pushes": push.deliveries, "refusedPushes": push.refusals, "pushing": push.underWay,
    ]
  }

  func respond(to request: Request) throws -> [UInt8] {
    journal.drop()
    push.drop()
    feeds.stored = []
    if PushWork.requests.contains(request.name) {
      let (response, delivery) = try push.respond(to: request)
      switch delivery {
      case .content(let feed, _, _, _):
        // What a poll brings that began before may be older, and would take away what has come.
        if let poll = polling.removeValue(forKey: feed) {
          crawler.giveUp(poll.number)
          outdated.remove(feed)
        }
      case .hint(let feed) where polling[feed] != nil:
        hinted.insert(feed)
      case .hint, .refused, nil:
        break
      }
      nextDue = nil
      return response
    }
    let response = try requests.respond(to: request)
    // What was asked may have made feeds due.
    nextDue = nil
    if request.name == "feeds.refresh" {
      let name = try request.decode(FeedRequests.Refresh.self).feed
      let feed = try name.map { try feeds.known(as: $0).feed.id }
      outdated.formUnion(polling.keys.filter { feed == nil || $0 == feed })
    }
    // A list follows what no hub is asked for yet.
    if request.name != "feeds.import" {
      for id in feeds.stored {
        if let entry = try feeds.feed(id: id), try hubs.consider(entry) { push.lookAgain() }
      }
    }
    try giveUpPolls()
    return response
  }

  /// Lets go of polls that nobody wants any more: of feeds that are not followed now, or are to be fetched otherwise.
  private func giveUpPolls() throws {
    for id in feeds.stored {
      let entry = try feeds.feed(id: id).flatMap { $0.isPolled ? $0 : nil }
      if let poll = polling[id], entry?.pollURL != poll.url || entry?.account != poll.account {
        crawler.giveUp(poll.number)
        polling[id] = nil
        outdated.remove(id)
      }
      if let poll = probing[id], entry == nil {
        crawler.giveUp(poll.number)
        probing[id] = nil
      }
    }
  }

  /// Lets go of the polls of servers that have just asked to be left alone: their feeds are due later.
  private func giveUpHeldPolls(host: String) throws {
    let ended = Set(arrived.map(\.poll))
    for (id, poll) in polling where !ended.contains(poll.number) {
      let servingHost = try feeds.feed(id: id)?.servingHost
      guard host == poll.host || host == servingHost else { continue }
      crawler.giveUp(poll.number)
      polling[id] = nil
      outdated.remove(id)
    }
  }

  // MARK: Polling

  var descriptors: [Int32] {
    [crawler.results.descriptor]
  }

  var nextWork: ContinuousClock.Instant? {
    if !arrived.isEmpty || clockWasSetBack || areManyOverdue { return .now }
    return [nextDue, push.next].compactMap(\.self).min().map { .now + .milliseconds(max(0, $0 - clock())) }
  }

  func collectWork(now: ContinuousClock.Instant) throws -> Bool {
    arrived += crawler.results.takeAll()
    try lookAtClock()
    try startDuePolls()
    try push.start()
    return !arrived.isEmpty || clockWasSetBack || areManyOverdue
  }

  /// Where the clock was set back, feeds would be left alone for as long as that was, and longer.
  private func lookAtClock() throws {
    let now = clock()
    defer { lastLook = now }
    // At first, after it was set forward, and after the machine slept.
    if lastLook == .max || now > lastLook + Self.clockTolerance {
      areManyOverdue = try feeds.overdue(before: now).count > Self.fewOverdue
    }
    guard now < lastLook - Self.clockTolerance || lastLook == .max else { return }
    clockWasSetBack = try feeds.hasPolls(after: now + Self.clockTolerance, longestWait: settings.schedule.longestWait)
    nextDue = nil
  }

  private func startDuePolls() throws {
    let now = clock()
    if areManyOverdue || clockWasSetBack { return }
    if let nextDue, nextDue > now { return }
    nextDue = min(try startPolls(of: &dueFeeds, now), try startPolls(of: &dueFailingFeeds, now))
  }

  /// - Returns: when there are more to be started, unless one of these ends before.
  private func startPolls(of dueFeeds: inout DueFeeds, _ now: Int64) throws -> Int64 {
    var room = Self.maximumPolls - polling.values.count { $0.isFailing == dueFeeds.isFailing }
    while room > 0 {
      let entry: FeedStore.Entry
      switch try dueFeeds.next(now: now, besides: polling) {
      case .feed(let next): entry = next
      case .later(let time): return time
      }
      room -= 1
      let isBelieved = entry.fetched.map { now - $0 < Self.longestBelief } ?? true
      let poll = crawler.poll(
        Crawler.Target(
          feed: entry.feed.id, url: entry.pollURL, account: entry.account, held: entry.held,
          isConditional: isBelieved, wantsHistory: !entry.isInitialized))
      polling[entry.feed.id] = RunningPoll(
        number: poll, url: entry.pollURL, account: entry.account, host: (try? FetchURL(entry.pollURL))?.host ?? "",
        isFailing: dueFeeds.isFailing)
    }
    return .max
  }

  func committed() {
    journal.write()
    crawler.lostAnswers.keep(feeds: taken)
    taken = []
    push.committed()
  }

  func work(now: ContinuousClock.Instant) throws {
    journal.drop()
    push.drop()
    feeds.stored = []
    if clockWasSetBack {
      try feeds.bringBackPolls(
        after: clock() + Self.clockTolerance, to: clock(), longestWait: settings.schedule.longestWait,
        spread: settings.schedule.shortest)
      try hubs.bringBack()
      clockWasSetBack = false
      nextDue = nil
    }
    if areManyOverdue {
      // Over as long as they had to wait: what came due in a minute goes out in one.
      let now = clock()
      let since = try feeds.overdue(before: now).since
      try feeds.spreadOverdue(from: now, over: min(now - since, settings.schedule.shortest))
      areManyOverdue = false
      nextDue = nil
    }
    var itemCount = 0
    // From the end, where taking one out costs nothing.
    arrived.reverse()
    defer { arrived.reverse() }
    while itemCount == 0 || itemCount < Self.batchItems, let result = arrived.popLast() {
      if probing[result.feed]?.number == result.poll {
        try takeProbe(result)
        continue
      }
      if try push.take(result) { continue }
      if push.isDelivery(result) {
        try takeDelivery(result)
        continue
      }
      // What was given up is no longer wanted, whatever has been asked since: it answers an older question.
      guard polling[result.feed]?.number == result.poll else { continue }
      polling[result.feed] = nil
      let isOutdated = outdated.remove(result.feed) != nil
      taken.insert(result.feed)
      crawler.lostAnswers.expect(feed: result.feed, now: clock())
      polls += 1
      nextDue = nil
      guard var entry = try feeds.feed(id: result.feed), entry.isPolled else { continue }
      if case .document(let document, _, _) = result.outcome {
        itemCount += document.items.count
        documents += 1
      }
      try intake.take(result.outcome, &entry)
      if case .failed(let failure) = result.outcome {
        failedPolls += 1
        if failure.isThrottled, failure.retryAfter != nil { try giveUpHeldPolls(host: failure.host ?? entry.host) }
      }
      if isOutdated {
        entry.due = clock()
        entry.isAwaited = true
      }
      if hinted.remove(result.feed) != nil { entry.due = min(entry.due, clock() + settings.schedule.shortest) }
      try feeds.put(entry, now: clock())
      if try hubs.consider(entry) { push.lookAgain() }
      try startProbe(of: entry)
    }
  }

  /// Looks whether a feed is at the address that the feed says is its new one, where that is due.
  private func startProbe(of entry: FeedStore.Entry) throws {
    guard probing[entry.feed.id] == nil, entry.isPolled, let url = moves.probe(entry, now: clock()),
      try feeds.endOfHold(host: (try? FetchURL(url))?.host ?? "") ?? 0 <= clock()
    else { return }
    let poll = crawler.poll(
      Crawler.Target(feed: entry.feed.id, url: url, account: entry.account, held: entry.move?.held))
    probing[entry.feed.id] = RunningPoll(
      number: poll, url: url, account: entry.account, host: (try? FetchURL(url))?.host ?? "", isFailing: false)
  }

  private func takeDelivery(_ result: PollResult) throws {
    guard var entry = try feeds.feed(id: result.feed), entry.isPolled, entry.isInitialized else { return }
    try intake.takePushed(result.outcome, &entry)
    try feeds.put(entry, now: clock())
    nextDue = nil
  }

  private func takeProbe(_ result: PollResult) throws {
    let url = probing.removeValue(forKey: result.feed)?.url
    // The feed may name another address by now.
    guard var entry = try feeds.feed(id: result.feed), entry.isPolled, entry.move?.url == url else { return }
    try intake.takeProbe(result.outcome, &entry)
    try feeds.put(entry, now: clock())
    if try hubs.consider(entry) { push.lookAgain() }
  }
}

/// Milliseconds since 1970.
func wallClock() -> Int64 {
  Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))
}
