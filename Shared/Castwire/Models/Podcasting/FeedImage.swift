/// A picture of a feed or an item in one size or for one purpose (Podcasting 2.0, `podcast:images` and `podcast:image`).
public struct FeedImage: Codable, Sendable, Hashable {
  /// Absolute and percent-encoded (RFC 3986).
  public let url: String
  /// In pixels.
  public let width: Int?
  /// In pixels.
  public let height: Int?
  /// A media type (RFC 6838).
  public let type: String?
  /// What it is meant for, such as `artwork`, `social` or `banner`.
  public let purpose: String?
  /// Width to height, such as `16/9`, as the feed writes it.
  public let aspectRatio: String?
  /// What it shows, for those who cannot see it.
  public let alternativeText: String?

  /// A picture; only its URL is needed.
  public init(
    url: String, width: Int? = nil, height: Int? = nil, type: String? = nil, purpose: String? = nil,
    aspectRatio: String? = nil, alternativeText: String? = nil
  ) {
    self.url = url
    self.width = width
    self.height = height
    self.type = type
    self.purpose = purpose
    self.aspectRatio = aspectRatio
    self.alternativeText = alternativeText
  }
}
