/// The data of `item.left`: an item that the feed's document no longer holds.
public struct ItemLeftEvent: Codable, Sendable, Hashable {
  /// How an item left.
  public enum Reason: String, Codable, Sendable, Hashable, CaseIterable {
    /// It is gone although older items are still there: the publisher took it out.
    case missing
    /// It is older than everything that the document still holds: the feed shows only its newest.
    case window
  }

  /// The feed's id.
  public let feed: String
  /// The number of the document that no longer has it.
  public let document: Int
  /// How it left.
  public let reason: Reason

  /// The event of an item that left with `document`.
  public init(feed: String, document: Int, reason: Reason) {
    self.feed = feed
    self.document = document
    self.reason = reason
  }
}
