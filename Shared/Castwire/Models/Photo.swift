public import Foundation

/// A photo of a photo stream. Text is plain; URLs are absolute and percent-encoded (RFC 3986).
public struct Photo: Codable, Sendable, Hashable, Identifiable {
  /// A UUID in lower case (version 5, RFC 9562); once published it never changes.
  public let id: String
  /// The id of its photo stream.
  public let streamID: String
  /// What the feed calls it.
  public var identifier: String?
  /// The photo's title.
  public var title: String?
  /// The largest picture that the feed has of it.
  public var imageURL: String?
  /// The smallest picture that the feed has of it, for lists; nil where it has only one.
  public var thumbnailURL: String?
  /// When it was taken; nil where the feed does not say.
  public var dateTaken: Date?
  /// When it was published, or else last updated; nil where no date can be read.
  public var publicationDate: Date?
  /// Who took it, as the feed names them.
  public var author: String?
  /// The photo's web page.
  public var link: String?
  /// Of the picture at `imageURL`, in pixels; nil where the feed does not say.
  public var width: Int?
  /// Of the picture at `imageURL`, in pixels; nil where the feed does not say.
  public var height: Int?
  /// What it shows, without markup.
  public var description: String?
  /// True where the publisher took the photo out of the feed. It stays in the catalog.
  public var withdrawn: Bool
  /// The id of the photo of another feed that has the same file and was there before; nil where there is none.
  public var duplicateOf: String?

  /// The photo that `item` is.
  public init(id: String, streamID: String, item: FeedItem, withdrawn: Bool = false) {
    self.id = id
    self.streamID = streamID
    self.withdrawn = withdrawn
    identifier = item.identifier
    title = item.title
    dateTaken = item.dateTaken
    publicationDate = item.publicationDate
    author = item.author
    link = item.link
    description = item.description
    let pictures = item.pictures
    // The first of several stands where no width is told: what a feed names first is what it is about.
    let largest = pictures.reduce(pictures.first) { ($1.width ?? 0) > ($0?.width ?? 0) ? $1 : $0 }
    imageURL = largest?.url
    width = largest?.width
    height = largest?.height
    let thumbnail = item.thumbnails?.min { ($0.width ?? .max) < ($1.width ?? .max) }?.url
    thumbnailURL = thumbnail == imageURL ? nil : thumbnail
  }
}

/// A picture of an item, from whichever element names it.
private struct Picture {
  let url: String
  let width: Int?
  let height: Int?
}

extension FeedItem {
  /// Full pictures before the item's picture and its thumbnails.
  fileprivate var pictures: [Picture] {
    let media = self.media?.filter { $0.kind == .image } ?? []
    let files = enclosures?.filter { $0.kind == .image } ?? []
    return media.map { Picture(url: $0.url, width: $0.width, height: $0.height) }
      + files.map { Picture(url: $0.url, width: nil, height: nil) }
      + (imageURL.map { [Picture(url: $0, width: nil, height: nil)] } ?? [])
      + (self.thumbnails ?? []).map { Picture(url: $0.url, width: $0.width, height: $0.height) }
  }
}
