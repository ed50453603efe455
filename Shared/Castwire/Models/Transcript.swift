/// A transcript or caption file of an episode (Podcasting 2.0, `podcast:transcript`).
public struct Transcript: Codable, Sendable, Hashable {
  /// Absolute and percent-encoded (RFC 3986).
  public let url: String
  /// A media type such as `text/vtt`.
  public let type: String?
  /// A language tag (BCP 47) as the feed writes it.
  public let language: String?
  /// `captions` where the file has time codes for captions.
  public let rel: String?

  /// A transcript; only its URL is needed.
  public init(url: String, type: String? = nil, language: String? = nil, rel: String? = nil) {
    self.url = url
    self.type = type
    self.language = language
    self.rel = rel
  }
}
