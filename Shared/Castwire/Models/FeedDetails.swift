public import Foundation

/// What a feed says of itself. Text is plain; URLs are absolute and percent-encoded (RFC 3986).
public struct FeedDetails: Codable, Sendable, Hashable {
  /// The feed's title.
  public var title: String?
  /// A line beneath the title (`itunes:subtitle`).
  public var subtitle: String?
  /// Who makes the feed, as it names them.
  public var author: String?
  /// All authors in document order, where there are several or more is known than a name (Atom, JSON Feed).
  public var authors: [Person]?
  /// What the feed is about.
  public var description: String?
  /// The web page that the feed belongs to.
  public var link: String?
  /// A language tag (BCP 47) as the feed writes it.
  public var language: String?
  /// The cover picture: `itunes:image`, or else what the format has for a picture.
  public var artworkURL: String?
  /// A small picture for lists (Atom `icon`, JSON Feed `favicon`).
  public var iconURL: String?
  /// The feed's pictures in several sizes or for several purposes (Podcasting 2.0).
  public var images: [FeedImage]?
  /// The first of Apple's categories (`itunes:category`).
  public var primaryGenre: String?
  /// All categories in document order; a subcategory stands after its category.
  public var categories: [String]?
  /// Keywords (`itunes:keywords`, `media:keywords`), which are no categories.
  public var keywords: [String]?
  /// `itunes:explicit`, or whether `media:rating` says adult; nil where the feed does not say.
  public var explicit: Bool?
  /// True where Apple's directory is asked to leave the feed out (`itunes:block`).
  public var blocked: Bool?
  /// True where nothing will come any more (`itunes:complete`, JSON Feed `expired`).
  public var complete: Bool?
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
  /// What Apple's directory finds out by whose feed it is (`itunes:applepodcastsverify`).
  public var applePodcastsVerify: String?
  /// Where the feed says that it has moved (`itunes:new-feed-url`).
  public var newFeedURL: String?
  /// Where the feed says that it is (`atom:link rel="self"`).
  public var selfURL: String?
  /// The first WebSub hub (`atom:link rel="hub"`, JSON Feed `hubs`).
  public var hubURL: String?
  /// All WebSub hubs in document order.
  public var hubURLs: [String]?
  /// `podcast:guid`. Data, not identity: anyone can copy one.
  public var podcastGUID: String?
  /// `podcast:locked`: true where other platforms must not import the feed.
  public var locked: Bool?
  /// The mail address that can unlock it (`podcast:locked owner`).
  public var lockedOwner: String?
  /// Where to give money (Podcasting 2.0, `podcast:funding`; Atom `link rel="payment"`).
  public var funding: [Funding]?
  /// What the feed holds (Podcasting 2.0, `podcast:medium`), such as `podcast`, `music` or `musicL`, as the feed writes it.
  public var medium: String?
  /// Who makes it (Podcasting 2.0, `podcast:person`).
  public var people: [Person]?
  /// The places that it is about (Podcasting 2.0, `podcast:location`).
  public var locations: [Location]?
  /// How to pay those who make it (Podcasting 2.0, `podcast:value`).
  public var values: [PodcastValue]?
  /// Feeds that it recommends (Podcasting 2.0, `podcast:podroll`).
  public var podroll: [RemoteItem]?
  /// Items of other feeds that it is a list of (Podcasting 2.0, `podcast:remoteItem`).
  public var remoteItems: [RemoteItem]?
  /// Trailers (Podcasting 2.0, `podcast:trailer`).
  public var trailers: [Trailer]?
  /// Texts for programs (Podcasting 2.0, `podcast:txt`).
  public var texts: [TextRecord]?
  /// The licences that it is under (Podcasting 2.0, `podcast:license`).
  public var licenses: [License]?
  /// When new episodes are to be expected (Podcasting 2.0, `podcast:updateFrequency`).
  public var updateFrequency: UpdateFrequency?
  /// RSS `ttl`: how long the document may be kept, in minutes.
  public var ttlMinutes: Int?
  /// RSS `skipHours`: hours of the day in GMT, 0 to 23, when nobody need ask.
  public var skipHours: [Int]?
  /// RSS `skipDays`: English names of days when nobody need ask.
  public var skipDays: [String]?
  /// RSS 1.0 syndication module, `sy:updatePeriod`: `hourly`, `daily`, `weekly`, `monthly` or `yearly`.
  public var syndicationPeriod: String?
  /// `sy:updateFrequency`: how often in such a period the feed changes.
  public var syndicationFrequency: Int?
  /// `sy:updateBase`: when the first period began.
  public var syndicationBase: Date?
  /// When the feed was last updated, by its own word.
  public var updatedDate: Date?
  /// The next page of the feed's history (RFC 5005, `rel="next"`).
  public var nextPageURL: String?
  /// The page before this one (RFC 5005, `rel="previous"`).
  public var previousPageURL: String?
  /// The first page (RFC 5005).
  public var firstPageURL: String?
  /// The last page (RFC 5005).
  public var lastPageURL: String?
  /// The document with the newest entries (RFC 5005, `rel="current"`).
  public var currentURL: String?
  /// The archive before this document (RFC 5005, `rel="prev-archive"`).
  public var previousArchiveURL: String?
  /// The archive after this one (RFC 5005, `rel="next-archive"`).
  public var nextArchiveURL: String?
  /// True where the document holds all that the feed has (RFC 5005, `fh:complete`).
  public var historyComplete: Bool?
  /// True where the document is an archive, which never changes (RFC 5005, `fh:archive`).
  public var historyArchive: Bool?
  /// YouTube's name of the channel (`yt:channelId`).
  public var channelID: String?

  /// Details with nothing set.
  public init() {}
}
