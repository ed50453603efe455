internal import Castwire
internal import CastwireBus
internal import ServiceLoop

/// Writes podcasts and episodes to the log and keeps the tables in step: an event only where something differs.
struct CatalogPublisher {
  private let store: CatalogStore
  private let log: EventLog

  init(store: CatalogStore, log: EventLog) {
    self.store = store
    self.log = log
  }

  // MARK: Podcasts

  /// Publishes a podcast that is new or differs from its last revision. A new one was there when it was followed.
  func publish(_ podcast: Podcast, truncated: [String]? = nil, cause: Cause) throws {
    guard let entry = try store.podcast(podcast.id) else {
      let message = PodcastEvent(podcast: podcast, revision: 1, changed: [], initial: true, truncated: truncated)
      let sequence = try append(
        PodcastEvent.Verb.added.rawValue, family: "podcast", subject: podcast.id, feed: podcast.id, message, cause)
      try store.put(CatalogStore.PodcastEntry(id: podcast.id, sequence: sequence, revision: 1))
      return
    }
    let last = try event(at: entry.sequence, about: entry.id)
    let changed = try FieldChanges.names(from: last.entity("podcast"), to: try BusCoder.encode(podcast))
    guard !changed.isEmpty else { return }
    let message = PodcastEvent(
      podcast: podcast, revision: entry.revision + 1, changed: changed, initial: false, truncated: truncated)
    let sequence = try append(
      PodcastEvent.Verb.updated.rawValue, family: "podcast", subject: podcast.id, feed: podcast.id, message, cause)
    try store.put(CatalogStore.PodcastEntry(id: podcast.id, sequence: sequence, revision: message.revision))
  }

  /// Publishes what became of a feed, where its podcast is known: a feed that never gave a document has none.
  func updateState(of feed: Feed, cause: Cause) throws {
    guard let entry = try store.podcast(feed.id) else { return }
    let last = try current(entry)
    var podcast = last.podcast
    podcast.state = feed.state
    podcast.feedURL = feed.url
    try publish(podcast, truncated: last.truncated, cause: cause)
  }

  func markUnfollowed(_ entry: CatalogStore.PodcastEntry) throws {
    let last = try current(entry)
    var podcast = last.podcast
    podcast.state = .unfollowed
    try publish(podcast, truncated: last.truncated, cause: Cause(id: nil, traceparent: nil))
  }

  /// Removes a podcast and all its episodes for good.
  func purge(podcast id: String, cause: Cause) throws {
    for episode in try store.episodes(ofPodcast: id) {
      try append(
        EpisodeEvent.Verb.removed.rawValue, family: "episode", subject: episode.id, feed: id, RemovedEvent(), cause)
      try store.remove(episode: episode.id)
    }
    guard try store.podcast(id) != nil else { return }
    try append(PodcastEvent.Verb.removed.rawValue, family: "podcast", subject: id, feed: id, RemovedEvent(), cause)
    try store.remove(podcast: id)
  }

  private func current(_ entry: CatalogStore.PodcastEntry) throws -> PodcastEvent {
    try event(at: entry.sequence, about: entry.id).decode(PodcastEvent.self)
  }

  // MARK: Episodes

  /// Publishes an episode's first revision.
  ///
  /// - Returns: its place in the log.
  func publish(new episode: Episode, initial: Bool, truncated: [String]?, cause: Cause) throws -> Position {
    let message = EpisodeEvent(episode: episode, revision: 1, changed: [], initial: initial, truncated: truncated)
    return try append(
      EpisodeEvent.Verb.added.rawValue, family: "episode", subject: episode.id, feed: episode.podcastID, message, cause)
  }

  /// Publishes an episode's next revision, where it differs from the last.
  ///
  /// - Returns: the entry, changed where an event was published.
  func publish(
    _ verb: EpisodeEvent.Verb, _ episode: Episode, over entry: CatalogStore.EpisodeEntry, initial: Bool,
    truncated: [String]?, cause: Cause
  ) throws -> CatalogStore.EpisodeEntry {
    let last = try event(at: entry.sequence, about: entry.id)
    let changed = try FieldChanges.names(from: last.entity("episode"), to: try BusCoder.encode(episode))
    guard !changed.isEmpty else { return entry }
    let message = EpisodeEvent(
      episode: episode, revision: entry.revision + 1, changed: changed, initial: initial, truncated: truncated)
    var entry = entry
    entry.sequence = try append(
      verb.rawValue, family: "episode", subject: episode.id, feed: episode.podcastID, message, cause)
    entry.revision = message.revision
    return entry
  }

  /// An episode as it was published last.
  func current(_ entry: CatalogStore.EpisodeEntry) throws -> EpisodeEvent {
    try event(at: entry.sequence, about: entry.id).decode(EpisodeEvent.self)
  }

  // MARK: The log

  private func event(at sequence: Position, about subject: String) throws -> Event {
    guard let event = try log.event(at: sequence) else {
      throw CatalogError.missingEvent(subject: subject, sequence: sequence)
    }
    return event
  }

  @discardableResult
  private func append(
    _ verb: String, family: String, subject: String, feed: String, _ message: some Encodable, _ cause: Cause
  ) throws -> Position {
    try log.append(
      EventDraft(
        family: family, topic: Topic(family: family, feed: feed, verb: verb),
        type: EventType.name(family: family, verb: verb), subject: subject, partitionKey: feed,
        schema: EventType.schema(family: family), causationID: cause.id, traceparent: cause.traceparent,
        data: try BusCoder.encode(message)))
  }
}

extension Event {
  /// The entity that the catalog published, as its bytes.
  func entity(_ name: StaticString) throws -> [UInt8] {
    guard let entity = member(name) else { throw CatalogError.missingEvent(subject: subject, sequence: sequence) }
    return entity
  }
}

/// What is wrong with the catalog's own data.
enum CatalogError: Error, CustomStringConvertible {
  case missingEvent(subject: String, sequence: Position)

  var description: String {
    switch self {
    case .missingEvent(let subject, let sequence):
      "the log has no event \(sequence), where the tables say that \(subject) stands; restore a backup"
    }
  }
}
