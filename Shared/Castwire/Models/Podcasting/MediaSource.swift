/// One place where a file can be got (Podcasting 2.0, `podcast:source`).
public struct MediaSource: Codable, Sendable, Hashable {
  /// A URI of any scheme: `https:`, `ipfs:`, `magnet:` and others. One with http or https is absolute and percent-encoded.
  public let uri: String
  /// The media type of what stands there, where it is not the file itself, such as a torrent's.
  public let contentType: String?

  /// A place; its type may be the file's.
  public init(uri: String, contentType: String? = nil) {
    self.uri = uri
    self.contentType = contentType
  }
}
