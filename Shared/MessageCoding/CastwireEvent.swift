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
  /// An episode's cell.
  case cell(CellEvent<EpisodeCellViewModel>)
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
    case ("cell", "removed"):
      return .cellRemoved(try decode(CellRemovedEvent.self))
    case ("cell", "updated"):
      guard let kind = member("kind"), kind.elementsEqual(#""episode""#.utf8) else { return .unknown }
      return .cell(try decode(CellEvent<EpisodeCellViewModel>.self))
    default:
      return .unknown
    }
  }
}
