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
}
