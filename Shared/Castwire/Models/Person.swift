/// Somebody who takes part in an episode (Podcasting 2.0, `podcast:person`).
public struct Person: Codable, Sendable, Hashable {
  /// The name to show.
  public let name: String
  /// `host` where the feed gives none.
  public let role: String?
  /// `cast` where the feed gives none.
  public let group: String?
  /// A picture of the person.
  public let imageURL: String?
  /// A web page about the person.
  public let link: String?

  /// A person; only the name is needed.
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
