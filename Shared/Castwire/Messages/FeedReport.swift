public import Foundation

/// A followed feed as `feeds.list` and `feeds.get` give it: the feed and how its polls go. In JSON the fields of `feed`
/// stand beside the others.
public struct FeedReport: Codable, Sendable, Hashable {
  /// The feed itself.
  public let feed: Feed
  /// What is wrong with it, in words; nil while all is well.
  public let reason: String?
  /// How many documents were taken in.
  public let document: Int
  /// How many items its newest document has.
  public let itemCount: Int
  /// When it was polled last.
  public let lastPoll: Date?
  /// When it is due; nil where it is polled no more.
  public let nextPoll: Date?
  /// How it stands with its hub; nil where nothing is asked of one.
  public let push: PushReport?

  /// The report on a feed.
  public init(
    feed: Feed, reason: String?, document: Int, itemCount: Int, lastPoll: Date?, nextPoll: Date?,
    push: PushReport? = nil
  ) {
    self.feed = feed
    self.reason = reason
    self.document = document
    self.itemCount = itemCount
    self.lastPoll = lastPoll
    self.nextPoll = nextPoll
    self.push = push
  }

  private enum CodingKeys: String, CodingKey {
    case reason, document, itemCount, lastPoll, nextPoll, push
  }

  /// Reads the feed's fields and the report's from one object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    feed = try Feed(from: decoder)
    reason = try container.decodeIfPresent(String.self, forKey: .reason)
    document = try container.decode(Int.self, forKey: .document)
    itemCount = try container.decode(Int.self, forKey: .itemCount)
    lastPoll = try container.decodeIfPresent(Date.self, forKey: .lastPoll)
    nextPoll = try container.decodeIfPresent(Date.self, forKey: .nextPoll)
    push = try container.decodeIfPresent(PushReport.self, forKey: .push)
  }

  /// Writes the feed's fields and the report's into one object.
  public func encode(to encoder: any Encoder) throws {
    try feed.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(reason, forKey: .reason)
    try container.encode(document, forKey: .document)
    try container.encode(itemCount, forKey: .itemCount)
    try container.encodeIfPresent(lastPoll, forKey: .lastPoll)
    try container.encodeIfPresent(nextPoll, forKey: .nextPoll)
    try container.encodeIfPresent(push, forKey: .push)
  }
}
