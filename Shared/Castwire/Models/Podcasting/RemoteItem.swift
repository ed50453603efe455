/// A feed, or an item of one, that another feed points to (Podcasting 2.0, `podcast:remoteItem`).
public struct RemoteItem: Codable, Sendable, Hashable {
  /// The `podcast:guid` of the feed.
  public let feedGUID: String?
  /// Where the feed is. Absolute and percent-encoded (RFC 3986).
  public let feedURL: String?
  /// The guid of the item; nil where the feed itself is meant.
  public let itemGUID: String?
  /// The feed's `podcast:medium`.
  public let medium: String?
  /// What the pointing feed calls it.
  public let title: String?

  /// A feed or an item elsewhere.
  public init(
    feedGUID: String? = nil, feedURL: String? = nil, itemGUID: String? = nil, medium: String? = nil,
    title: String? = nil
  ) {
    self.feedGUID = feedGUID
    self.feedURL = feedURL
    self.itemGUID = itemGUID
    self.medium = medium
    self.title = title
  }
}
