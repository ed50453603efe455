internal import Castwire

/// What the files of an item, and what else it says, tell of its kind.
struct ItemEvidence: Sendable {
  let hasAudio: Bool
  let hasVideo: Bool
  /// A picture of its own, and not one that stands for something else.
  let isPhoto: Bool
  /// What only the tags of Apple's directory and of Podcasting 2.0 say.
  let hasPodcastTags: Bool
  /// Whether a place of videos says that it is one.
  let isNamedVideo: Bool
  private let hasPlayable: Bool
  private let hasPicture: Bool

  init(_ item: FeedItem) {
    var files = Files()
    for enclosure in item.enclosures ?? [] { files.add(enclosure.kind) }
    for media in item.media ?? [] { files.add(media.kind) }
    let hasThumbnails = item.thumbnails?.isEmpty == false
    (hasAudio, hasVideo, hasPlayable) = (files.hasAudio, files.hasVideo, files.hasPlayable)
    hasPicture = files.hasImage || item.imageURL != nil || hasThumbnails
    isPhoto = files.hasImage || item.dateTaken != nil || (!files.hasPlayable && hasThumbnails)
    // Media RSS has a rating, too, which is no podcast's.
    let isRated = item.explicit != nil && item.media == nil && item.thumbnails == nil
    hasPodcastTags =
      isRated || item.episodeType != nil || item.seasonNumber != nil || item.episodeNumber != nil
      || item.isClosedCaptioned != nil
    isNamedVideo = item.videoID != nil
  }

  private struct Files {
    var (hasAudio, hasVideo, hasImage) = (false, false, false)
    /// Whether there is anything but pictures.
    var hasPlayable = false

    mutating func add(_ kind: FileKind?) {
      switch kind {
      case .audio: hasAudio = true
      case .video: hasVideo = true
      case .image: hasImage = true
      case nil: break
      }
      hasPlayable = hasPlayable || kind != .image
    }
  }

  /// Whether it has what an entity of the kind shows: a video something to play, a photo a picture. An episode may be no
  /// more than an announcement.
  func hasMedia(for kind: EntityKind) -> Bool {
    switch kind {
    case .episode: true
    case .video: hasPlayable
    case .photo: hasPicture
    }
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
