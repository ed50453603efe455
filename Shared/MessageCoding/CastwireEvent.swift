public import Castwire
public import CastwireBus

/// What an event of the services says, by its family and verb.
public enum CastwireEvent: Sendable, Hashable {
  case feed(FeedEvent.Verb, FeedEvent)
  /// `seen` or `viewed`.
  case item(ItemEvent.Verb, ItemEvent)
  case itemLeft(ItemLeftEvent)
  /// `added` or `updated`.
  case podcast(PodcastEvent.Verb, PodcastEvent)
  case podcastRemoved(RemovedEvent)
  /// `added`, `updated`, `withdrawn` or `restored`.
  case episode(EpisodeEvent.Verb, EpisodeEvent)
  case episodeRemoved(RemovedEvent)
  /// `added` or `updated`.
  case channel(ChannelEvent.Verb, ChannelEvent)
  case channelRemoved(RemovedEvent)
  /// `added`, `updated`, `withdrawn`, `restored` or `viewed`.
  case video(VideoEvent.Verb, VideoEvent)
  case videoRemoved(RemovedEvent)
  /// `added` or `updated`.
  case photoStream(PhotoStreamEvent.Verb, PhotoStreamEvent)
  case photoStreamRemoved(RemovedEvent)
  /// `added`, `updated`, `withdrawn` or `restored`.
  case photo(PhotoEvent.Verb, PhotoEvent)
  case photoRemoved(RemovedEvent)
  /// An episode's cell.
  case cell(CellEvent<EpisodeCellViewModel>)
  case videoCell(CellEvent<VideoCellViewModel>)
  case photoCell(CellEvent<PhotoCellViewModel>)
  case cellRemoved(CellRemovedEvent)
  /// A type that this version of the library does not know: a reader passes over it.
  case unknown
}

extension Event {
  /// What the event says, as a value.
  ///
  /// - Throws: `DecodingError`, which names the field: such an event is to be put aside.
  public func castwireEvent() throws -> CastwireEvent {
    guard type.hasSuffix(".v1"), let (family, verb) = familyAndVerb else { return .unknown }
    switch (family, String(verb)) {
    case ("feed", let verb):
      return try FeedEvent.Verb(rawValue: verb).map { .feed($0, try decode(FeedEvent.self)) } ?? .unknown
    case ("item", "left"):
      return .itemLeft(try decode(ItemLeftEvent.self))
    case ("item", let verb):
      return try ItemEvent.Verb(rawValue: verb).map { .item($0, try decode(ItemEvent.self)) } ?? .unknown
    case ("podcast", "removed"):
      return .podcastRemoved(try decode(RemovedEvent.self))
    case ("podcast", let verb):
      return try PodcastEvent.Verb(rawValue: verb).map { .podcast($0, try decode(PodcastEvent.self)) } ?? .unknown
    case ("episode", "removed"):
      return .episodeRemoved(try decode(RemovedEvent.self))
    case ("episode", let verb):
      return try EpisodeEvent.Verb(rawValue: verb).map { .episode($0, try decode(EpisodeEvent.self)) } ?? .unknown
    case ("channel", "removed"):
      return .channelRemoved(try decode(RemovedEvent.self))
    case ("channel", let verb):
      return try ChannelEvent.Verb(rawValue: verb).map { .channel($0, try decode(ChannelEvent.self)) } ?? .unknown
    case ("video", "removed"):
      return .videoRemoved(try decode(RemovedEvent.self))
    case ("video", let verb):
      return try VideoEvent.Verb(rawValue: verb).map { .video($0, try decode(VideoEvent.self)) } ?? .unknown
    case ("photostream", "removed"):
      return .photoStreamRemoved(try decode(RemovedEvent.self))
    case ("photostream", let verb):
      return try PhotoStreamEvent.Verb(rawValue: verb).map { .photoStream($0, try decode(PhotoStreamEvent.self)) }
        ?? .unknown
    case ("photo", "removed"):
      return .photoRemoved(try decode(RemovedEvent.self))
    case ("photo", let verb):
      return try PhotoEvent.Verb(rawValue: verb).map { .photo($0, try decode(PhotoEvent.self)) } ?? .unknown
    case ("cell", "removed"):
      return .cellRemoved(try decode(CellRemovedEvent.self))
    case ("cell", "updated"):
      return try cellEvent()
    default:
      return .unknown
    }
  }

  /// A kind of cell that this version of the library does not know is unknown as a whole.
  private func cellEvent() throws -> CastwireEvent {
    let name = member("kind").map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
    return switch name.flatMap(CellKind.init) {
    case .episode: .cell(try decode(CellEvent<EpisodeCellViewModel>.self))
    case .video: .videoCell(try decode(CellEvent<VideoCellViewModel>.self))
    case .photo: .photoCell(try decode(CellEvent<PhotoCellViewModel>.self))
    case nil: .unknown
    }
  }
}
