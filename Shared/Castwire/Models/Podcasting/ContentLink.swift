/// Where a live item can be followed outside the app (Podcasting 2.0, `podcast:contentLink`).
public struct ContentLink: Codable, Sendable, Hashable {
  /// Absolute and percent-encoded (RFC 3986).
  public let url: String
  /// What to call the link.
  public let text: String?

  /// A link; only its URL is needed.
  public init(url: String, text: String? = nil) {
    self.url = url
    self.text = text
  }
}
