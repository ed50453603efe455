internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop
internal import Storage

/// The subscriber of WebSub: asks the hubs that feeds name for what these publish, confirms what they verify, and renews
/// it. Whoever has the callback's address on the web hands over what arrives there, as requests.
final class HubSubscriber {
  /// A hub that was asked and has not verified it is asked again after so long, at first, in milliseconds.
  private static let patience: Int64 = 3_600_000
  /// And one that could not be asked.
  private static let firstRetry: Int64 = 15 * 60_000
  /// A hub that will not is asked again after so long.
  private static let denial: Int64 = 7 * 24 * 3_600_000
  /// The longest lease that is believed; and the one where the hub states none.
  private static let longestLease = 30 * 24 * 3_600
  /// How many subscriptions one hub is asked for at once.
  private static let mostOfHub = 4
  /// A hub is told so often that a subscription is wanted no more.
  private static let mostFarewells = 3
  /// What a poll brings so soon after a delivery is of the same news.
  private static let aftermath: Int64 = 3_600_000

  private let subscriptions: SubscriptionStore
  private let feeds: FeedStore
  private let schedule: PollSchedule
  private let journal: PendingEntries
  private let clock: () -> Int64
  /// The callbacks' addresses without their last part, ending in a slash; nil where there is no door to the web.
  private let callbackBase: String?

  init(
    database: Database, feeds: FeedStore, schedule: PollSchedule, callbackBase: String?, journal: PendingEntries,
    clock: @escaping () -> Int64
  ) throws {
    subscriptions = try SubscriptionStore(database: database)
    self.feeds = feeds
    self.schedule = schedule
    self.callbackBase = callbackBase
    self.journal = journal
    self.clock = clock
    try database.transaction {
      for subscription in try subscriptions.withOtherCallbacks(than: callbackBase) {
        try subscriptions.remove(subscription)
        try pollAgain(subscription.feed)
      }
    }
  }

  // MARK: What is wanted

  /// Subscribes to a feed that was just read, or ends what is wanted no more.
  ///
  /// - Returns: whether there is a hub to be asked now that was not to be before.
  func consider(_ entry: FeedStore.Entry) throws -> Bool {
    guard let callbackBase else { return false }
    let existing = try subscriptions.subscriptions(ofFeed: entry.feed.id)
    let wanted = Self.wanted(entry)
    var (isThere, isChanged) = (false, false)
    for var subscription in existing where subscription.state != .ending {
      if let wanted, (subscription.hub, subscription.topic) == wanted {
        isThere = true
        continue
      }
      if subscription.isRelied(on: clock()) { try pollAgain(entry.feed.id) }
      (subscription.state, subscription.next, subscription.failures) = (.ending, clock(), 0)
      try subscriptions.put(subscription)
      isChanged = true
    }
    guard let wanted, !isThere else { return isChanged }
    let token = HubSubscription.secretText()
    try subscriptions.put(
      HubSubscription(
        token: token, feed: entry.feed.id, hub: wanted.hub, topic: wanted.topic,
        secret: HubSubscription.secretText(), callback: callbackBase + token, state: .asked, next: clock()))
    return true
  }

  /// The hub and the topic of a feed; nil where there is none, or where the hub could not read the feed.
  private static func wanted(_ entry: FeedStore.Entry) -> (hub: String, topic: String)? {
    guard entry.isPolled, entry.credentials == nil, entry.isInitialized else { return nil }
    let details = entry.feed.details
    let hubs = (details.hubURLs ?? details.hubURL.map { [$0] } ?? []).filter(FetchURL.isFollowable)
    guard let hub = hubs.first(where: { $0.hasPrefix("https:") }) ?? hubs.first else { return nil }
    let topic = details.selfURL.flatMap { FetchURL.isFollowable($0) ? $0 : nil } ?? entry.feed.url
    return (hub, topic)
  }

  /// When a feed is to be polled that would be at `due`: once a day while its hub sends what is new.
  func due(_ due: Int64, ofFeed feed: String) throws -> Int64 {
    guard callbackBase != nil, let subscription = try subscriptions.current(ofFeed: feed),
      subscription.isRelied(on: clock()), let leaseEnd = subscription.leaseEnd
    else { return due }
    return max(due, min(schedule.pushed(after: clock()), leaseEnd))
  }

  /// A poll has brought something new: had the hub sent it?
  func doubt(feed: String) throws {
    guard callbackBase != nil, var subscription = try subscriptions.current(ofFeed: feed),
      subscription.isRelied(on: clock()), clock() - (subscription.lastDelivery ?? .min / 2) > Self.aftermath
    else { return }
    subscription.isDoubted = true
    try subscriptions.put(subscription)
    journal.warning(
      "the hub \(subscription.hub) has not sent what is new; the feed is polled as if there were none",
      ["feed": feed])
  }

  /// After the clock was set back nothing is waited for longer than it would have been.
  func bringBack() throws {
    try subscriptions.bringBack(to: clock(), longest: Int64(Self.longestLease) * 1_000)
  }

  // MARK: Asking hubs

  /// The subscriptions whose hubs are to be asked now, few of one hub, and when the next one is due.
  ///
  /// - Parameters:
  ///   - asked: those whose hubs are being asked.
  ///   - lostAnswers: what of the hubs' answers could not be kept.
  func due(
    limit: Int, besides asked: [HubSubscription], _ lostAnswers: LostAnswers
  ) throws -> (now: [HubSubscription], next: Int64) {
    guard callbackBase != nil else { return ([], .max) }
    let now = clock()
    let tokens = Set(asked.map(\.token))
    var counts = asked.reduce(into: [:]) { $0[$1.host, default: 0] += 1 }
    var holds: [String: Int64] = [:]
    var due: [String] = []
    var later = Int64.max
    try subscriptions.forEachDue { token, next, host in
      guard next <= now else {
        later = min(later, next)
        return false
      }
      if tokens.contains(token) || counts[host, default: 0] >= Self.mostOfHub { return true }
      let hold = try holds[host] ?? feeds.endOfHold(host: host) ?? 0
      holds[host] = hold
      let end = max(hold, lostAnswers.end(ofWaitFor: token, longest: schedule.shortest, now: now) ?? 0)
      if end > now {
        later = min(later, end)
        return true
      }
      counts[host, default: 0] += 1
      due.append(token)
      return due.count < limit
    }
    return (try due.compactMap { try subscriptions.subscription(token: $0) }, later)
  }

  /// Takes in what a hub said when it was asked.
  ///
  /// - Parameter asked: the subscription as it was then.
  func take(_ outcome: PollResult.Outcome, _ asked: HubSubscription) throws {
    let now = clock()
    if case .failed(let failure) = outcome {
      if failure.isThrottled, let host = failure.host {
        try feeds.hold(host: host, until: now + PollSchedule.hold(failure.retryAfter), now: now)
      }
      journal.warning(
        "the hub \(asked.hub) cannot be asked: \(failure.reason)", ["feed": asked.feed])
    }
    // It may have verified or refused it before it answered, or be wanted no more.
    guard var subscription = try subscriptions.subscription(token: asked.token), subscription.state == asked.state,
      subscription.next == asked.next
    else { return }
    subscription.failures += 1
    if subscription.state == .ending, subscription.failures >= Self.mostFarewells {
      return try subscriptions.remove(subscription)
    }
    try endLease(&subscription)
    // Its verification comes apart from its answer, and puts an end to this.
    let wait =
      switch outcome {
      case .failed(let failure):
        max(
          PollSchedule.doubled(Self.firstRetry, count: subscription.failures), PollSchedule.hold(failure.retryAfter))
      default: PollSchedule.doubled(Self.patience, count: subscription.failures)
      }
    subscription.next = now + wait
    if subscription.isRelied(on: now), let leaseEnd = subscription.leaseEnd {
      // The feed is polled again from then on.
      subscription.next = min(subscription.next, leaseEnd)
    }
    try subscriptions.put(subscription)
  }

  private func endLease(_ subscription: inout HubSubscription) throws {
    guard subscription.state == .active, let end = subscription.leaseEnd, end <= clock() else { return }
    subscription.state = .asked
    try pollAgain(subscription.feed)
  }

  /// Polls a feed as if there were no hub.
  private func pollAgain(_ feed: String) throws {
    guard var entry = try feeds.feed(id: feed), entry.isPolled else { return }
    entry.due = min(entry.due, schedule.unpushed(after: clock()))
    try feeds.put(entry, now: clock())
  }

  // MARK: What hubs ask and send

  /// A hub's question whether a subscription is wanted (section 5.3), or its word that it will not be (5.2).
  struct Verify: Codable {
    let token: String
    let mode: String
    let topic: String?
    let challenge: String?
    let leaseSeconds: Int?
    let reason: String?
  }

  /// The result of `push.verify`.
  struct Verified: Codable {
    /// What the hub is to be answered, with status 200.
    let challenge: String?
  }

  /// What a hub has sent.
  struct Deliver: Codable {
    let token: String
    /// The header `X-Hub-Signature`.
    let signature: String?
    /// The header `Content-Type`.
    let contentType: String?
    /// In Base64; absent where it is too large to be handed over.
    let body: String?
  }

  /// The result of `push.deliver`.
  struct Delivered: Codable {
    /// Whether it was signed as it must be.
    let taken: Bool
  }

  /// What follows from a delivery.
  enum Delivery {
    /// Nothing: somebody else sent it.
    case refused
    /// The feed is to be polled.
    case hint(feed: String)
    case content(feed: String, [UInt8], contentType: String?, topic: String)
  }

  func verify(_ question: Verify) throws -> Verified {
    guard var subscription = try subscriptions.subscription(token: question.token),
      question.topic == nil || question.topic == subscription.topic
    else { throw Self.unknown }
    let now = clock()
    switch (question.mode, subscription.state) {
    case ("subscribe", .asked), ("subscribe", .active), ("subscribe", .denied):
      guard let challenge = question.challenge, question.topic != nil else { throw Self.incomplete }
      guard try feeds.feed(id: subscription.feed)?.isPolled == true else { throw Self.unknown }
      let lease = Int64(min(max(question.leaseSeconds ?? HubSubscription.lease, 1), Self.longestLease)) * 1_000
      let isNew = subscription.state != .active
      (subscription.state, subscription.leaseEnd) = (.active, now + lease)
      // With a fifth of it left, so that a hub that is away for a while costs nothing; and not all the time.
      (subscription.next, subscription.failures) = (now + max(lease * 4 / 5, Self.firstRetry), 0)
      try subscriptions.put(subscription)
      if isNew {
        journal.info(
          "the hub \(subscription.hub) sends what is new for \(lease / 3_600_000) h", ["feed": subscription.feed])
      }
      return Verified(challenge: challenge)
    case ("unsubscribe", .ending):
      guard let challenge = question.challenge, question.topic != nil else { throw Self.incomplete }
      try subscriptions.remove(subscription)
      return Verified(challenge: challenge)
    case ("denied", .asked), ("denied", .active), ("denied", .denied):
      (subscription.state, subscription.leaseEnd) = (.denied, nil)
      (subscription.next, subscription.failures) = (now + Self.denial, 0)
      try subscriptions.put(subscription)
      try pollAgain(subscription.feed)
      journal.warning(
        "the hub \(subscription.hub) refuses the subscription\(question.reason.map { ": \($0.prefix(200))" } ?? "")",
        ["feed": subscription.feed])
      return Verified(challenge: nil)
    case ("denied", .ending):
      try subscriptions.remove(subscription)
      return Verified(challenge: nil)
    default:
      throw Self.unknown
    }
  }

  /// Takes a delivery. Until its content was taken in, the feed is due soon: should that never happen, a poll brings it.
  func deliver(_ delivery: Deliver) throws -> Delivery {
    guard var subscription = try subscriptions.subscription(token: delivery.token),
      subscription.state == .active || subscription.state == .asked,
      var entry = try feeds.feed(id: subscription.feed), entry.isPolled
    else { throw Self.unknown }
    var result = Delivery.hint(feed: entry.feed.id)
    if let encoded = delivery.body {
      guard let body = Data(base64Encoded: encoded) else {
        throw RequestError(.badRequest, "\"body\" is no Base64")
      }
      let bytes = Array(body)
      guard let signature = delivery.signature.flatMap(PushSignature.init),
        signature.isValid(for: bytes, secret: subscription.secret)
      else {
        journal.warning(
          "what came for the hub \(subscription.hub) is not signed as it must be, and is left alone",
          ["feed": entry.feed.id])
        return .refused
      }
      if subscription.isConfidential {
        result = .content(
          feed: entry.feed.id, bytes, contentType: delivery.contentType, topic: subscription.topic)
      }
      subscription.isDoubted = false
    }
    subscription.lastDelivery = clock()
    try subscriptions.put(subscription)
    if case .content = result {
      entry.due = min(entry.due, clock() + PollSchedule.firstRetry)
    } else {
      // Nobody signs for it whom one must believe, so it does not hurry more than a poll may.
      entry.due = min(entry.due, (entry.lastPoll ?? 0) + schedule.shortest)
    }
    try feeds.put(entry, now: clock())
    return result
  }

  private static var unknown: RequestError {
    RequestError(.notFound, "no such subscription is wanted; answer the hub with 404, and a delivery with 410")
  }

  private static var incomplete: RequestError {
    RequestError(.badRequest, "a hub that verifies sends hub.topic and hub.challenge")
  }
}
