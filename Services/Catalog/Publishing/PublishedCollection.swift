internal import Castwire
internal import CastwireBus

/// What a feed is published as, of whichever kind: a podcast, a channel or a photo stream. A feed that mixes kinds is
/// several of them, all with the feed's id.
enum PublishedCollection: Hashable {
  case podcast(Podcast)
  case channel(Channel)
  case photoStream(PhotoStream)

  init(_ feed: Feed, kind: EntityKind) {
    switch kind {
    case .episode:
      self = .podcast(Podcast(id: feed.id, feedURL: feed.url, state: feed.state, details: feed.details))
    case .video:
      self = .channel(Channel(id: feed.id, feedURL: feed.url, state: feed.state, details: feed.details))
    case .photo:
      self = .photoStream(PhotoStream(id: feed.id, feedURL: feed.url, state: feed.state, details: feed.details))
    }
  }

  var kind: EntityKind {
    switch self {
    case .podcast: .episode
    case .channel: .video
    case .photoStream: .photo
    }
  }

  var id: String {
    switch self {
    case .podcast(let podcast): podcast.id
    case .channel(let channel): channel.id
    case .photoStream(let stream): stream.id
    }
  }

  var diagnostics: [FeedDiagnostic]? {
    get {
      switch self {
      case .podcast(let podcast): podcast.diagnostics
      case .channel(let channel): channel.diagnostics
      case .photoStream(let stream): stream.diagnostics
      }
    }
    set {
      switch self {
      case .podcast(var podcast):
        podcast.diagnostics = newValue
        self = .podcast(podcast)
      case .channel(var channel):
        channel.diagnostics = newValue
        self = .channel(channel)
      case .photoStream(var stream):
        stream.diagnostics = newValue
        self = .photoStream(stream)
      }
    }
  }

  /// The same in another state, at a URL that the feed may have moved to.
  func with(state: FeedState, feedURL: String?) -> PublishedCollection {
    switch self {
    case .podcast(var podcast):
      podcast.state = state
      podcast.feedURL = feedURL ?? podcast.feedURL
      return .podcast(podcast)
    case .channel(var channel):
      channel.state = state
      channel.feedURL = feedURL ?? channel.feedURL
      return .channel(channel)
    case .photoStream(var stream):
      stream.state = state
      stream.feedURL = feedURL ?? stream.feedURL
      return .photoStream(stream)
    }
  }
}

extension NormalForm {
  /// The fields of a collection that differ; both are of one kind.
  static func changed(from old: PublishedCollection, to new: PublishedCollection) -> [String] {
    switch (old, new) {
    case (.podcast(let old), .podcast(let new)): changed(from: old, to: new)
    case (.channel(let old), .channel(let new)): changed(from: old, to: new)
    case (.photoStream(let old), .photoStream(let new)): changed(from: old, to: new)
    // A row's key holds its kind, and both sides were made by that: to say that nothing changed would lose a document, unseen.
    default: preconditionFailure("a collection keeps its kind")
    }
  }
}

/// What a collection's newest event says.
struct CollectionRevision {
  let collection: PublishedCollection
  let truncated: [String]?

  /// Reads the event of a collection's revision.
  init(_ event: Event, kind: EntityKind) throws {
    switch kind {
    case .episode:
      let message = try event.decode(PodcastEvent.self)
      (collection, truncated) = (.podcast(message.podcast), message.truncated)
    case .video:
      let message = try event.decode(ChannelEvent.self)
      (collection, truncated) = (.channel(message.channel), message.truncated)
    case .photo:
      let message = try event.decode(PhotoStreamEvent.self)
      (collection, truncated) = (.photoStream(message.photoStream), message.truncated)
    }
  }
}
