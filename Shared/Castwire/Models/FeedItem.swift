public import Foundation

/// One item or entry of a feed as the feed gives it, before anyone decides what it is.
///
/// Text is plain; URLs are absolute and percent-encoded (RFC 3986).
///
/// There may be 100,000 items in a document, so only the fields that many items have stand in the item itself. The others
/// are those of `FeedItemExtras`; they are read and written like its own, `item.transcripts`, and stand beside them in
/// JSON.
@dynamicMemberLookup
public struct FeedItem: Sendable, Hashable {
  /// What the feed calls the item, or what stands in for it: see `identifierRule`.
  public var identifier: String?
  /// The item's title.
  public var title: String?
  /// The item's text without markup, white space folded.
  public var description: String?
  /// The richest HTML that the item has, made safe, its links absolute.
  public var contentHTML: String?
  /// The item's web page.
  public var link: String?
  /// Who made the item, as the feed names them.
  public var author: String?
  /// All authors in document order, where there are several or more is known than a name (Atom, JSON Feed).
  public var authors: [Person]?
  /// When the item was published, or else last updated; nil where no date can be read.
  public var publicationDate: Date?
  /// When the item was last updated, by its own word.
  public var updatedDate: Date?
  /// Playing time in seconds.
  public var duration: Double?
  /// `itunes:season` or `podcast:season`, counted from 1.
  public var seasonNumber: Int?
  /// `itunes:episode` or `podcast:episode`: its number within its season, from 0 on, as some count a prologue.
  public var episodeNumber: Int?
  /// Where `identifier` comes from.
  public var identifierRule: IdentifierRule?
  /// `itunes:explicit`, or whether `media:rating` says adult; nil where the item does not say.
  public var explicit: Bool?
  /// True where Apple's directory is asked to leave the item out (`itunes:block`).
  public var blocked: Bool?
  /// Whether the video has captions in it (`itunes:isClosedCaptioned`).
  public var isClosedCaptioned: Bool?
  /// `itunes:episodeType`: `full`, `trailer` or `bonus`.
  public var episodeType: String?
  /// The item's own picture.
  public var imageURL: String?
  /// The files that the item is about, in document order.
  public var enclosures: [Enclosure]?
  /// The URL of the enclosure that the feed calls the default, or else of the first, preferring audio and video over
  /// other types.
  public var enclosureURL: String?
  /// Categories and tags in document order.
  public var categories: [String]?
  /// What few items have; nil where all of it is nil, so that equal items are equal here, too.
  @usableFromInline var box: ExtrasBox?

  /// An item with nothing set.
  public init() {}
}

extension FeedItem: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, title, description, contentHTML, link, author, authors, publicationDate, updatedDate, duration,
      seasonNumber, episodeNumber, identifierRule, explicit, blocked, isClosedCaptioned, episodeType, imageURL,
      enclosures, enclosureURL, categories
  }

  /// Reads the fields of `FeedItemExtras` from beside the others.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    identifier = try container.decodeIfPresent(String.self, forKey: .identifier)
    title = try container.decodeIfPresent(String.self, forKey: .title)
    description = try container.decodeIfPresent(String.self, forKey: .description)
    contentHTML = try container.decodeIfPresent(String.self, forKey: .contentHTML)
    link = try container.decodeIfPresent(String.self, forKey: .link)
    author = try container.decodeIfPresent(String.self, forKey: .author)
    authors = try container.decodeIfPresent([Person].self, forKey: .authors)
    publicationDate = try container.decodeIfPresent(Date.self, forKey: .publicationDate)
    updatedDate = try container.decodeIfPresent(Date.self, forKey: .updatedDate)
    duration = try container.decodeIfPresent(Double.self, forKey: .duration)
    seasonNumber = try container.decodeIfPresent(Int.self, forKey: .seasonNumber)
    episodeNumber = try container.decodeIfPresent(Int.self, forKey: .episodeNumber)
    identifierRule = try container.decodeIfPresent(IdentifierRule.self, forKey: .identifierRule)
    explicit = try container.decodeIfPresent(Bool.self, forKey: .explicit)
    blocked = try container.decodeIfPresent(Bool.self, forKey: .blocked)
    isClosedCaptioned = try container.decodeIfPresent(Bool.self, forKey: .isClosedCaptioned)
    episodeType = try container.decodeIfPresent(String.self, forKey: .episodeType)
    imageURL = try container.decodeIfPresent(String.self, forKey: .imageURL)
    enclosures = try container.decodeIfPresent([Enclosure].self, forKey: .enclosures)
    enclosureURL = try container.decodeIfPresent(String.self, forKey: .enclosureURL)
    categories = try container.decodeIfPresent([String].self, forKey: .categories)
    extras = try FeedItemExtras(from: decoder)
  }

  /// Writes the fields of `FeedItemExtras` beside the others.
  public func encode(to encoder: any Encoder) throws {
    try extras?.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(identifier, forKey: .identifier)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(description, forKey: .description)
    try container.encodeIfPresent(contentHTML, forKey: .contentHTML)
    try container.encodeIfPresent(link, forKey: .link)
    try container.encodeIfPresent(author, forKey: .author)
    try container.encodeIfPresent(authors, forKey: .authors)
    try container.encodeIfPresent(publicationDate, forKey: .publicationDate)
    try container.encodeIfPresent(updatedDate, forKey: .updatedDate)
    try container.encodeIfPresent(duration, forKey: .duration)
    try container.encodeIfPresent(seasonNumber, forKey: .seasonNumber)
    try container.encodeIfPresent(episodeNumber, forKey: .episodeNumber)
    try container.encodeIfPresent(identifierRule, forKey: .identifierRule)
    try container.encodeIfPresent(explicit, forKey: .explicit)
    try container.encodeIfPresent(blocked, forKey: .blocked)
    try container.encodeIfPresent(isClosedCaptioned, forKey: .isClosedCaptioned)
    try container.encodeIfPresent(episodeType, forKey: .episodeType)
    try container.encodeIfPresent(imageURL, forKey: .imageURL)
    try container.encodeIfPresent(enclosures, forKey: .enclosures)
    try container.encodeIfPresent(enclosureURL, forKey: .enclosureURL)
    try container.encodeIfPresent(categories, forKey: .categories)
  }
}

/// How an item came by its identifier.
public enum IdentifierRule: String, Codable, Sendable, Hashable, CaseIterable {
  /// The feed states it: `guid` in RSS, `id` in Atom and JSON Feed.
  case guid
  /// Its link, which no other item of the document has.
  case link
  /// The URL of its enclosure.
  case enclosure
  /// A hash of its title and date, for want of anything better.
  case digest
}
