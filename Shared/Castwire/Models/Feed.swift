/// A followed feed. In JSON the fields of `details` stand beside the others, not in an object of their own.
public struct Feed: Codable, Sendable, Hashable, Identifiable {
  /// A UUID in lower case: version 5 of the URL it was first followed at, in the `podcast:guid` namespace.
  public let id: String
  /// Where the feed is now.
  public var url: String
  /// What became of following it.
  public var state: FeedState
  /// What the follower says that the feed is; nil leaves it to the catalog.
  public var kind: FeedKind?
  /// What the feed said of itself when it was last read.
  public var details: FeedDetails

  /// A feed with what it said of itself, nothing by default.
  public init(id: String, url: String, state: FeedState, kind: FeedKind? = nil, details: FeedDetails = FeedDetails()) {
    self.id = id
    self.url = url
    self.state = state
    self.kind = kind
    self.details = details
  }

  private enum CodingKeys: String, CodingKey {
    case id, url, state, kind
  }

  /// Reads the fields of `details` from beside the others.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    url = try container.decode(String.self, forKey: .url)
    state = try container.decode(FeedState.self, forKey: .state)
    kind = try container.decodeIfPresent(FeedKind.self, forKey: .kind)
    details = try FeedDetails(from: decoder)
  }

  /// Writes the fields of `details` beside the others.
  public func encode(to encoder: any Encoder) throws {
    try details.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(url, forKey: .url)
    try container.encode(state, forKey: .state)
    try container.encodeIfPresent(kind, forKey: .kind)
  }
}

/// What a feed's items are.
public enum FeedKind: String, Codable, Sendable, Hashable, CaseIterable {
  case podcast, channel, photostream
}
