/// One rendition of an item's media (Media RSS 1.5.1, `media:content`).
public struct MediaContent: Codable, Sendable, Hashable {
  /// Absolute and percent-encoded (RFC 3986).
  public let url: String
  /// A media type (RFC 6838).
  public let type: String?
  /// `image`, `audio`, `video`, `document` or `executable`.
  public let medium: String?
  /// Playing time in seconds.
  public let duration: Double?
  /// In pixels.
  public let width: Int?
  /// In pixels.
  public let height: Int?

  /// A media file; only its URL is needed.
  public init(
    url: String, type: String? = nil, medium: String? = nil, duration: Double? = nil, width: Int? = nil,
    height: Int? = nil
  ) {
    self.url = url
    self.type = type
    self.medium = medium
    self.duration = duration
    self.width = width
    self.height = height
  }
}
