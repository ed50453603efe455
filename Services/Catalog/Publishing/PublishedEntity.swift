internal import Castwire
internal import CastwireBus
internal import Foundation
internal import MessageCoding

/// An entity as its events have it, of whichever kind.
///
/// It is large, and handed on more often than changed.
indirect enum PublishedEntity: Hashable {
  case episode(Episode)
  case video(Video)
  case photo(Photo)

  /// What an item is as an entity of a kind.
  ///
  /// - Parameter channel: what a video's channel is shown as.
  init(_ item: FeedItem, kind: EntityKind, id: String, feed: String, channel: ChannelSummary?) {
    switch kind {
    case .episode: self = .episode(Episode(id: id, podcastID: feed, item: item))
    case .video: self = .video(Video(id: id, channelID: feed, item: item, channel: channel))
    case .photo: self = .photo(Photo(id: id, streamID: feed, item: item))
    }
  }

  var kind: EntityKind {
    switch self {
    case .episode: .episode
    case .video: .video
    case .photo: .photo
    }
  }

  var id: String {
    switch self {
    case .episode(let episode): episode.id
    case .video(let video): video.id
    case .photo(let photo): photo.id
    }
  }

  /// The id of its feed.
  var feed: String {
    switch self {
    case .episode(let episode): episode.podcastID
    case .video(let video): video.channelID
    case .photo(let photo): photo.streamID
    }
  }

  var identifier: String? {
    switch self {
    case .episode(let episode): episode.identifier
    case .video(let video): video.identifier
    case .photo(let photo): photo.identifier
    }
  }

  var title: String? {
    switch self {
    case .episode(let episode): episode.title
    case .video(let video): video.title
    case .photo(let photo): photo.title
    }
  }

  var link: String? {
    switch self {
    case .episode(let episode): episode.link
    case .video(let video): video.link
    case .photo(let photo): photo.link
    }
  }

  /// The file that it is about.
  var file: String? {
    switch self {
    case .episode(let episode): episode.enclosureURL
    case .video(let video): video.mediaURL
    case .photo(let photo): photo.imageURL
    }
  }

  var date: Date? {
    switch self {
    case .episode(let episode): episode.publicationDate
    case .video(let video): video.uploadDate
    case .photo(let photo): photo.publicationDate
    }
  }

  var withdrawn: Bool {
    get {
      switch self {
      case .episode(let episode): episode.withdrawn
      case .video(let video): video.withdrawn
      case .photo(let photo): photo.withdrawn
      }
    }
    set {
      switch self {
      case .episode(var episode):
        episode.withdrawn = newValue
        self = .episode(episode)
      case .video(var video):
        video.withdrawn = newValue
        self = .video(video)
      case .photo(var photo):
        photo.withdrawn = newValue
        self = .photo(photo)
      }
    }
  }

  var duplicateOf: String? {
    get {
      switch self {
      case .episode(let episode): episode.duplicateOf
      case .video(let video): video.duplicateOf
      case .photo(let photo): photo.duplicateOf
      }
    }
    set {
      guard newValue != duplicateOf else { return }
      switch self {
      case .episode(var episode):
        episode.duplicateOf = newValue
        self = .episode(episode)
      case .video(var video):
        video.duplicateOf = newValue
        self = .video(video)
      case .photo(var photo):
        photo.duplicateOf = newValue
        self = .photo(photo)
      }
    }
  }

  /// What lists are ordered by, in seconds since 1970: a date in the future does not make an entity newest, nor does one
  /// that the feed keeps renewing.
  func order(firstSeen: Int) -> Int {
    // A date that no integer holds is of no use in a list.
    guard let date, let stated = Int(exactly: date.timeIntervalSince1970.rounded(.down)) else { return firstSeen }
    return min(stated, firstSeen)
  }
}

extension NormalForm {
  /// The fields of an entity that differ; both are of one kind.
  static func changed(from old: PublishedEntity, to new: PublishedEntity) -> [String] {
    switch (old, new) {
    case (.episode(let old), .episode(let new)): changed(from: old, to: new)
    case (.video(let old), .video(let new)): changed(from: old, to: new)
    case (.photo(let old), .photo(let new)): changed(from: old, to: new)
    // Whoever compares makes the new one of the kind of the row: to say that nothing changed would lose an edit, unseen.
    default: preconditionFailure("an entity keeps its kind")
    }
  }
}

/// What an entity's newest event says.
struct PublishedRevision {
  let entity: PublishedEntity
  let revision: Int
  let changed: [String]
  let truncated: [String]?
  let event: Event

  /// Reads the event of an entity's revision.
  init(_ event: Event, kind: EntityKind) throws {
    self.event = event
    switch kind {
    case .episode:
      let message = try event.decode(EpisodeEvent.self)
      (entity, revision) = (.episode(message.episode), message.revision)
      (changed, truncated) = (message.changed, message.truncated)
    case .video:
      let message = try event.decode(VideoEvent.self)
      (entity, revision) = (.video(message.video), message.revision)
      (changed, truncated) = (message.changed, message.truncated)
    case .photo:
      let message = try event.decode(PhotoEvent.self)
      (entity, revision) = (.photo(message.photo), message.revision)
      (changed, truncated) = (message.changed, message.truncated)
    }
  }
}
