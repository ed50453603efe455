/// What a log has to say to a subscriber.
///
/// It is an enumeration, so that a `switch` without `default` leaves nothing out that a reliable subscriber has to do.
public enum Delivery: Sendable {
  /// What follows is the whole present state, from the beginning: at a first start, and whenever the log is another
  /// than before or no longer holds what is missing. Apply it by content, since what is known already comes again and
  /// revisions compare within one log alone; and note what appears.
  case startsOver
  /// The next event.
  case event(Event)
  /// What stands in the log and is no event: to be put aside for a person to look at.
  case malformed(json: [UInt8], error: MalformedEventError)
  /// Since `startsOver`, which may have been before a restart, everything that there is has appeared: drop the rest.
  case completes
}

/// Deliveries to be applied in one transaction with `checkpoint`: events in the order of the log, and after those of the
/// same page what is malformed.
public struct DeliveryBatch: Sendable {
  /// What to apply: a page of a replay, or up to 500 live events. None where the log moved on with nothing in it for
  /// this subscriber.
  public let deliveries: [Delivery]
  /// The place after them.
  public let checkpoint: Checkpoint
}

/// Makes deliveries of a subscription's batches.
struct DeliveryMaker {
  private var isStartingOver: Bool
  private var announces: Bool
  private let family: String

  init(start: Subscription.Start, scope: Subscription.Scope) {
    family = scope.storedFamily
    switch start {
    case .beginning: (isStartingOver, announces) = (true, true)
    case .head: (isStartingOver, announces) = (false, false)
    case .cursor(_, let isStartingOver): (self.isStartingOver, announces) = (isStartingOver, false)
    }
  }

  mutating func deliver(_ batch: Batch) -> DeliveryBatch {
    var deliveries: [Delivery] = []
    deliveries.reserveCapacity(batch.events.count + 2)
    if batch.startsOver || announces {
      isStartingOver = true
      deliveries.append(.startsOver)
    }
    announces = false
    for event in batch.events { deliveries.append(.event(event)) }
    for (json, error) in batch.malformed { deliveries.append(.malformed(json: json, error: error)) }
    if batch.completes {
      isStartingOver = false
      deliveries.append(.completes)
    }
    return DeliveryBatch(
      deliveries: deliveries,
      checkpoint: Checkpoint(cursor: batch.cursor, isStartingOver: isStartingOver, family: family))
  }
}
