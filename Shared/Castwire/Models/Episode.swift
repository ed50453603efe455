public import Foundation

/// An episode of a podcast. Text is plain; URLs are absolute and percent-encoded (RFC 3986).
public struct Episode: Codable, Sendable, Hashable, Identifiable {
  /// A UUID in lower case (version 5, RFC 9562); once published it never changes.
  public let id: String
  /// The id of its podcast.
  public let podcastID: String
  /// What the feed calls it.
  public var identifier: String?
  /// The episode's title.
  public var title: String?
  /// The show notes without markup.
  public var description: String?
  /// When it was published, or else last updated; nil where no date can be read.
  public var publicationDate: Date?
  /// When the episode was last updated, by its own word.
  public var updatedDate: Date?
  /// Playing time in seconds.
  public var duration: Double?
  /// The file to play: the first of `enclosures` that is audio or video, else the first.
  public var enclosureURL: String?
  /// All its files in document order.
  public var enclosures: [Enclosure]?
  /// The show notes as HTML that is safe to show: no script, style, form, frame or event handler.
  public var contentHTML: String?
  /// The episode's web page.
  public var link: String?
  /// Who made the episode, as the feed names them.
  public var author: String?
  /// The episode's own picture; nil where the podcast's stands for it.
  public var imageURL: String?
  /// `itunes:season`, counted from 1.
  public var seasonNumber: Int?
  /// `itunes:episode`, counted from 1 within its season.
  public var episodeNumber: Int?
  /// `full`, `trailer` or `bonus`.
  public var episodeType: String?
  /// Whether it warns of explicit language; nil where the feed does not say.
  public var explicit: Bool?
  /// A file of chapters (Podcasting 2.0, `podcast:chapters`).
  public var chaptersURL: String?
  /// Transcripts and captions (Podcasting 2.0, `podcast:transcript`).
  public var transcripts: [Transcript]?
  /// Who takes part (Podcasting 2.0, `podcast:person`).
  public var people: [Person]?
  /// Categories and tags in document order.
  public var categories: [String]?
  /// True where the publisher took the episode out of the feed. It stays in the catalog.
  public var withdrawn: Bool
  /// The id of the episode of another feed that has the same file and was there before; nil where there is none.
  public var duplicateOf: String?

  /// The episode that `item` is.
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
