/// Somebody who takes part in an episode (Podcasting 2.0, `podcast:person`).
public struct Person: Codable, Sendable, Hashable {
  public let name: String
  /// `host` where the feed gives none.
  public let role: String?
  /// `cast` where the feed gives none.
  public let group: String?
  public let imageURL: String?
  public let link: String?

  public init(
    name: String, role: String? = nil, group: String? = nil, imageURL: String? = nil, link: String? = nil
  ) {
    self.name = name
    self.role = role
    self.group = group
    self.imageURL = imageURL
    self.link = link
  }
}
