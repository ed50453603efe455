internal import Castwire
internal import CastwireBus
internal import Foundation
internal import MessageCoding
internal import ServiceLoop

/// Writes what feeds are published as, and their entities, to the log: an event only where something differs.
struct CatalogPublisher {
  private let store: CatalogStore
  private let log: EventLog
  private let names = EventNames()

  init(store: CatalogStore, log: EventLog) {
    self.store = store
    self.log = log
  }

  /// To be called in long work that publishes nothing.
  ///
  /// - Throws: `StoppingError` where the service is to end.
  func working() throws {
    try log.working()
  }

  /// Runs a part of what is done such that a throw undoes this part alone, with what it published.
  func attempt(_ work: () throws -> Void) throws {
    try log.attempt(work)
  }

  // MARK: Collections

  /// Publishes a collection that is new or differs from its last revision.
  ///
  /// - Parameter initial: whether a new one was there when its feed was followed.
  func publish(
    _ collection: PublishedCollection, of feed: FeedRow, initial: Bool, truncated: [String]?, cause: Cause
  ) throws {
    guard var row = try store.collection(feed.number, collection.kind) else {
      let sequence = try append("added", collection, revision: 1, changed: [], initial, truncated, cause)
      try store.put(
        CollectionRow(
          feed: feed.number, kind: collection.kind, added: sequence, sequence: sequence, revision: 1, entities: 0,
          withdrawn: 0))
      return
    }
    let changed = NormalForm.changed(from: try current(row).collection, to: collection)
    guard !changed.isEmpty else { return }
    row.revision += 1
    row.sequence = try append("updated", collection, revision: row.revision, changed: changed, false, truncated, cause)
    try store.put(row)
  }

  /// Publishes what became of a feed, in all that it is published as: one that never gave a document is nothing yet.
  ///
  /// - Parameter url: where the feed is now; nil where nothing is said of that.
  func updateState(of feed: FeedRow, to state: FeedState, url: String?, cause: Cause) throws {
    for row in try store.collections(feed.number) {
      let last = try current(row)
      try publish(
        last.collection.with(state: state, feedURL: url), of: feed, initial: false, truncated: last.truncated,
        cause: cause)
    }
  }

  func remove(_ collection: CollectionRow, of feed: FeedRow, duplicateOf: String? = nil, cause: Cause) throws {
    let family = "\(collection.kind.collectionFamily)"
    try append(
      "removed", family: family, subject: feed.id, feed: feed.id,
      try BusCoder.encode(RemovedEvent(duplicateOf: duplicateOf)), cause)
    try store.removeCollection(feed.number, collection.kind)
  }

  /// A collection as it was published last.
  func current(_ row: CollectionRow) throws -> CollectionRevision {
    try CollectionRevision(
      event(at: row.sequence, about: "a \(row.kind.collectionFamily)"), kind: row.kind)
  }

  // MARK: Entities

  /// The data of an entity's first revision.
  ///
  /// - Parameter firstSeen: in seconds since 1970.
  static func firstRevision(
    of entity: PublishedEntity, initial: Bool, firstSeen: Int, truncated: [String]?
  ) throws -> [UInt8] {
    try data(
      of: entity, Revision(number: 1, changed: [], initial: initial, firstSeen: firstSeen, matchedBy: nil), truncated)
  }

  /// Publishes an entity's first revision.
  ///
  /// - Parameters:
  ///   - data: `firstRevision` of it.
  ///   - feed: the id of its feed.
  /// - Returns: its place in the log.
  func add(_ data: [UInt8], kind: EntityKind, id: String, feed: String, cause: Cause) throws -> Position {
    try append("added", family: "\(kind.family)", subject: id, feed: feed, data, cause)
  }

  /// Publishes an entity's next revision, where it differs from the last, and keeps what was before.
  ///
  /// - Returns: the row with what was published; the same where nothing was.
  func update(
    _ row: EntityRow, to entity: PublishedEntity, matchedBy: DecidedBy?, initial: Bool, truncated: [String]?,
    cause: Cause
  ) throws -> EntityRow {
    let last = try current(row)
    let changed = NormalForm.changed(from: last.entity, to: entity)
    guard !changed.isEmpty else { return row }
    // A count that moves every hour is no revision of what was published.
    let isView = changed == ["numberOfViews"]
    let verb =
      if isView { "viewed" } else if entity.withdrawn == last.entity.withdrawn { "updated" } else if entity.withdrawn {
        "withdrawn"
      } else { "restored" }
    try keepHistory(of: row, last, before: entity, isView: isView)
    var row = row
    if !isView { row.revision += 1 }
    let revision = Revision(
      number: row.revision, changed: changed, initial: initial, firstSeen: row.firstSeen,
      matchedBy: matchedBy?.rawValue)
    row.sequence = try append(
      verb, family: "\(entity.kind.family)", subject: entity.id, feed: entity.feed,
      Self.data(of: entity, revision, truncated), cause)
    return row
  }

  func remove(_ row: EntityRow, feed: String, duplicateOf: String? = nil, cause: Cause) throws {
    try append(
      "removed", family: "\(row.kind.family)", subject: row.id, feed: feed,
      try BusCoder.encode(RemovedEvent(duplicateOf: duplicateOf)), cause)
  }

  /// An entity as it was published last.
  func current(_ row: EntityRow) throws -> PublishedRevision {
    try PublishedRevision(event(at: row.sequence, about: row.id), kind: row.kind)
  }

  /// Keeps the last revision as far as the next one differs from it.
  private func keepHistory(
    of row: EntityRow, _ last: PublishedRevision, before next: PublishedEntity, isView: Bool
  ) throws {
    let isLastView = last.event.familyAndVerb?.verb == "viewed"
    // What a view's event takes the place of said when the revision was, and what of it changed.
    if isView, isLastView { return }
    try store.noteRevision(
      entity: row.number,
      FormerRevision(
        revision: last.revision, time: last.event.time, verb: String(last.event.familyAndVerb?.verb ?? ""),
        changed: last.changed,
        former: isView
          ? nil : try FormerValues.json(of: last.event.entity(row.kind.family), before: json(of: next), kind: row.kind))
    )
  }

  // MARK: The log

  private struct Revision {
    let number: Int
    let changed: [String]
    let initial: Bool
    let firstSeen: Int
    let matchedBy: String?
  }

  private static func data(
    of entity: PublishedEntity, _ revision: Revision, _ truncated: [String]?
  ) throws -> [UInt8] {
    let firstSeen = Date(timeIntervalSince1970: Double(revision.firstSeen))
    return switch entity {
    case .episode(let episode):
      try BusCoder.encode(
        EpisodeEvent(
          episode: episode, revision: revision.number, changed: revision.changed, initial: revision.initial,
          firstSeen: firstSeen, matchedBy: revision.matchedBy, truncated: truncated))
    case .video(let video):
      try BusCoder.encode(
        VideoEvent(
          video: video, revision: revision.number, changed: revision.changed, initial: revision.initial,
          firstSeen: firstSeen, matchedBy: revision.matchedBy, truncated: truncated))
    case .photo(let photo):
      try BusCoder.encode(
        PhotoEvent(
          photo: photo, revision: revision.number, changed: revision.changed, initial: revision.initial,
          firstSeen: firstSeen, matchedBy: revision.matchedBy, truncated: truncated))
    }
  }

  private func append(
    _ verb: String, _ collection: PublishedCollection, revision: Int, changed: [String], _ initial: Bool,
    _ truncated: [String]?, _ cause: Cause
  ) throws -> Position {
    let data =
      switch collection {
      case .podcast(let podcast):
        try BusCoder.encode(
          PodcastEvent(
            podcast: podcast, revision: revision, changed: changed, initial: initial, truncated: truncated))
      case .channel(let channel):
        try BusCoder.encode(
          ChannelEvent(
            channel: channel, revision: revision, changed: changed, initial: initial, truncated: truncated))
      case .photoStream(let stream):
        try BusCoder.encode(
          PhotoStreamEvent(
            photoStream: stream, revision: revision, changed: changed, initial: initial, truncated: truncated))
      }
    return try append(
      verb, family: "\(collection.kind.collectionFamily)", subject: collection.id, feed: collection.id, data, cause)
  }

  @discardableResult
  private func append(
    _ verb: String, family: String, subject: String, feed: String, _ data: [UInt8], _ cause: Cause
  ) throws -> Position {
    let names = names.of(family: family, verb: verb, feed: feed)
    return try log.append(
      EventDraft(
        family: family, topic: names.topic, type: names.type, subject: subject, partitionKey: feed,
        schema: names.schema, causationID: cause.id, traceparent: cause.traceparent, data: data))
  }

  private func event(at sequence: Position, about subject: String) throws -> Event {
    guard let event = try log.event(at: sequence) else {
      throw CatalogError.missingEvent(subject: subject, sequence: sequence)
    }
    return event
  }

  private func json(of entity: PublishedEntity) throws -> [UInt8] {
    switch entity {
    case .episode(let episode): try BusCoder.encode(episode)
    case .video(let video): try BusCoder.encode(video)
    case .photo(let photo): try BusCoder.encode(photo)
    }
  }
}
