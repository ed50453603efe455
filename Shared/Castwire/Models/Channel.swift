/// A channel: a feed whose items are videos. Text is plain; URLs are absolute.
///
/// Its videos are a query of the catalog (`videos.list`), not a field.
public struct Channel: Codable, Sendable, Hashable, Identifiable {
  /// The feed's id, which stays when the feed moves: a UUID in lower case (version 5, RFC 9562).
  public let id: String
  /// Where the feed is now.
  public var feedURL: String
  /// What became of the feed.
  public var state: FeedState
  /// The channel's name.
  public var name: String?
  /// The picture that stands beside its videos: what the format has for a feed's picture.
  public var profileImageURL: String?
  /// The channel's web page.
  public var link: String?
  /// What the channel is about.
  public var description: String?
  /// What is wrong with its items such that the catalog had to decide what they are; nil where nothing is.
  public var diagnostics: [FeedDiagnostic]?

  /// The channel that a feed with these details is.
  public init(id: String, feedURL: String, state: FeedState, details: FeedDetails) {
    self.id = id
    self.feedURL = feedURL
    self.state = state
    name = details.title
    profileImageURL = details.artworkURL ?? details.iconURL
    link = details.link
    description = details.description
  }
}

/// What a list of videos shows of the channel that each is in.
public struct ChannelSummary: Codable, Sendable, Hashable {
  /// The channel's name.
  public let name: String?
  /// The picture that stands beside its videos. Absolute and percent-encoded (RFC 3986).
  public let profileImageURL: String?

  /// A channel by what a list shows of it.
  public init(name: String?, profileImageURL: String?) {
    self.name = name
    self.profileImageURL = profileImageURL
  }

  /// What a list shows of `channel`.
  public init(_ channel: Channel) {
    self.init(name: channel.name, profileImageURL: channel.profileImageURL)
  }
}
