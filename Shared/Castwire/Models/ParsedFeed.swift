/// One feed document as read: what the feed says of itself, its items in document order, and what was wrong with it.
public struct ParsedFeed: Codable, Sendable, Hashable {
  /// The format that the document turned out to be, whatever it was served as.
  public let format: FeedFormat
  /// The character encoding that the bytes were read with: an IANA name in lower case.
  public let encoding: String
  /// What was wrong and what was made of it; empty for a well-formed feed.
  public let diagnostics: [FeedDiagnostic]
  /// What the feed says of itself.
  public let feed: FeedDetails
  /// The items in document order.
  public let items: [FeedItem]
  /// Broadcasts, which are no items (Podcasting 2.0, `podcast:liveItem`); nil where there are none.
  public let liveItems: [LiveItem]?

  /// A document with what was read from it.
  public init(
    format: FeedFormat, encoding: String, diagnostics: [FeedDiagnostic] = [], feed: FeedDetails, items: [FeedItem],
    liveItems: [LiveItem]? = nil
  ) {
    self.format = format
    self.encoding = encoding
    self.diagnostics = diagnostics
    self.feed = feed
    self.items = items
    self.liveItems = liveItems
  }
}
