public import Foundation

/// One item or entry of a feed as the feed gives it, before anyone decides what it is.
///
/// Text is plain; URLs are absolute and percent-encoded (RFC 3986).
public struct FeedItem: Codable, Sendable, Hashable {
  /// What the feed calls the item, or what stands in for it: see `identifierRule`.
  public var identifier: String?
  /// Where `identifier` comes from.
  public var identifierRule: IdentifierRule?
  public var title: String?
  /// The item's text without markup, white space folded.
  public var description: String?
  /// The richest HTML that the item has, made safe, its links absolute.
  public var contentHTML: String?
  public var link: String?
  /// When the item was published, or else last updated; nil where no date can be read.
  public var publicationDate: Date?
  public var updatedDate: Date?
  /// Playing time in seconds.
  public var duration: Double?
  public var author: String?
  public var explicit: Bool?
  public var imageURL: String?
  public var seasonNumber: Int?
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
  public var thumbnails: [Thumbnail]?
  public var chaptersURL: String?
  public var transcripts: [Transcript]?
  public var people: [Person]?
  public var categories: [String]?

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
