/// A photo stream: a feed whose items are photos. Text is plain; URLs are absolute.
///
/// Its photos are a query of the catalog (`photos.list`), not a field.
public struct PhotoStream: Codable, Sendable, Hashable, Identifiable {
  /// The feed's id, which stays when the feed moves: a UUID in lower case (version 5, RFC 9562).
  public let id: String
  /// Where the feed is now.
  public var feedURL: String
  /// What became of the feed.
  public var state: FeedState
  /// The stream's title.
  public var title: String?
  /// Whose stream it is, as the feed names them.
  public var author: String?
  /// The stream's web page.
  public var link: String?
  /// What is wrong with its items such that the catalog had to decide what they are; nil where nothing is.
  public var diagnostics: [FeedDiagnostic]?

  /// The photo stream that a feed with these details is.
  public init(id: String, feedURL: String, state: FeedState, details: FeedDetails) {
    self.id = id
    self.feedURL = feedURL
    self.state = state
    title = details.title
    author = details.author
    link = details.link
  }
}
