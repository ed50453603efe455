/// What a log says, one by one. See `EventSource.deliveries(cursors:otherwise:)`.
///
/// Iterating throws what the store throws, `OtherFamilyError` where its place is of something else, and `BusError` where libzmq cannot go on; the loop may be begun again.
public struct Deliveries: AsyncSequence, Sendable {
  /// A delivery.
  public typealias Element = Delivery
  /// What iterating throws.
  public typealias Failure = any Error

  let source: EventSource
  let cursors: any CursorStore
  let start: Subscription.Start

  /// Begins a subscription of its own.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source: source, cursors: cursors, start: start)
  }

  /// One loop over the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: EventSource
    private let cursors: any CursorStore
    private let start: Subscription.Start
    private var batches: DeliveryBatches.Iterator?
    private var batch: DeliveryBatch?
    private var taken = 0
    private var stored: Checkpoint?

    init(source: EventSource, cursors: any CursorStore, start: Subscription.Start) {
      self.source = source
      self.cursors = cursors
      self.start = start
    }

    /// The next delivery: asking for it says that the one before is done. nil once the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Delivery? {
      if batches == nil {
        stored = try await cursors.load()
        let wanted = source.scope.storedFamily
        if let family = stored?.family, family != wanted { throw OtherFamilyError(stored: family, wanted: wanted) }
        batches = source.batches(from: stored?.start ?? start).makeAsyncIterator()
      }
      while true {
        if let batch, taken < batch.deliveries.count {
          // The last one of a batch would be done by the next call alone.
          if Task.isCancelled { return nil }
          taken += 1
          return batch.deliveries[taken - 1]
        }
        if let batch, batch.checkpoint != stored {
          try await cursors.save(batch.checkpoint)
          stored = batch.checkpoint
        }
        guard let next = try await batches?.next(isolation: actor) else { return nil }
        batch = next
        taken = 0
      }
    }
  }
}
