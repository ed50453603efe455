/// A media file that an item points to (RSS `enclosure`, Atom `link rel="enclosure"`, JSON Feed `attachments`).
public struct Enclosure: Codable, Sendable, Hashable {
  /// Absolute and percent-encoded (RFC 3986).
  public let url: String
  /// A media type (RFC 6838) such as `audio/mpeg`.
  public let type: String?
  /// Size in bytes; nil where the feed gives none that can be believed.
  public let length: Int?
  /// What to call the file; files of the same title are the same in other forms (JSON Feed, Atom).
  public let title: String?
  /// Playing time in seconds, where it stands beside the file.
  public let duration: Double?

  /// An enclosure; only its URL is needed.
  public init(url: String, type: String? = nil, length: Int? = nil, title: String? = nil, duration: Double? = nil) {
    self.url = url
    self.type = type
    self.length = length
    self.title = title
    self.duration = duration
  }
}
