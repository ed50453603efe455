/// A service's log as async sequences: `for try await`. Nothing of it is missed and nothing comes out of order, whatever
/// happens on either side or on the way (the contract's section 5).
///
/// A loop over a sequence has a thread and connections of its own, from its first turn until it is left. It hears ahead by
/// one batch; a loop that takes its time fills no memory: what comes meanwhile stays with the service. It ends when its
/// task is cancelled, and never by itself.
public struct EventSource: Sendable {
  let context: Context
  let endpoints: Subscription.Endpoints
  let service: String?
  let scope: Subscription.Scope
  let consumer: String?
  let onTrouble: @Sendable (String?) -> Void
  /// The time for whoever waits: what a subscription does when nothing comes hangs on it.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }

  /// Names a log. Nothing is connected yet, and the service need not be up.
  ///
  /// - Parameters:
  ///   - context: the process's; with a key file where the service encrypts.
  ///   - service: the service's name: another one that listens there refuses. Its public key proves it, so that it is
  ///     needed where the context has keys.
  ///   - scope: what of the log is wanted.
  ///   - consumer: a name under which the service's status shows the lag.
  ///   - onTrouble: is told what is wrong and what to do, once, while the loop goes on waiting: that nobody answers, or
  ///     that the key is refused. nil says that all is well again. It is called on the subscription's thread, which waits
  ///     for it.
  public init(
    context: Context, endpoints: Subscription.Endpoints, service: String? = nil, scope: Subscription.Scope,
    consumer: String? = nil, onTrouble: @escaping @Sendable (String?) -> Void
  ) {
    self.context = context
    self.endpoints = endpoints
    self.service = service
    self.scope = scope
    self.consumer = consumer
    self.onTrouble = onTrouble
  }

  /// What the log says, one by one; the place in it is kept in a store.
  ///
  /// Each delivery comes at least once: the place is stored when the loop asks for the delivery after a batch, so that
  /// a process that dies before gets up to one batch again (at most 500 live events, or a page of a replay). That is enough
  /// where doing a thing twice does no harm. Where it does, use `batches(from:)`.
  ///
  /// - Parameters:
  ///   - cursors: where the place is kept.
  ///   - start: where to begin when nothing is stored yet.
  public func deliveries(
    cursors: any CursorStore, otherwise start: Subscription.Start = .beginning
  ) -> Deliveries {
    Deliveries(source: self, cursors: cursors, start: start)
  }

  /// What the log says, in batches, each with the place after it.
  ///
  /// Each event has its effect exactly once where that and `checkpoint` are stored in one transaction, and `start` is what
  /// was stored last. What cannot be undone with the transaction (a mail that was sent) is at least once still.
  ///
  /// - Parameter start: `checkpoint.start` of what is stored; `beginning` or `head` where nothing is.
  public func batches(from start: Subscription.Start) -> DeliveryBatches {
    DeliveryBatches(source: self, start: start)
  }
}
