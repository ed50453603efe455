/// How to pay those who made a podcast or an episode (Podcasting 2.0, `podcast:value`): data, nothing is paid.
public struct PodcastValue: Codable, Sendable, Hashable {
  /// The currency or network, such as `lightning`.
  public let type: String
  /// How the payment is sent, such as `keysend`.
  public let method: String?
  /// The amount suggested, as the feed writes it.
  public let suggested: String?
  /// Who is paid, in document order.
  public let recipients: [ValueRecipient]?

  /// A way to pay; only its type is needed.
  public init(type: String, method: String? = nil, suggested: String? = nil, recipients: [ValueRecipient]? = nil) {
    self.type = type
    self.method = method
    self.suggested = suggested
    self.recipients = recipients
  }
}
