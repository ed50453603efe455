internal import CastwireBus
internal import ServiceLoop

/// The part of the loop's work that is about hubs: asks those that are to be asked, and takes in what they send.
final class PushWork {
  /// How many hubs are asked at once.
  private static let mostAsked = 16
  static let requests: Set<String> = ["push.verify", "push.deliver"]

  private let hubs: HubSubscriber
  private let crawler: Crawler
  private let clock: () -> Int64
  /// So many bytes of what was sent may wait to be read. Of what is more the feeds themselves are asked.
  private static let mostUnread = 32 << 20

  /// The polls by which hubs are asked and what for, by the subscriptions' tokens.
  private var asking: [String: (poll: Int, subscription: HubSubscription)] = [:]
  /// The numbers of what was sent and is being read, and its bytes.
  private var reading: [Int: Int] = [:]
  /// The tokens whose hubs' answers the transaction under way takes in.
  private var taken: Set<String> = []
  /// Read once the request is committed by which it came.
  private var arrived: [(feed: String, body: [UInt8], contentType: String?, topic: String)] = []
  private var nextDue: Int64?
  private(set) var deliveries = 0
  private(set) var refusals = 0

  init(hubs: HubSubscriber, crawler: Crawler, clock: @escaping () -> Int64) {
    self.hubs = hubs
    self.crawler = crawler
    self.clock = clock
  }

  /// When there is something to do without anybody asking, in milliseconds since 1970; nil where that is not known.
  var next: Int64? { nextDue }

  /// How many hubs are being asked, and deliveries read.
  var underWay: Int { asking.count + reading.count }

  /// Looks again at what is due.
  func lookAgain() {
    nextDue = nil
  }

  /// Asks the hubs that are to be asked now.
  func start() throws {
    if let nextDue, nextDue > clock() { return }
    // The rest when one of these has answered.
    nextDue = .max
    guard asking.count < Self.mostAsked else { return }
    let (due, next) = try hubs.due(
      limit: Self.mostAsked - asking.count, besides: asking.values.map(\.subscription), crawler.lostAnswers)
    for subscription in due {
      let poll = crawler.poll(
        Crawler.Target(feed: subscription.token, url: subscription.hub, form: subscription.form))
      asking[subscription.token] = (poll, subscription)
    }
    nextDue = next
  }

  /// Reads what has come, now that the feeds are due that it is of.
  func committed() {
    for (feed, body, contentType, topic) in arrived {
      reading[crawler.read(body, contentType: contentType, url: topic, feed: feed)] = body.count
    }
    arrived = []
    crawler.lostAnswers.keep(feeds: taken)
    taken = []
  }

  /// Forgets what came by a request that was undone.
  func drop() {
    arrived = []
  }

  /// Takes in what a hub said when it was asked.
  ///
  /// - Returns: whether that is what it is.
  func take(_ result: PollResult) throws -> Bool {
    guard let (poll, subscription) = asking[result.feed], poll == result.poll else { return false }
    asking[result.feed] = nil
    nextDue = nil
    taken.insert(result.feed)
    crawler.lostAnswers.expect(feed: result.feed, now: clock())
    try hubs.take(result.outcome, subscription)
    return true
  }

  /// Whether it is what a hub has sent, now read.
  func isDelivery(_ result: PollResult) -> Bool {
    reading.removeValue(forKey: result.poll) != nil
  }

  /// Does what a hub asks through the door to the web.
  ///
  /// - Returns: the reply, and what was delivered; nil where nothing was.
  func respond(to request: Request) throws -> (json: [UInt8], delivery: HubSubscriber.Delivery?) {
    nextDue = nil
    switch request.name {
    case "push.verify":
      return (try BusCoder.encode(try hubs.verify(try request.decode(HubSubscriber.Verify.self))), nil)
    default:
      let delivery = try hubs.deliver(try request.decode(HubSubscriber.Deliver.self))
      if case .refused = delivery {
        refusals += 1
        return (try BusCoder.encode(HubSubscriber.Delivered(taken: false)), delivery)
      }
      deliveries += 1
      let unread = reading.values.reduce(0, +) + arrived.reduce(0) { $0 + $1.body.count }
      // Where there is no room, the feed is due soon all the same.
      if case .content(let feed, let body, let contentType, let topic) = delivery,
        unread + body.count <= Self.mostUnread
      {
        arrived.append((feed, body, contentType, topic))
      }
      return (try BusCoder.encode(HubSubscriber.Delivered(taken: true)), delivery)
    }
  }
}
