/// What `$head` says: how far a service's log reaches. Sent once a second and to each new subscriber.
public struct Head: Codable, Sendable, Hashable {
  /// The log's id.
  public let log: String
  /// The newest event; 0 for an empty log.
  public let head: Position
  /// The first position from which nothing was dropped that no later event replaced.
  public let oldest: Position
  /// When this was said.
  public let time: Timestamp
  /// The newest event of each family.
  public let heads: [String: Position]

  /// What a service says of its log at a moment.
  public init(log: String, head: Position, oldest: Position, time: Timestamp, heads: [String: Position]) {
    self.log = log
    self.head = head
    self.oldest = oldest
    self.time = time
    self.heads = heads
  }
}
