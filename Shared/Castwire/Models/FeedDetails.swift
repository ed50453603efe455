public import Foundation

/// What a feed says of itself. Text is plain; URLs are absolute and percent-encoded (RFC 3986).
public struct FeedDetails: Codable, Sendable, Hashable {
  /// The feed's title.
  public var title: String?
  /// Who makes the feed, as it names them.
  public var author: String?
  /// What the feed is about.
  public var description: String?
  /// The web page that the feed belongs to.
  public var link: String?
  /// A language tag (BCP 47) as the feed writes it.
  public var language: String?
  /// The cover picture: `itunes:image`, or else what the format has for a picture.
  public var artworkURL: String?
  /// The first of Apple's categories (`itunes:category`).
  public var primaryGenre: String?
  /// All categories in document order; a subcategory stands after its category.
  public var categories: [String]?
  /// `itunes:explicit`; nil where the feed does not say.
  public var explicit: Bool?
  /// `itunes:type`: `episodic` or `serial`.
  public var type: String?
  /// The notice of rights.
  public var copyright: String?
  /// The program that wrote the feed.
  public var generator: String?
  /// `itunes:owner`: the name and the address of who answers for the feed.
  public var ownerName: String?
  /// The mail address that goes with `ownerName`.
  public var ownerEmail: String?
  /// Where the feed says that it has moved (`itunes:new-feed-url`).
  public var newFeedURL: String?
  /// Where the feed says that it is (`atom:link rel="self"`).
  public var selfURL: String?
  /// The WebSub hub (`atom:link rel="hub"`).
  public var hubURL: String?
  /// `podcast:guid`. Data, not identity: anyone can copy one.
  public var podcastGUID: String?
  /// RSS `ttl`: how long the document may be kept, in minutes.
  public var ttlMinutes: Int?
  /// RSS `skipHours`: hours of the day in GMT, 0 to 23, when nobody need ask.
  public var skipHours: [Int]?
  /// RSS `skipDays`: English names of days when nobody need ask.
  public var skipDays: [String]?
  /// When the feed was last updated, by its own word.
  public var updatedDate: Date?
  /// The next page of the feed's history (RFC 5005, `rel="next"`).
  public var nextPageURL: String?

  /// Details with nothing set.
  public init() {}
}
