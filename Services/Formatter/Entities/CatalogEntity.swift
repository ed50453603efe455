internal import Castwire
internal import CastwireBus
internal import Foundation
internal import MessageCoding

/// What an event of the catalog says of an episode, a video or a photo.
struct CatalogEntity {
  let id: String
  let feed: String
  let facts: Facts
  /// What lists are ordered by; nil where the feed gives no date.
  let date: Date?
  /// When the catalog saw it first; nil for one that does not say.
  let firstSeen: Date?
  /// Whether it was there when its feed was followed.
  let initial: Bool

  /// - Returns: nil for a verb that is not known, and for `removed`, which says nothing of it.
  /// - Throws: `DecodingError`.
  init?(_ event: Event, kind: CellKind, verb: String) throws {
    switch kind {
    case .episode:
      guard let verb = EpisodeEvent.Verb(rawValue: verb), verb != .removed else { return nil }
      let message = try event.decode(EpisodeEvent.self)
      id = message.episode.id
      feed = message.episode.podcastID
      facts = .episode(EpisodeFacts(message.episode))
      date = message.episode.publicationDate
      firstSeen = message.firstSeen
      initial = message.initial
    case .video:
      guard let verb = VideoEvent.Verb(rawValue: verb), verb != .removed else { return nil }
      let message = try event.decode(VideoEvent.self)
      id = message.video.id
      feed = message.video.channelID
      facts = .video(VideoFacts(message.video))
      date = message.video.uploadDate
      firstSeen = message.firstSeen
      initial = message.initial
    case .photo:
      guard let verb = PhotoEvent.Verb(rawValue: verb), verb != .removed else { return nil }
      let message = try event.decode(PhotoEvent.self)
      id = message.photo.id
      feed = message.photo.streamID
      facts = .photo(PhotoFacts(message.photo))
      date = message.photo.publicationDate
      firstSeen = message.firstSeen
      initial = message.initial
    }
  }
}
