internal import Castwire

/// What the files of an item, and what else it says, tell of its kind.
struct ItemEvidence {
  private let item: FeedItem

  init(_ item: FeedItem) {
    self.item = item
  }

  var hasAudio: Bool { has(.audio) }

  var hasVideo: Bool { has(.video) }

  var hasImage: Bool { has(.image) }

  var hasFiles: Bool { item.enclosures?.isEmpty == false || item.media?.isEmpty == false }

  /// A picture of its own, and not one that stands for something else.
  var isPhoto: Bool {
    hasImage || item.dateTaken != nil || (!hasFiles && item.thumbnails?.isEmpty == false)
  }

  /// What only the tags of Apple's directory and of Podcasting 2.0 say.
  var hasPodcastTags: Bool {
    if item.episodeType != nil || item.seasonNumber != nil || item.episodeNumber != nil { return true }
    if item.isClosedCaptioned != nil { return true }
    // Media RSS has a rating, too, which is no podcast's.
    return item.explicit != nil && item.media == nil && item.thumbnails == nil
  }

  /// Whether it has what an entity of the kind shows: a video something to play, a photo a picture. An episode may be no
  /// more than an announcement.
  func hasMedia(for kind: EntityKind) -> Bool {
    switch kind {
    case .episode:
      true
    case .video:
      item.enclosures?.contains { $0.kind != .image } == true || item.media?.contains { $0.kind != .image } == true
    case .photo:
      hasImage || item.imageURL != nil || item.thumbnails?.isEmpty == false
    }
  }

  private func has(_ kind: FileKind) -> Bool {
    item.enclosures?.contains { $0.kind == kind } == true || item.media?.contains { $0.kind == kind } == true
  }
}

extension FeedDetails {
  /// Whether all that the feed has are videos, by where it is from.
  var isOfVideos: Bool {
    channelID != nil || generator?.hasPrefix("PeerTube") == true
  }

  /// Whether it says what only podcasts say.
  var isOfEpisodes: Bool {
    primaryGenre != nil || type != nil || ownerName != nil || podcastGUID != nil || medium == "podcast"
  }
}
