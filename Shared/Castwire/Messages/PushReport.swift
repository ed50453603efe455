public import Foundation

/// How it stands with the hub that sends what is new in a feed (WebSub).
public struct PushReport: Codable, Sendable, Hashable {
  /// The hub's address.
  public let hub: String
  /// `asked` until the hub has verified the subscription, then `active`; `denied` where it will not; `doubted` where a poll
  /// has brought what the hub had not sent.
  public let state: String
  /// Until when the hub has promised to send; nil where it has not.
  public let leaseEnd: Date?
  /// When it sent something last; nil where it never has.
  public let lastDelivery: Date?

  /// The report on a subscription.
  public init(hub: String, state: String, leaseEnd: Date?, lastDelivery: Date?) {
    self.hub = hub
    self.state = state
    self.leaseEnd = leaseEnd
    self.lastDelivery = lastDelivery
  }
}
