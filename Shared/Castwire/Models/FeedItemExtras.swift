public import Foundation

/// What few of a feed's items say. Text is plain; URLs are absolute and percent-encoded (RFC 3986).
public struct FeedItemExtras: Codable, Sendable, Hashable {
  /// A line beneath the title (`itunes:subtitle`).
  public var subtitle: String?
  /// The page elsewhere that the item is about (JSON Feed `external_url`, Atom `link rel="related"`).
  public var externalURL: String?
  /// A language tag (BCP 47) as the item gives it; nil where the feed's holds.
  public var language: String?
  /// When a photo was taken (Flickr).
  public var dateTaken: Date?
  /// Who had which part in it (Media RSS).
  public var credits: [Credit]?
  /// The item's pictures in several sizes or for several purposes (Podcasting 2.0; JSON Feed's banner).
  public var images: [FeedImage]?
  /// The season's name (Podcasting 2.0, `podcast:season name`).
  public var seasonName: String?
  /// What to show in place of the episode's number (Podcasting 2.0, `podcast:episode display`).
  public var episodeDisplay: String?
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
  /// Keywords (`itunes:keywords`, `media:keywords`), which are no categories.
  public var keywords: [String]?

  /// Nothing set.
  public init() {}

  /// Whether nothing is set.
  public var isEmpty: Bool { self == FeedItemExtras() }
}
