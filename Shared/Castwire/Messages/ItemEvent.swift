/// The data of `item.seen` (new or different) and `item.viewed` (only a count changed).
public struct ItemEvent: Codable, Sendable, Hashable {
  /// The verbs of the family `item`.
  public enum Verb: String, Codable, Sendable, Hashable, CaseIterable {
    case seen, viewed, left
  }

  /// The feed's id.
  public let feed: String
  /// The number of the document, counted from 1 for each feed; `feed.updated` with the same number closes it.
  public let document: Int
  /// The item as the document has it.
  public let item: FeedItem
  /// True until the feed's first document is whole: what it held when it was followed is no news.
  public let initial: Bool
  /// How many items of the document have the same identifier, this one included.
  public let identifierCount: Int
  /// How many items of the document have the same link, this one included; 0 without one.
  public let linkCount: Int
  /// How many items of the document have the same enclosure URL, this one included; 0 without one.
  public let enclosureCount: Int
  /// The item's fields that were cut or left out, because the event would have been larger than 1 MiB.
  public let truncated: [String]?

  /// The event of one item of a document.
  public init(
    feed: String, document: Int, item: FeedItem, initial: Bool, identifierCount: Int, linkCount: Int,
    enclosureCount: Int, truncated: [String]? = nil
  ) {
    self.feed = feed
    self.document = document
    self.item = item
    self.initial = initial
    self.identifierCount = identifierCount
    self.linkCount = linkCount
    self.enclosureCount = enclosureCount
    self.truncated = truncated
  }
}
