internal import Castwire

/// What the command line calls things of a kind, and where their feeds are listed.
extension CellKind {
  var noun: String { rawValue }

  /// What one of its feeds is called.
  var sourceNoun: String {
    switch self {
    case .episode: "podcast"
    case .video: "channel"
    case .photo: "photo stream"
    }
  }

  /// The catalog's list of its feeds.
  var sourceList: String {
    switch self {
    case .episode: "podcasts.list"
    case .video: "channels.list"
    case .photo: "photostreams.list"
    }
  }

  /// The catalog's request for one of its feeds.
  var sourceRequest: String {
    switch self {
    case .episode: "podcast.get"
    case .video: "channel.get"
    case .photo: "photostream.get"
    }
  }

  /// The command that lists its feeds.
  var sourceCommand: String {
    switch self {
    case .episode: "podcasts"
    case .video: "channels"
    case .photo: "photostreams"
    }
  }

  /// What several of them are called, in `counts`, too.
  var plural: String { "\(rawValue)s" }

  /// What `counts` calls those that are withdrawn.
  var withdrawnCount: String {
    switch self {
    case .episode: "withdrawnEpisodes"
    case .video: "withdrawnVideos"
    case .photo: "withdrawnPhotos"
    }
  }
}
