internal import Castwire

/// What the files of an item, and what else it says, tell of its kind. The parser has given each file its type by the
/// ending of its name where the feed leaves it out.
struct ItemEvidence {
  private let item: FeedItem

  init(_ item: FeedItem) {
    self.item = item
  }

  var hasAudio: Bool { has("audio", prefix: "audio/") }

  var hasVideo: Bool { has("video", prefix: "video/") }

  var hasImage: Bool { has("image", prefix: "image/") }

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
      item.enclosures?.contains { !$0.isImage } == true || item.media?.contains { !$0.isImage } == true
    case .photo:
      hasImage || item.imageURL != nil || item.thumbnails?.isEmpty == false
    }
  }

  private func has(_ medium: String, prefix: String) -> Bool {
    item.enclosures?.contains { $0.type?.hasPrefix(prefix) == true } == true
      || item.media?.contains { $0.medium == medium || $0.type?.hasPrefix(prefix) == true } == true
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

extension Enclosure {
  fileprivate var isImage: Bool { type?.hasPrefix("image/") == true }
}

extension MediaContent {
  fileprivate var isImage: Bool { medium == "image" || type?.hasPrefix("image/") == true }
}
