/// The data of `feed.*` events: what a feed is and what happened to it.
public struct FeedEvent: Codable, Sendable, Hashable {
  /// The verbs of the family `feed`.
  public enum Verb: String, Codable, Sendable, Hashable, CaseIterable {
    case followed, updated, failing, recovered, throttled, moved, gone, unfollowed
  }

  /// The feed as it is now.
  public let feed: Feed
  /// In `updated`: the number of the document that this event closes, counted from 1 for each feed.
  public let document: Int?
  /// Why, in words: in `failing`, `throttled`, `moved` and `gone`.
  public let reason: String?
  /// In `updated`: which of the feed's own fields differ from the document before.
  public let changed: [String]?
  /// In `unfollowed`: true where what the feed published is to be forgotten too.
  public let purge: Bool?
  /// In `unfollowed`: the feed that this one turned out to be, which is followed on.
  public let mergedInto: String?
  /// In `moved`, and in `unfollowed` with `mergedInto`: the URL before.
  public let from: String?
  /// In `moved`, and in `unfollowed` with `mergedInto`: the URL now.
  public let to: String?
  /// In `updated`: the feed's fields that were cut or left out, because the event would have been larger than 1 MiB.
  public let truncated: [String]?

  /// The event of what happened to `feed`.
  public init(
    feed: Feed, document: Int? = nil, reason: String? = nil, changed: [String]? = nil, purge: Bool? = nil,
    mergedInto: String? = nil, from: String? = nil, to: String? = nil, truncated: [String]? = nil
  ) {
    self.feed = feed
    self.document = document
    self.reason = reason
    self.changed = changed
    self.purge = purge
    self.mergedInto = mergedInto
    (self.from, self.to) = (from, to)
    self.truncated = truncated
  }
}
