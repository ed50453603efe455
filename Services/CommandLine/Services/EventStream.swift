internal import CastwireBus

/// Events of one service while they come, for a command that waits for several at once.
final class EventStream {
  let address: ServiceAddress
  let subscription: Subscription
  private let clock = ContinuousClock()

  init(
    _ address: ServiceAddress, context: Context, scope: Subscription.Scope = .wholeLog, start: Subscription.Start
  ) throws(BusError) {
    self.address = address
    subscription = try Subscription(
      context: context, endpoints: address.endpoints, service: address.service.rawValue, scope: scope, start: start)
  }

  /// The next batch, where there is one; never waits.
  func next() throws(BusError) -> Batch? {
    try subscription.next(now: clock.now)
  }

  /// Waits until there may be something to take from one of the streams, a descriptor is readable or the time is over.
  static func wait(for streams: [EventStream], descriptors: [Int32], atMost: Duration) throws(BusError) {
    let now = ContinuousClock().now
    let left = streams.compactMap { $0.subscription.nextDeadline.map { $0 - now } }.min() ?? atMost
    let wait = max(.zero, min(left, atMost))
    try Poller.wait(
      for: streams.flatMap(\.subscription.pollItems) + descriptors.map { PollItem(readable: $0) },
      milliseconds: Int((wait / .milliseconds(1)).rounded(.up)))
  }
}
