public import Foundation

/// A trailer of a podcast or of one of its seasons (Podcasting 2.0, `podcast:trailer`).
public struct Trailer: Codable, Sendable, Hashable {
  /// Absolute and percent-encoded (RFC 3986).
  public let url: String
  /// The trailer's title.
  public let title: String?
  /// When it was published.
  public let publicationDate: Date?
  /// Size in bytes.
  public let length: Int?
  /// A media type (RFC 6838).
  public let type: String?
  /// The season that it is about; nil for the podcast.
  public let seasonNumber: Int?

  /// A trailer; only its URL is needed.
  public init(
    url: String, title: String? = nil, publicationDate: Date? = nil, length: Int? = nil, type: String? = nil,
    seasonNumber: Int? = nil
  ) {
    self.url = url
    self.title = title
    self.publicationDate = publicationDate
    self.length = length
    self.type = type
    self.seasonNumber = seasonNumber
  }
}
