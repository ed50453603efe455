/// Where a feed asks for money (Podcasting 2.0, `podcast:funding`; in Atom a link with `rel="payment"`).
public struct Funding: Codable, Sendable, Hashable {
  /// Absolute and percent-encoded (RFC 3986).
  public let url: String
  /// What to call the link.
  public let text: String?

  /// A place to give; only its URL is needed.
  public init(url: String, text: String? = nil) {
    self.url = url
    self.text = text
  }
}
