internal import Castwire

/// Decides what an item is and what a feed is for the most part. Feed and item decide together: a feed can have episodes,
/// videos and photos side by side.
enum KindDecision {
  /// The kind of an item that is new, by the first sentence that is true of it.
  ///
  /// - Parameters:
  ///   - stated: what who follows the feed calls it; nil where that was left to the feed.
  ///   - main: what the feed is for the most part; nil where that is not known yet.
  /// - Returns: the kind, and whether the item has to wait until it has the media that an entity of this kind shows, as a
  ///   premiere has: it is no entity before.
  static func kind(
    of item: ItemEvidence, feed: FeedDetails, stated: EntityKind?, main: EntityKind?
  ) -> (kind: EntityKind, isPending: Bool) {
    let kind = stated ?? self.kind(item, feed) ?? main ?? .episode
    return (kind, !item.hasMedia(for: kind))
  }

  /// What a feed is for the most part, by its first document.
  static func mainKind(of items: [ItemEvidence], feed: FeedDetails, stated: EntityKind?) -> EntityKind {
    if let stated { return stated }
    if feed.isOfVideos { return .video }
    if feed.isOfEpisodes { return .episode }
    let counts = Dictionary(
      items.map { (kind(of: $0, feed: feed, stated: nil, main: nil).kind, 1) }, uniquingKeysWith: +)
    // Of two that are as frequent the first.
    return EntityKind.allCases.reduce(.episode) { counts[$1, default: 0] > counts[$0, default: 0] ? $1 : $0 }
  }

  private static func kind(_ item: ItemEvidence, _ feed: FeedDetails) -> EntityKind? {
    if item.isNamedVideo || feed.isOfVideos { return .video }
    if item.hasAudio { return .episode }
    // A podcast may have moving pictures, and announcements without any file.
    if item.hasPodcastTags || feed.isOfEpisodes { return .episode }
    if item.hasVideo { return .video }
    return item.isPhoto ? .photo : nil
  }
}
