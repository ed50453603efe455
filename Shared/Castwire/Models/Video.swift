public import Foundation

/// A video of a channel. Text is plain; URLs are absolute and percent-encoded (RFC 3986).
public struct Video: Codable, Sendable, Hashable, Identifiable {
  /// A UUID in lower case (version 5, RFC 9562); once published it never changes.
  public let id: String
  /// The id of its channel.
  public let channelID: String
  /// What the feed calls it.
  public var identifier: String?
  /// The video's title.
  public var title: String?
  /// The picture that stands for it.
  public var thumbnailURL: String?
  /// How often it was viewed, from 0 on; nil where the feed does not say.
  public var numberOfViews: Int?
  /// When it was published, or else last updated; nil where no date can be read.
  public var uploadDate: Date?
  /// Its channel as it was when this was said of the video. A channel that changes says so itself, and not once more in each
  /// of its videos.
  public var channel: ChannelSummary?
  /// Playing time in seconds.
  public var duration: Double?
  /// What it is about, without markup.
  public var description: String?
  /// The video's web page.
  public var link: String?
  /// The file or the player to play: the first rendition that is moving pictures, else the enclosure, else the first
  /// rendition.
  public var mediaURL: String?
  /// Of the picture, in pixels.
  public var width: Int?
  /// Of the picture, in pixels.
  public var height: Int?
  /// True where the publisher took the video out of the feed. It stays in the catalog.
  public var withdrawn: Bool
  /// The id of the video of another feed that has the same file and was there before; nil where there is none.
  public var duplicateOf: String?

  /// The video that `item` is.
  public init(id: String, channelID: String, item: FeedItem, channel: ChannelSummary?, withdrawn: Bool = false) {
    self.id = id
    self.channelID = channelID
    self.channel = channel
    self.withdrawn = withdrawn
    identifier = item.identifier
    title = item.title
    thumbnailURL = item.thumbnails?.first?.url ?? item.imageURL
    numberOfViews = item.numberOfViews
    uploadDate = item.publicationDate
    description = item.description
    link = item.link
    let rendition = item.media?.first { $0.kind == .video }
    mediaURL = rendition?.url ?? item.enclosureURL ?? item.media?.first?.url
    // The size and the playing time are those of what is played, and stand with it in the feed.
    let played = rendition ?? item.media?.first { $0.url == mediaURL }
    duration = item.duration ?? played?.duration
    width = played?.width
    height = played?.height
  }
}
