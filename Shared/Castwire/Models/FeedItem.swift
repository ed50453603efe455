public import Foundation

/// One item or entry of a feed as the feed gives it, before anyone decides what it is.
///
/// Text is plain; URLs are absolute and percent-encoded (RFC 3986).
public struct FeedItem: Codable, Sendable, Hashable {
  /// What the feed calls the item, or what stands in for it: see `identifierRule`.
  public var identifier: String?
  /// Where `identifier` comes from.
  public var identifierRule: IdentifierRule?
  /// The item's title.
  public var title: String?
  /// A line beneath the title (`itunes:subtitle`).
  public var subtitle: String?
  /// The item's text without markup, white space folded.
  public var description: String?
  /// The richest HTML that the item has, made safe, its links absolute.
  public var contentHTML: String?
  /// The item's web page.
  public var link: String?
  /// The page elsewhere that the item is about (JSON Feed `external_url`, Atom `link rel="related"`).
  public var externalURL: String?
  /// A language tag (BCP 47) as the item gives it; nil where the feed's holds.
  public var language: String?
  /// When the item was published, or else last updated; nil where no date can be read.
  public var publicationDate: Date?
  /// When the item was last updated, by its own word.
  public var updatedDate: Date?
  /// When a photo was taken (Flickr).
  public var dateTaken: Date?
  /// Playing time in seconds.
  public var duration: Double?
  /// Who made the item, as the feed names them.
  public var author: String?
  /// All authors in document order, where there are several or more is known than a name (Atom, JSON Feed).
  public var authors: [Person]?
  /// Who had which part in it (Media RSS).
  public var credits: [Credit]?
  /// `itunes:explicit`, or whether `media:rating` says adult; nil where the item does not say.
  public var explicit: Bool?
  /// True where Apple's directory is asked to leave the item out (`itunes:block`).
  public var blocked: Bool?
  /// Whether the video has captions in it (`itunes:isClosedCaptioned`).
  public var isClosedCaptioned: Bool?
  /// The item's own picture.
  public var imageURL: String?
  /// The item's pictures in several sizes or for several purposes (Podcasting 2.0; JSON Feed's banner).
  public var images: [FeedImage]?
  /// `itunes:season` or `podcast:season`, counted from 1.
  public var seasonNumber: Int?
  /// The season's name (Podcasting 2.0, `podcast:season name`).
  public var seasonName: String?
  /// `itunes:episode` or `podcast:episode`: its number within its season, from 0 on, as some count a prologue.
  public var episodeNumber: Int?
  /// What to show in place of the episode's number (Podcasting 2.0, `podcast:episode display`).
  public var episodeDisplay: String?
  /// `itunes:episodeType`: `full`, `trailer` or `bonus`.
  public var episodeType: String?
  /// Where the item stands in the feed by the publisher's wish, counted from 1 (`itunes:order`).
  public var order: Int?
  /// How often the item was viewed (`media:statistics views`).
  public var numberOfViews: Int?
  /// How often it was made a favourite (`media:statistics favorites`).
  public var numberOfFavorites: Int?
  /// How many rated it (`media:starRating count`).
  public var numberOfRatings: Int?
  /// What these gave it on the average (`media:starRating average`), most often from 1 to 5.
  public var averageRating: Double?
  /// How many comments it has (`slash:comments`, `thr:total`).
  public var commentCount: Int?
  /// The page with its comments (RSS `comments`).
  public var commentsURL: String?
  /// The feed of its comments (`wfw:commentRss`, Atom `link rel="replies"`).
  public var commentFeedURL: String?
  /// The files that the item is about, in document order.
  public var enclosures: [Enclosure]?
  /// The URL of the enclosure that the feed calls the default, or else of the first, preferring audio and video over
  /// other types.
  public var enclosureURL: String?
  /// Its media in other forms or from other places (Podcasting 2.0).
  public var alternateEnclosures: [AlternateEnclosure]?
  /// Media RSS contents: the one that the feed calls the default first, else in document order.
  public var media: [MediaContent]?
  /// A page that plays the item (`media:player`).
  public var playerURL: String?
  /// YouTube's name of the video (`yt:videoId`).
  public var videoID: String?
  /// YouTube's name of the channel that the video is in (`yt:channelId`).
  public var channelID: String?
  /// Media RSS thumbnails in document order.
  public var thumbnails: [Thumbnail]?
  /// A file of chapters (Podcasting 2.0, `podcast:chapters`).
  public var chaptersURL: String?
  /// The media type of that file, such as `application/json+chapters`.
  public var chaptersType: String?
  /// Transcripts and captions (Podcasting 2.0, `podcast:transcript`).
  public var transcripts: [Transcript]?
  /// Who takes part (Podcasting 2.0, `podcast:person`).
  public var people: [Person]?
  /// Parts that stand for the whole (Podcasting 2.0, `podcast:soundbite`).
  public var soundbites: [Soundbite]?
  /// The places that it is about (Podcasting 2.0, `podcast:location`).
  public var locations: [Location]?
  /// How to pay those who made it (Podcasting 2.0, `podcast:value`).
  public var values: [PodcastValue]?
  /// Where to give money (Podcasting 2.0, `podcast:funding`; Atom `link rel="payment"`).
  public var funding: [Funding]?
  /// Where it is talked about (Podcasting 2.0, `podcast:socialInteract`).
  public var socialInteracts: [SocialInteract]?
  /// Texts for programs (Podcasting 2.0, `podcast:txt`).
  public var texts: [TextRecord]?
  /// The licences that it is under (Podcasting 2.0, `podcast:license`).
  public var licenses: [License]?
  /// Categories and tags in document order.
  public var categories: [String]?
  /// Keywords (`itunes:keywords`, `media:keywords`), which are no categories.
  public var keywords: [String]?

  /// An item with nothing set.
  public init() {}
}

/// How an item came by its identifier.
public enum IdentifierRule: String, Codable, Sendable, Hashable {
  /// The feed states it: `guid` in RSS, `id` in Atom and JSON Feed.
  case guid
  /// Its link, which no other item of the document has.
  case link
  /// The URL of its enclosure.
  case enclosure
  /// A hash of its title and date, for want of anything better.
  case digest
}
