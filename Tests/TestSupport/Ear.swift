public import CastwireBus

/// A subscription from the beginning of a log, and what it has given. It is turned only while a test waits for events, in
/// the test's own thread.
public final class Ear {
  private let subscription: Subscription
  /// What was heard, in the order in which it came.
  public private(set) var events: [Event] = []

  /// Connects. The service need not be up. Throws `BusError`.
  public init(
    _ endpoints: Subscription.Endpoints, scope: Subscription.Scope = .wholeLog, context: Context = Context()
  ) throws {
    subscription = try Subscription(context: context, endpoints: endpoints, scope: scope, start: .beginning)
  }

  /// True once it has caught up and hears live events.
  public var isLive: Bool { subscription.isLive }

  /// After the last event that was heard.
  public var position: Position { subscription.position }

  /// What has happened to the subscription.
  public var counters: Subscription.Counters { subscription.counters }

  /// Takes what is there; never waits.
  public func turn() throws {
    while let batch = try subscription.next(now: .now) { events += batch.events }
  }

  /// Takes in what comes until it is enough, or for `limit`.
  public func hear(within limit: Duration = .seconds(120), until isEnough: () -> Bool) throws {
    let end = ContinuousClock.now + limit
    while !isEnough(), ContinuousClock.now < end {
      try turn()
      // What was taken may be enough, and then nothing more need come.
      guard !isEnough() else { return }
      try Poller.wait(for: subscription.pollItems, milliseconds: 20)
    }
  }

  /// Takes in what comes until so many events were heard, or for two minutes.
  public func hear(_ count: Int) throws {
    try hear { events.count >= count }
  }
}
