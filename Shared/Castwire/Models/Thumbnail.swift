/// A small picture that stands for an item (Media RSS 1.5.1, `media:thumbnail`).
public struct Thumbnail: Codable, Sendable, Hashable {
  /// Absolute and percent-encoded (RFC 3986).
  public let url: String
  /// In pixels.
  public let width: Int?
  /// In pixels.
  public let height: Int?
  /// Where a picture out of a video stands in it, in seconds from its start.
  public let time: Double?

  /// A thumbnail, with its size where the feed gives it.
  public init(url: String, width: Int? = nil, height: Int? = nil, time: Double? = nil) {
    self.url = url
    self.width = width
    self.height = height
    self.time = time
  }
}
