internal import Foundation

/// A subscription on a thread of its own, which ends when this object goes.
final class SubscriptionThread: Sendable {
  let handoff: Handoff

  init(source: EventSource, start: Subscription.Start) throws(BusError) {
    let handoff = try Handoff()
    self.handoff = handoff
    Thread.detachNewThread {
      do throws(BusError) {
        try Self.run(source, start, handoff)
      } catch {
        handoff.fail(error)
      }
    }
  }

  deinit {
    handoff.end()
  }

  private static func run(
    _ source: EventSource, _ start: Subscription.Start, _ handoff: Handoff
  ) throws(BusError) {
    let subscription = try Subscription(
      context: source.context, endpoints: source.endpoints, service: source.service, scope: source.scope,
      consumer: source.consumer, start: start)
    var maker = DeliveryMaker(start: start, scope: source.scope)
    var trouble: String?
    while true {
      // Before the look: what changes afterwards wakes the wait.
      handoff.clearWakeUps()
      if handoff.isOver { return }
      guard handoff.hasRoom else {
        // Nothing is taken that nobody wants: it stays in the socket's queue, and then with the service.
        try Poller.wait(for: [handoff.pollItem], milliseconds: -1)
        continue
      }
      let batch = try subscription.next(now: source.now())
      if subscription.trouble != trouble {
        trouble = subscription.trouble
        source.onTrouble(trouble)
      }
      if let batch {
        handoff.put(maker.deliver(batch))
        continue
      }
      try Poller.wait(
        for: subscription.pollItems + [handoff.pollItem],
        milliseconds: subscription.nextDeadline.map { ($0 - source.now()).wholeMilliseconds } ?? -1)
    }
  }
}
