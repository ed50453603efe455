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
  /// The item's text without markup, white space folded.
  public var description: String?
  /// The richest HTML that the item has, made safe, its links absolute.
  public var contentHTML: String?
  /// The item's web page.
  public var link: String?
  /// When the item was published, or else last updated; nil where no date can be read.
  public var publicationDate: Date?
  /// When the item was last updated, by its own word.
  public var updatedDate: Date?
  /// Playing time in seconds.
  public var duration: Double?
  /// Who made the item, as the feed names them.
  public var author: String?
  /// `itunes:explicit`; nil where the item does not say.
  public var explicit: Bool?
  /// The item's own picture.
  public var imageURL: String?
  /// `itunes:season`, counted from 1.
  public var seasonNumber: Int?
  /// `itunes:episode`, counted from 1 within its season.
  public var episodeNumber: Int?
  /// `itunes:episodeType`: `full`, `trailer` or `bonus`.
  public var episodeType: String?
  /// How often the item was viewed (`media:statistics views`).
  public var numberOfViews: Int?
  /// The files that the item is about, in document order.
  public var enclosures: [Enclosure]?
  /// The URL of the first enclosure, preferring audio and video over other types.
  public var enclosureURL: String?
  /// Media RSS contents.
  public var media: [MediaContent]?
  /// Media RSS thumbnails in document order.
  public var thumbnails: [Thumbnail]?
  /// A file of chapters (Podcasting 2.0, `podcast:chapters`).
  public var chaptersURL: String?
  /// Transcripts and captions (Podcasting 2.0, `podcast:transcript`).
  public var transcripts: [Transcript]?
  /// Who takes part (Podcasting 2.0, `podcast:person`).
  public var people: [Person]?
  /// Categories and tags in document order.
  public var categories: [String]?

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
