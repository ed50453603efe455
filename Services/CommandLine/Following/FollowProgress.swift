internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime

/// Waits for what comes of feeds that have just been followed: listens to feed-ingest, and to the catalog where that runs.
final class FollowProgress {
  /// A feed whose outcome is awaited.
  private struct Waiting {
    var report: FeedReport
    var episodes = 0
    /// The event of feed-ingest that the catalog has to come to before the feed's episodes are all there.
    var closedAt: Position?
    /// The catalog's event up to which the episodes have to be counted, once it has come so far.
    var publishedTo: Position?
  }

  /// How often feed-ingest and the catalog are asked, for what no event tells: a feed that is as it was before.
  private static let pause: Duration = .milliseconds(250)
  /// About how many feeds feed-ingest is asked each time, in turn: it has the feeds themselves to attend to.
  private static let questionCount = 50
  /// How long a service may take until its events are heard. It answers at once but where the machine is overloaded.
  private static let patience: Duration = .seconds(10)
  /// How long an answer is waited for that can be had a little later as well.
  private static let shortPatience: Duration = .seconds(2)

  private let client: ServiceClient
  private let context: Context
  private let feeds: EventStream
  private var episodes: EventStream?
  private var catalog: ServiceClient?
  private let clock = ContinuousClock()
  private var waiting: [String: Waiting] = [:]
  private var order: [String] = []
  /// The feeds that were read, and whose episodes the catalog is still at work on, in the order in which they were.
  private var closing: [String] = []
  /// The feeds that are asked about next.
  private var questions: ArraySlice<String> = []
  private var itemCount = 0
  private var episodeCount = 0
  /// Whether each feed is awaited that feed-ingest says is followed.
  private var awaitsAllFollowed = false
  private var followedCount = 0

  init(client: ServiceClient, catalog: ServiceAddress, context: Context) throws {
    self.client = client
    self.context = context
    feeds = try EventStream(client.address, context: context, start: .head)
    let isRunning = TCPProbe.isListening(host: catalog.host, port: catalog.port + 1)
    self.catalog = isRunning ? try ServiceClient(catalog, context: context) : nil
    // The whole log, since its position alone tells that all up to an event was heard, by replay where need be.
    episodes = isRunning ? try EventStream(catalog, context: context, start: .head) : nil
  }

  private var streams: [EventStream] {
    [feeds] + (episodes.map { [$0] } ?? [])
  }

  /// Waits until events that come from now on are heard. A catalog that cannot be heard by then is left out: whoever
  /// comes to it later counts too few episodes.
  func listen(_ signals: Signals) throws {
    let end = clock.now + Self.patience
    while streams.contains(where: { !$0.subscription.isLive }), clock.now < end, !signals.isStopping {
      for stream in streams { while try stream.next() != nil {} }
      try EventStream.wait(for: streams, descriptors: [signals.descriptor], atMost: .milliseconds(100))
    }
    if episodes?.subscription.isLive == false { (episodes, catalog) = (nil, nil) }
  }

  /// From now on awaits each feed that feed-ingest says is followed, and tells what has come of those so far.
  func awaitFollowed(_ report: inout FollowReport) throws {
    awaitsAllFollowed = true
    try takeEvents(&report)
  }

  /// Waits for the outcome of all, tells each, and in the end which of them have none.
  ///
  /// - Parameter followedCount: so many feeds events tell of, with `awaitFollowed`.
  func run(
    _ reports: [FeedReport] = [], followedCount: Int = 0, atMost: Duration, signals: Signals,
    report: inout FollowReport
  ) throws {
    let end = clock.now + atMost
    for feed in reports { expect(feed) }
    var nextQuestion = clock.now
    while !waiting.isEmpty || self.followedCount < followedCount, clock.now < end, !signals.isStopping {
      try takeEvents(&report)
      if clock.now >= nextQuestion {
        try ask(&report)
        nextQuestion = clock.now + Self.pause
      }
      guard !waiting.isEmpty || self.followedCount < followedCount else { break }
      report.progress(progressText)
      try EventStream.wait(for: streams, descriptors: [signals.descriptor], atMost: Self.pause)
    }
    report.clearProgress()
    for id in order {
      guard let left = waiting[id] else { continue }
      if left.closedAt == nil {
        try report.stillWaiting(left.report.feed, isStopped: signals.isStopping)
      } else {
        try report.read(left.report, episodes: nil)
      }
    }
  }

  private var progressText: String {
    let feeds = waiting.count == 1 ? "1 feed" : "\(waiting.count) feeds"
    return "waiting for \(feeds): \(itemCount) items seen, \(episodeCount) episodes in the catalog"
  }

  private func expect(_ report: FeedReport) {
    let id = report.feed.id
    guard waiting[id] == nil else { return }
    waiting[id] = Waiting(report: report)
    order.append(id)
  }

  /// Awaits the outcome for a feed that an event says is followed.
  private func expect(_ event: Event) throws {
    followedCount += 1
    let feed = try event.decode(FeedEvent.self).feed
    var (document, lastPoll) = (0, Date?.none)
    // It was followed before, and may be as it was then.
    if feed.details != FeedDetails() {
      let json = try client.ask("feeds.get", ["feed": feed.id], patience: Self.patience)
      let report = try BusCoder.decode(FeedReport.self, from: json)
      let followed = Date(timeIntervalSince1970: TimeInterval(event.time.rawValue) / 1_000)
      document = report.document
      lastPoll = Self.formerPoll(report, followed: followed)
    }
    expect(FeedReport(feed: feed, reason: nil, document: document, itemCount: 0, lastPoll: lastPoll, nextPoll: nil))
  }

  /// When a feed was polled before it was followed; nil where that is not known, so that the next look tells.
  ///
  /// Reports have whole seconds: a poll of the second in which it was followed is taken for one that came after.
  private static func formerPoll(_ report: FeedReport, followed: Date) -> Date? {
    report.lastPoll.flatMap { $0.timeIntervalSince1970 < followed.timeIntervalSince1970.rounded(.down) ? $0 : nil }
  }

  /// The report on a feed that was followed at that time, to be waited for.
  static func awaited(_ report: FeedReport, followed: Date) -> FeedReport {
    FeedReport(
      feed: report.feed, reason: report.reason, document: report.document, itemCount: report.itemCount,
      lastPoll: formerPoll(report, followed: followed), nextPoll: report.nextPoll)
  }

  private func takeEvents(_ report: inout FollowReport) throws {
    while let batch = try feeds.next() {
      for event in batch.events {
        if awaitsAllFollowed, event.familyAndVerb.map({ $0 == ("feed", "followed") }) ?? false {
          try expect(event)
        } else if waiting[event.partitionKey] != nil {
          try take(event, &report)
        }
      }
    }
    try countEpisodes(&report)
  }

  private func countEpisodes(_ report: inout FollowReport) throws {
    while let batch = try episodes?.next() {
      for event in batch.events where event.familyAndVerb.map({ $0 == ("episode", "added") }) ?? false {
        guard waiting[event.partitionKey] != nil else { continue }
        waiting[event.partitionKey]?.episodes += 1
        episodeCount += 1
      }
    }
    guard let heard = episodes?.subscription.position else { return }
    for id in closing {
      guard let feed = waiting[id], let publishedTo = feed.publishedTo, publishedTo <= heard else { continue }
      try finish(id, episodes: feed.episodes, &report)
    }
    closing.removeAll { waiting[$0] == nil }
  }

  private func take(_ event: Event, _ report: inout FollowReport) throws {
    let id = event.partitionKey
    switch event.familyAndVerb {
    case ("item", "seen")?:
      itemCount += 1
    case ("feed", "updated")?:
      try close(id, at: event.sequence, &report)
    case ("feed", "failing")?, ("feed", "gone")?:
      let message = try event.decode(FeedEvent.self)
      waiting[id] = nil
      try report.failed(message.feed, reason: message.reason ?? "no reason is given")
    case ("feed", "unfollowed")?:
      let message = try event.decode(FeedEvent.self)
      waiting[id] = nil
      if message.mergedInto != nil, let url = message.to {
        try report.alreadyFollowed(message.feed, at: url)
      } else {
        try report.failed(message.feed, reason: "it is followed no more")
      }
    default:
      break
    }
  }

  /// A document of the feed was read; what is left is the catalog's work.
  private func close(_ id: String, at position: Position, _ report: inout FollowReport) throws {
    // It may be busy with the next feed's document.
    let json = try client.ask("feeds.get", ["feed": id], patience: Self.patience)
    waiting[id]?.report = try BusCoder.decode(FeedReport.self, from: json)
    if waiting[id]?.closedAt == nil { closing.append(id) }
    waiting[id]?.closedAt = position
    if catalog == nil { try finish(id, episodes: nil, &report) }
  }

  /// Following makes a feed due at once, and only a poll makes it due later.
  private static func isPolled(_ report: FeedReport) -> Bool {
    report.lastPoll != nil && report.nextPoll.map { $0.timeIntervalSinceNow > 20 } ?? true
  }

  private func finish(_ id: String, episodes: Int?, _ report: inout FollowReport) throws {
    guard let feed = waiting.removeValue(forKey: id)?.report else { return }
    try report.read(feed, episodes: episodes)
  }

  /// A service that is too busy to answer is asked again later: it may be at work on what is waited for.
  private func ask(_ report: inout FollowReport) throws {
    if questions.isEmpty { questions = order.filter { waiting[$0]?.closedAt == nil && waiting[$0] != nil }[...] }
    let asked = questions.prefix(Self.questionCount)
    questions = questions.dropFirst(Self.questionCount)
    for id in asked {
      guard let before = waiting[id], before.closedAt == nil else { continue }
      guard let json = try client.askIfFree("feeds.get", ["feed": id], patience: Self.shortPatience) else { return }
      let now = try BusCoder.decode(FeedReport.self, from: json)
      // Followed no more it may be in another's favour, which the event tells; and a server that is to be left alone is
      // asked later, so that the poll before says nothing.
      guard Self.isPolled(now), now.feed.state != .unfollowed,
        before.report.lastPoll == nil || now.lastPoll != before.report.lastPoll
      else { continue }
      if let reason = now.reason {
        waiting[id] = nil
        try report.failed(now.feed, reason: reason)
      } else if now.document == before.report.document {
        // Nothing in it is new: no event comes, and the catalog has nothing to do.
        waiting[id]?.report = now
        try finish(id, episodes: nil, &report)
      }
    }
    guard let catalog, !closing.isEmpty else { return }
    guard let json = try catalog.askIfFree("service.status", NoParameters(), patience: Self.shortPatience) else {
      return
    }
    let status = try BusCoder.decode(ServiceStatus.self, from: json)
    guard let reached = status.peers.first?.cursor else { return }
    for id in closing {
      guard let feed = waiting[id], let closedAt = feed.closedAt, closedAt <= reached, feed.publishedTo == nil
      else { continue }
      waiting[id]?.publishedTo = status.head
    }
    try countEpisodes(&report)
  }
}
