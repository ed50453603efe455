internal import Castwire
internal import CastwireBus
internal import Foundation

/// Takes in documents that have closed: publishes what follows from which episode each item is.
struct DocumentReconciler {
  /// An item that a document has, new or different.
  struct Seen {
    let staged: CatalogStore.StagedItem
    let message: ItemEvent

    var cause: Cause {
      staged.cause
    }
  }

  private struct Left {
    let staged: CatalogStore.StagedItem
    let message: ItemLeftEvent
  }

  /// What is staged of one document.
  private struct Document {
    let number: Int
    var seen: [Seen] = []
    var left: [Left] = []
  }

  private let store: CatalogStore
  private let publisher: CatalogPublisher
  private let matcher: EpisodeMatcher
  private let decodedItems: DecodedItems

  init(store: CatalogStore, publisher: CatalogPublisher, decodedItems: DecodedItems) {
    self.store = store
    self.publisher = publisher
    self.decodedItems = decodedItems
    matcher = EpisodeMatcher(store: store, publisher: publisher)
  }

  /// Takes in all that is staged of a feed.
  ///
  /// - Parameter asOne: where each item comes at most once, however many documents they are of: the feed's whole state.
  func close(feed: String, asOne: Bool) throws {
    for document in try stagedDocuments(feed: feed, asOne: asOne) { try close(document, feed: feed, asOne) }
    try store.clearStage(feed: feed)
  }

  /// One, unless the event that would have closed an earlier document had to be put aside.
  private func stagedDocuments(feed: String, asOne: Bool) throws -> [Document] {
    var documents: [Document] = []
    func add(to number: Int, _ change: (inout Document) -> Void) {
      if documents.isEmpty || (!asOne && documents[documents.count - 1].number != number) {
        documents.append(Document(number: number))
      }
      change(&documents[documents.count - 1])
    }
    for item in try store.stagedItems(feed: feed) {
      switch ItemEvent.Verb(rawValue: item.verb) {
      case .seen, .viewed:
        let message = try decodedItems.take(item.cause.id) ?? BusCoder.decode(ItemEvent.self, from: item.data)
        add(to: message.document) { $0.seen.append(Seen(staged: item, message: message)) }
      case .left:
        let message = try BusCoder.decode(ItemLeftEvent.self, from: item.data)
        add(to: message.document) { $0.left.append(Left(staged: item, message: message)) }
      case nil: continue
      }
    }
    return documents
  }

  private func close(_ document: Document, feed: String, _ isWholeState: Bool) throws {
    var gone: [(left: Left, episode: CatalogStore.EpisodeEntry)] = []
    for left in document.left {
      guard var episode = try store.episodes(feed: feed, rule: .item, value: left.staged.item).first else { continue }
      episode.isPresent = false
      try store.put(episode)
      gone.append((left, episode))
    }
    let matches = try matcher.match(document.seen, feed: feed, keysAreForeign: isWholeState)
    let matched = Set(matches.compactMap { $0?.id })
    for (left, episode) in gone where left.message.reason == .missing && !matched.contains(episode.id) {
      try withdraw(episode, cause: left.staged.cause)
    }
    for (seen, match) in zip(document.seen, matches) {
      if let match { try update(match, seen, feed: feed) } else { try add(seen, feed: feed) }
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

  private func withdraw(_ known: CatalogStore.EpisodeEntry, cause: Cause) throws {
    guard !known.isWithdrawn else { return }
    let last = try publisher.current(known)
    var episode = last.episode
    episode.withdrawn = true
    var entry = try publisher.publish(
      .withdrawn, episode, over: known, initial: false, truncated: last.truncated, cause: cause)
    entry.isWithdrawn = true
    try store.put(entry)
  }

  private func remember(_ seen: Seen, episode: String, feed: String) throws {
    try store.assign(item: seen.staged.item, feed: feed, to: episode)
    for rule in [CatalogStore.Rule.identifier, .link, .enclosure, .title] {
      guard let value = EpisodeMatcher.value(of: rule, in: seen.message, mustBeUnique: false) else { continue }
      try store.add(name: value, rule: rule, feed: feed, episode: episode)
    }
  }

  /// A date in the future does not make an episode newest, nor does one that the feed keeps renewing.
  private static func order(of episode: Episode, firstSeen: Int) -> Int {
    guard let date = episode.publicationDate else { return firstSeen }
    return min(Int(date.timeIntervalSince1970), firstSeen)
  }
}
