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
  /// The numbers of the polls by which hubs are asked, by the subscriptions' tokens.
  private var asking: [String: Int] = [:]
  /// The numbers of what was sent and is being read.
  private var reading: Set<Int> = []
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
    let (due, next) = try hubs.due(limit: Self.mostAsked - asking.count, except: Set(asking.keys))
    for subscription in due {
      asking[subscription.token] = crawler.poll(
        Crawler.Target(feed: subscription.token, url: subscription.hub, form: subscription.form))
    }
    nextDue = next ?? .max
  }

  /// Reads what has come, now that the feeds are due that it is of.
  func committed() {
    for (feed, body, contentType, topic) in arrived {
      reading.insert(crawler.read(body, contentType: contentType, url: topic, feed: feed))
    }
    arrived = []
  }

  /// Forgets what came by a request that was undone.
  func drop() {
    arrived = []
  }

  /// Takes in what a hub said when it was asked.
  ///
  /// - Returns: whether that is what it is.
  func take(_ result: PollResult) throws -> Bool {
    guard asking[result.feed] == result.poll else { return false }
    asking[result.feed] = nil
    nextDue = nil
    try hubs.take(result.outcome, token: result.feed)
    return true
  }

  /// Whether it is what a hub has sent, now read.
  func isDelivery(_ result: PollResult) -> Bool {
    reading.remove(result.poll) != nil
  }

  /// Does what a hub asks through the door to the web.
  ///
  /// - Returns: the reply, and the feed whose poll under way comes too early, if there is one.
  func respond(to request: Request) throws -> (json: [UInt8], feed: String?) {
    nextDue = nil
    switch request.name {
    case "push.verify":
      return (try BusCoder.encode(try hubs.verify(try request.decode(HubSubscriber.Verify.self))), nil)
    default:
      let delivery = try hubs.deliver(try request.decode(HubSubscriber.Deliver.self))
      let accepted = try BusCoder.encode(HubSubscriber.Delivered(taken: true))
      switch delivery {
      case .refused:
        refusals += 1
        return (try BusCoder.encode(HubSubscriber.Delivered(taken: false)), nil)
      case .hint(let feed):
        deliveries += 1
        return (accepted, feed)
      case .content(let feed, let body, let contentType, let topic):
        deliveries += 1
        arrived.append((feed, body, contentType, topic))
        return (accepted, feed)
      }
    }
  }
}
