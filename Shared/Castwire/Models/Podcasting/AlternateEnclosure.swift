/// The item's media in another form or from another place (Podcasting 2.0, `podcast:alternateEnclosure`).
public struct AlternateEnclosure: Codable, Sendable, Hashable {
  /// A media type (RFC 6838).
  public let type: String?
  /// Size in bytes.
  public let length: Int?
  /// In bits a second.
  public let bitrate: Double?
  /// Of a video, in pixels.
  public let height: Int?
  /// A language tag (BCP 47) as the feed writes it.
  public let language: String?
  /// What to call this form, for people.
  public let title: String?
  /// What forms with the same `rel` have in common.
  public let rel: String?
  /// As in RFC 6381.
  public let codecs: String?
  /// True where it is the same as the item's enclosure.
  public let isDefault: Bool?
  /// Where it can be got, in document order.
  public let sources: [MediaSource]?

  /// A form with what is known of it.
  public init(
    type: String? = nil, length: Int? = nil, bitrate: Double? = nil, height: Int? = nil, language: String? = nil,
    title: String? = nil, rel: String? = nil, codecs: String? = nil, isDefault: Bool? = nil,
    sources: [MediaSource]? = nil
  ) {
    self.type = type
    self.length = length
    self.bitrate = bitrate
    self.height = height
    self.language = language
    self.title = title
    self.rel = rel
    self.codecs = codecs
    self.isDefault = isDefault
    self.sources = sources
  }
}
