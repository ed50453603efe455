internal import Castwire

/// What the catalog makes of an item.
enum EntityKind: Int, CaseIterable {
  case episode = 1
  case video
  case photo

  /// The kind of the entities of a feed that is followed as `kind`.
  init(_ kind: FeedKind) {
    switch kind {
    case .podcast: self = .episode
    case .channel: self = .video
    case .photostream: self = .photo
    }
  }

  /// The kind whose events are of a family.
  init?(family: String) {
    guard let kind = Self.allCases.first(where: { "\($0.family)" == family }) else { return nil }
    self = kind
  }

  /// The kind whose collections' events are of a family.
  init?(collectionFamily family: String) {
    guard let kind = Self.allCases.first(where: { "\($0.collectionFamily)" == family }) else { return nil }
    self = kind
  }

  /// The family of its events, which is the name of its entity in them, too.
  var family: StaticString {
    switch self {
    case .episode: "episode"
    case .video: "video"
    case .photo: "photo"
    }
  }

  /// The family of the events of what a feed with such entities is.
  var collectionFamily: StaticString {
    switch self {
    case .episode: "podcast"
    case .video: "channel"
    case .photo: "photostream"
    }
  }
}
