/// How far a subscriber has come: what it stores, and what it goes on from after a restart.
public struct Checkpoint: Codable, Sendable, Hashable {
  /// Everything up to here was applied.
  public let cursor: Cursor
  /// Whether the whole state is being given anew, and is not whole yet: `Delivery.completes` is still to come.
  public let isStartingOver: Bool

  /// The place after a cursor.
  public init(cursor: Cursor, isStartingOver: Bool) {
    self.cursor = cursor
    self.isStartingOver = isStartingOver
  }

  /// Where a subscription goes on from.
  public var start: Subscription.Start {
    .cursor(cursor, isStartingOver: isStartingOver)
  }
}
