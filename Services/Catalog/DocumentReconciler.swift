internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop

/// Decides, once a document has closed, which episode each of its items is, and publishes what follows from that.
///
/// An item that feed-ingest knows again is the episode that it was before. Any other is matched, rule by rule, with
/// the episodes that the feed no longer holds: a publisher who changes an identifier takes one item out and puts the
/// same episode in. An episode that is still there under its own item is never taken.
struct DocumentReconciler {
  private struct Seen {
    let staged: CatalogStore.StagedItem
    let message: ItemEvent

    var cause: Cause {
      staged.cause
    }
  }

  private struct Left {
    let staged: CatalogStore.StagedItem
    let reason: ItemLeftEvent.Reason
    var episode: CatalogStore.EpisodeEntry
  }

  private let store: CatalogStore
  private let publisher: CatalogPublisher
  private let log: EventLog

  init(store: CatalogStore, publisher: CatalogPublisher, log: EventLog) {
    self.store = store
    self.publisher = publisher
    self.log = log
  }

  /// Takes in all that is staged of a feed.
  func close(feed: String) throws {
    let staged = try store.stagedItems(feed: feed)
    var seen: [Seen] = []
    var left: [Left] = []
    for item in staged {
      switch ItemEvent.Verb(rawValue: item.verb) {
      case .seen:
        seen.append(Seen(staged: item, message: try MessageCoder.decode(ItemEvent.self, from: item.data)))
      case .left:
        guard let episode = try store.episodes(feed: feed, rule: .item, value: item.item).first else { continue }
        let reason = try MessageCoder.decode(ItemLeftEvent.self, from: item.data).reason
        left.append(Left(staged: item, reason: reason, episode: episode))
      // An episode has no count of views.
      case .viewed, nil: continue
      }
    }
    for index in left.indices {
      left[index].episode.isPresent = false
      try store.put(left[index].episode)
    }
    let matches = try match(seen, feed: feed)
    let matched = Set(matches.compactMap { $0?.id })
    for left in left where left.reason == .missing && !matched.contains(left.episode.id) {
      try withdraw(left)
    }
    for (seen, match) in zip(seen, matches) {
      if let match { try update(match, seen, feed: feed) } else { try add(seen, feed: feed) }
    }
    try store.clearStage(feed: feed)
  }

  // MARK: Identity

  /// The episode that each item is; nil for a new one. No episode is given to two items.
  private func match(_ seen: [Seen], feed: String) throws -> [CatalogStore.EpisodeEntry?] {
    var matches = [CatalogStore.EpisodeEntry?](repeating: nil, count: seen.count)
    var taken: Set<String> = []
    for (index, seen) in seen.enumerated() {
      guard let episode = try store.episodes(feed: feed, rule: .item, value: seen.staged.item).first else { continue }
      matches[index] = episode
      taken.insert(episode.id)
    }
    // Rule by rule over the whole document, so that a strong rule of a late item wins over a weak one of an early.
    for rule in [CatalogStore.Rule.identifier, .link, .enclosure, .title] {
      for (index, seen) in seen.enumerated() where matches[index] == nil {
        guard let value = Self.value(of: rule, in: seen.message, mustBeUnique: true) else { continue }
        let free = try store.episodes(feed: feed, rule: rule, value: value).filter {
          !$0.isPresent && !taken.contains($0.id)
        }
        guard free.count == 1, let episode = free.first else { continue }
        matches[index] = episode
        taken.insert(episode.id)
      }
    }
    return matches
  }

  /// What a rule knows the item by.
  ///
  /// - Parameter mustBeUnique: nil, too, where another item of the document has the same.
  private static func value(
    of rule: CatalogStore.Rule, in message: ItemEvent, mustBeUnique: Bool
  ) -> String? {
    let item = message.item
    switch rule {
    case .item:
      return nil
    case .identifier:
      guard item.identifierRule == .guid, !mustBeUnique || message.identifierCount == 1 else { return nil }
      return item.identifier
    case .link:
      return mustBeUnique && message.linkCount != 1 ? nil : item.link
    case .enclosure:
      return mustBeUnique && message.enclosureCount != 1 ? nil : item.enclosureURL
    case .title:
      guard let title = item.title, let date = item.publicationDate else { return nil }
      return "\(title)\n\(Int(date.timeIntervalSince1970))"
    }
  }

  /// An id for a new episode: of its identifier, and of its enclosure where items share the identifier.
  private func newID(_ seen: Seen, feed: String) throws -> String {
    let identifier = seen.message.item.identifier ?? seen.staged.item
    let enclosure = seen.message.item.enclosureURL
    var id = Identity.entityID(
      feedID: feed, identifier: identifier, enclosureURL: seen.message.identifierCount > 1 ? enclosure : nil)
    // Taken by an episode that the rules told apart from this one.
    var ordinal = 2
    while try store.episode(id) != nil {
      id = Identity.entityID(feedID: feed, identifier: identifier, enclosureURL: "\(enclosure ?? "")#\(ordinal)")
      ordinal += 1
    }
    return id
  }

  // MARK: Consequences

  private func add(_ seen: Seen, feed: String) throws {
    let episode = Episode(id: try newID(seen, feed: feed), podcastID: feed, item: seen.message.item)
    let sequence = try publisher.publish(
      new: episode, initial: seen.message.initial, truncated: seen.message.truncated, cause: seen.cause)
    let firstSeen = Int(seen.staged.time.rawValue / 1_000)
    try store.put(
      CatalogStore.EpisodeEntry(
        id: episode.id, podcast: feed, sequence: sequence, revision: 1,
        order: Self.order(of: episode, firstSeen: firstSeen), firstSeen: firstSeen, isWithdrawn: false, isPresent: true)
    )
    try remember(seen, episode: episode.id, feed: feed)
  }

  private func update(_ entry: CatalogStore.EpisodeEntry, _ seen: Seen, feed: String) throws {
    let episode = Episode(id: entry.id, podcastID: feed, item: seen.message.item)
    var entry = try publisher.publish(
      entry.isWithdrawn ? .restored : .updated, episode, over: entry, initial: seen.message.initial,
      truncated: seen.message.truncated, cause: seen.cause)
    entry.order = Self.order(of: episode, firstSeen: entry.firstSeen)
    entry.isWithdrawn = false
    entry.isPresent = true
    try store.put(entry)
    try remember(seen, episode: entry.id, feed: feed)
  }

  private func withdraw(_ left: Left) throws {
    guard !left.episode.isWithdrawn else { return }
    var episode = try publisher.current(left.episode)
    episode.withdrawn = true
    var entry = try publisher.publish(
      .withdrawn, episode, over: left.episode, initial: false, truncated: nil,
      cause: left.staged.cause)
    entry.isWithdrawn = true
    try store.put(entry)
  }

  private func remember(_ seen: Seen, episode: String, feed: String) throws {
    try store.assign(item: seen.staged.item, feed: feed, to: episode)
    for rule in [CatalogStore.Rule.identifier, .link, .enclosure, .title] {
      guard let value = Self.value(of: rule, in: seen.message, mustBeUnique: false) else { continue }
      try store.add(name: value, rule: rule, feed: feed, episode: episode)
    }
  }

  /// A date in the future does not make an episode newest, nor does one that the feed keeps renewing.
  private static func order(of episode: Episode, firstSeen: Int) -> Int {
    guard let date = episode.publicationDate else { return firstSeen }
    return min(Int(date.timeIntervalSince1970), firstSeen)
  }
}
