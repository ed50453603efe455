/// A place that a feed or an item is about, or comes from (Podcasting 2.0, `podcast:location`).
public struct Location: Codable, Sendable, Hashable {
  /// The place's name, for people.
  public let name: String?
  /// A geo URI (RFC 5870) such as `geo:37.786971,-122.399677`, as the feed writes it.
  public let geo: String?
  /// An object of OpenStreetMap, such as `R113314`.
  public let osm: String?
  /// `subject` or `creator`, where the feed says.
  public let rel: String?
  /// A code of two letters (ISO 3166-1), as the feed writes it.
  public let country: String?

  /// A place with what is known of it.
  public init(name: String? = nil, geo: String? = nil, osm: String? = nil, rel: String? = nil, country: String? = nil) {
    self.name = name
    self.geo = geo
    self.osm = osm
    self.rel = rel
    self.country = country
  }
}
