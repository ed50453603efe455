public import Foundation

/// An episode of a podcast. Text is plain; URLs are absolute and percent-encoded (RFC 3986).
public struct Episode: Codable, Sendable, Hashable, Identifiable {
  /// A UUID in lower case (version 5, RFC 9562); once published it never changes.
  public let id: String
  /// The id of its podcast.
  public let podcastID: String
  /// What the feed calls it.
  public var identifier: String?
  public var title: String?
  /// The show notes without markup.
  public var description: String?
  public var publicationDate: Date?
  public var updatedDate: Date?
  /// Playing time in seconds.
  public var duration: Double?
  /// The file to play: the first of `enclosures` that is audio or video, else the first.
  public var enclosureURL: String?
  public var enclosures: [Enclosure]?
  /// The show notes as HTML that is safe to show: no script, style, form, frame or event handler.
  public var contentHTML: String?
  public var link: String?
  public var author: String?
  public var imageURL: String?
  public var seasonNumber: Int?
  public var episodeNumber: Int?
  /// `full`, `trailer` or `bonus`.
  public var episodeType: String?
  public var explicit: Bool?
  public var chaptersURL: String?
  public var transcripts: [Transcript]?
  public var people: [Person]?
  public var categories: [String]?
  /// True where the publisher took the episode out of the feed. It stays in the catalog.
  public var withdrawn: Bool

  public init(id: String, podcastID: String, item: FeedItem, withdrawn: Bool = false) {
    self.id = id
    self.podcastID = podcastID
    self.withdrawn = withdrawn
    identifier = item.identifier
    title = item.title
    description = item.description
    publicationDate = item.publicationDate
    updatedDate = item.updatedDate
    duration = item.duration
    enclosureURL = item.enclosureURL
    enclosures = item.enclosures
    contentHTML = item.contentHTML
    link = item.link
    author = item.author
    imageURL = item.imageURL
    seasonNumber = item.seasonNumber
    episodeNumber = item.episodeNumber
    episodeType = item.episodeType
    explicit = item.explicit
    chaptersURL = item.chaptersURL
    transcripts = item.transcripts
    people = item.people
    categories = item.categories
  }
}
