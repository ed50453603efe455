/// Text that a feed carries for some program (Podcasting 2.0, `podcast:txt`).
public struct TextRecord: Codable, Sendable, Hashable {
  /// The text as given.
  public let text: String
  /// What it is for, such as `verify`.
  public let purpose: String?

  /// A text; its purpose may be missing.
  public init(text: String, purpose: String? = nil) {
    self.text = text
    self.purpose = purpose
  }
}
