/// The licence that a feed or an item is under (Podcasting 2.0, `podcast:license`).
public struct License: Codable, Sendable, Hashable {
  /// An SPDX identifier in lower case where it is a usual one, else a name.
  public let identifier: String
  /// The licence's text. Absolute and percent-encoded (RFC 3986).
  public let url: String?

  /// A licence; its text may be elsewhere.
  public init(identifier: String, url: String? = nil) {
    self.identifier = identifier
    self.url = url
  }
}
