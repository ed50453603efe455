/// Where an episode is talked about (Podcasting 2.0, `podcast:socialInteract`).
public struct SocialInteract: Codable, Sendable, Hashable {
  /// The first post. Absolute and percent-encoded (RFC 3986).
  public let uri: String?
  /// `activitypub`, `twitter`, or `disabled` where nobody should talk.
  public let `protocol`: String
  /// The account that made the post, such as `@user@server`.
  public let accountID: String?
  /// That account's page. Absolute and percent-encoded (RFC 3986).
  public let accountURL: String?
  /// The lower comes first.
  public let priority: Int?

  /// A conversation; only its protocol is needed.
  public init(
    uri: String? = nil, `protocol`: String, accountID: String? = nil, accountURL: String? = nil, priority: Int? = nil
  ) {
    self.uri = uri
    self.protocol = `protocol`
    self.accountID = accountID
    self.accountURL = accountURL
    self.priority = priority
  }
}
