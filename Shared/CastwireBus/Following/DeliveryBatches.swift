/// What a log says, in batches. See `EventSource.batches(from:)`.
///
/// Iterating throws `BusError` where libzmq cannot go on: an endpoint that is none, or no file descriptors left.
public struct DeliveryBatches: AsyncSequence, Sendable {
  /// A batch.
  public typealias Element = DeliveryBatch
  /// What iterating throws.
  public typealias Failure = any Error

  let source: EventSource
  let start: Subscription.Start

  /// Begins a subscription of its own.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source: source, start: start)
  }

  /// One loop over the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: EventSource
    private let start: Subscription.Start
    private var thread: SubscriptionThread?

    init(source: EventSource, start: Subscription.Start) {
      self.source = source
      self.start = start
    }

    /// The next batch: asking for it says nothing of the one before. nil once the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> DeliveryBatch? {
      let thread = try self.thread ?? SubscriptionThread(source: source, start: start)
      self.thread = thread
      return try await thread.handoff.take()
    }
  }
}
