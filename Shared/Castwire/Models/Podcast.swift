/// A podcast: a feed whose items are episodes. Text is plain; URLs are absolute.
///
/// Its episodes are a query of the catalog (`episodes.list`), not a field.
public struct Podcast: Codable, Sendable, Hashable, Identifiable {
  /// The feed's id, which stays when the feed moves: a UUID in lower case (version 5, RFC 9562).
  public let id: String
  /// Where the feed is now.
  public var feedURL: String
  /// What became of the feed.
  public var state: FeedState
  /// The podcast's title.
  public var title: String?
  /// Who makes the podcast, as the feed names them.
  public var author: String?
  /// What the podcast is about.
  public var description: String?
  /// The first of Apple's categories.
  public var primaryGenre: String?
  /// The cover picture: `itunes:image`, or else what the format has for a picture.
  public var artworkURL: String?
  /// The podcast's web page.
  public var link: String?
  /// A language tag (BCP 47) as the feed writes it.
  public var language: String?
  /// Whether it warns of explicit language; nil where the feed does not say.
  public var explicit: Bool?
  /// All categories in document order; a subcategory stands after its category.
  public var categories: [String]?
  /// `episodic` or `serial`.
  public var type: String?
  /// `podcast:guid`. Data, not identity.
  public var podcastGUID: String?
  /// What is wrong with its items such that the catalog had to decide what they are; nil where nothing is.
  public var diagnostics: [FeedDiagnostic]?

  /// The podcast that a feed with these details is.
  public init(id: String, feedURL: String, state: FeedState, details: FeedDetails) {
    self.id = id
    self.feedURL = feedURL
    self.state = state
    title = details.title
    author = details.author
    description = details.description
    primaryGenre = details.primaryGenre
    artworkURL = details.artworkURL
    link = details.link
    language = details.language
    explicit = details.explicit
    categories = details.categories
    type = details.type
    podcastGUID = details.podcastGUID
  }
}

/// What became of a followed feed.
public enum FeedState: String, Codable, Sendable, Hashable, CaseIterable {
  /// Its last polls went well, or it has not been polled yet.
  case active
  /// Its last polls failed; it is tried again, less and less often.
  case failing
  /// It is no more, by its server's own word, and is not polled.
  case gone
  /// Nobody follows it any more; what it published stays.
  case unfollowed
}
