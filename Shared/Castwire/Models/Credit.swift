/// Somebody who had a part in making an item (Media RSS 1.5.1, `media:credit`).
public struct Credit: Codable, Sendable, Hashable {
  /// The name to show.
  public let name: String
  /// What the part was, such as `photographer`, in lower case.
  public let role: String?

  /// A credit; only the name is needed.
  public init(name: String, role: String? = nil) {
    self.name = name
    self.role = role
  }
}
