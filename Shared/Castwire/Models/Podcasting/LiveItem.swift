public import Foundation

/// A broadcast that is announced, under way or over (Podcasting 2.0, `podcast:liveItem`); it is no item of the feed.
public struct LiveItem: Codable, Sendable, Hashable {
  /// `pending`, `live` or `ended`.
  public let status: String?
  /// When it begins.
  public let startDate: Date?
  /// When it ends.
  public let endDate: Date?
  /// Where else it can be followed.
  public let contentLinks: [ContentLink]?
  /// What an item would say: title, description, enclosures and so on.
  public let item: FeedItem

  /// A broadcast with what is known of it.
  public init(
    status: String? = nil, startDate: Date? = nil, endDate: Date? = nil, contentLinks: [ContentLink]? = nil,
    item: FeedItem
  ) {
    self.status = status
    self.startDate = startDate
    self.endDate = endDate
    self.contentLinks = contentLinks
    self.item = item
  }
}
