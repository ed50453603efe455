internal import Castwire
internal import CastwireBus

/// A podcast, channel or photo stream, as far as it is told from others.
struct Source: Decodable, Sendable {
  let id: String
  let feedURL: String
  let title: String?

  private enum CodingKeys: String, CodingKey {
    case id, feedURL, title, name
  }

  init(id: String, feedURL: String, title: String?) {
    self.id = id
    self.feedURL = feedURL
    self.title = title
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    feedURL = try container.decode(String.self, forKey: .feedURL)
    // A channel has a name.
    title =
      try container.decodeIfPresent(String.self, forKey: .title)
      ?? container.decodeIfPresent(String.self, forKey: .name)
  }

  /// All that the catalog has of a kind.
  static func all(_ kind: CellKind, in catalog: ServiceClient, limit: Int = .max) throws -> [Source] {
    try ListRequest(kind.sourceList).items(from: catalog, limit: limit).items.map {
      try BusCoder.decode(Source.self, from: $0)
    }
  }
}
