internal import Castwire

/// What is the same for all items of a document that is taken in.
struct DocumentContext {
  var feed: FeedRow
  let message: FeedEvent
  let publishing: PublishingFeed
  let cause: Cause
  /// Whether it is the feed's whole state: of each item the newest event, of whichever document.
  let isWhole: Bool
  /// Whether feed-ingest's keys may be of another log than those that are known.
  let keysAreForeign: Bool
  /// Whether the feed had no entities before: then no id is taken but by what the document added.
  let isFirst: Bool
  /// The ids of what was added, where that is asked of a first document.
  var givenIDs: Set<String> = []
  /// How many were published that their collections do not count yet.
  var uncounted: [EntityKind: Int] = [:]
  /// What was added and is not stored yet, with feed-ingest's keys.
  var unstored: [(row: EntityRow, item: Int64?)] = []
  private var lastNumber: Int?
  /// Whether an item that cannot be taken in is put aside by itself.
  var isOneByOne = false
  var putAside: [(item: DocumentItem, error: any Error)] = []
  /// What those that were added are known by and what is not stored yet.
  var names: [CatalogStore.FirstName] = []
  /// What was added.
  var added: [EntityRow] = []

  init(_ message: FeedEvent, feed: FeedRow, cause: Cause, isWhole: Bool, keysAreForeign: Bool, isFirst: Bool) {
    self.feed = feed
    self.message = message
    self.cause = cause
    self.isWhole = isWhole
    self.keysAreForeign = keysAreForeign
    self.isFirst = isFirst
    publishing = PublishingFeed(id: feed.id, message.feed.details)
  }

  /// The number of a new entity.
  ///
  /// - Parameter next: gives that of the first.
  mutating func number(_ next: () throws -> Int) rethrows -> Int {
    let number = try lastNumber.map { $0 + 1 } ?? next()
    lastNumber = number
    return number
  }

  /// Stores what was added, with its names.
  mutating func store(in store: CatalogStore) throws {
    try storeEntities(in: store)
    try store.add(names, feed: feed.number)
    names = []
  }

  /// Stores what was added, so that it can be asked for.
  mutating func storeEntities(in store: CatalogStore) throws {
    try store.add(unstored)
    unstored = []
  }

  /// More items of one document with one file than that have no file of their own.
  private static let mostWithOneFile = 20

  /// The files that other feeds may have, too.
  private var sharedFiles: Set<Int64> = []

  /// Finds the files by which duplicates may be found: those that entities have already, unless so many items have one that
  /// nothing can be told by it.
  ///
  /// - Parameter known: gives those of some files that entities have.
  mutating func noteFiles(_ seen: [SeenItem], known: (Set<Int64>) throws -> Set<Int64>) rethrows {
    let counts = Dictionary(seen.compactMap(\.facts.file).map { ($0, 1) }, uniquingKeysWith: +)
    sharedFiles = try known(Set(counts.filter { $0.value <= Self.mostWithOneFile }.keys))
  }

  /// Whether another feed may have a file, too, as its own.
  func isShared(_ file: Int64?) -> Bool {
    file.map(sharedFiles.contains) ?? false
  }

  var details: FeedDetails {
    message.feed.details
  }
}

/// What the entities of a feed have of it.
struct PublishingFeed: Sendable {
  private let id: String
  private let channel: ChannelSummary

  init(id: String, _ details: FeedDetails) {
    self.id = id
    channel = Self.summary(Channel(id: id, feedURL: "", state: .active, details: details))
  }

  /// The most bytes that a channel may add to each event of its videos, and each of its two values to that: the event has to
  /// stay within its limit.
  private static let summarySize = 2_048

  private static func summary(_ channel: Channel) -> ChannelSummary {
    ChannelSummary(
      name: channel.name.map { name in
        name.utf8.count <= summarySize ? name : String(name.unicodeScalars.prefix(summarySize / 4))
      },
      profileImageURL: channel.profileImageURL.flatMap { $0.utf8.count <= summarySize ? $0 : nil })
  }

  /// What an item is as an entity of the feed.
  func entity(_ item: FeedItem, kind: EntityKind, id: String) -> PublishedEntity {
    PublishedEntity(item, kind: kind, id: id, feed: self.id, channel: channel)
  }
}

/// An item of a document that is new or different.
struct SeenItem {
  /// What does not change: one thing to hand on, and not many.
  private final class Parts: Sendable {
    let staged: DocumentItem
    let facts: ItemFacts
    let kind: (kind: EntityKind, isPending: Bool)

    init(_ staged: DocumentItem, _ facts: ItemFacts, _ kind: (kind: EntityKind, isPending: Bool)) {
      (self.staged, self.facts, self.kind) = (staged, facts, kind)
    }
  }

  private let parts: Parts
  /// Whether it is more than is to be kept of the feed, and is not published.
  var isExcess = false

  init(staged: DocumentItem, facts: ItemFacts, kind: (kind: EntityKind, isPending: Bool)) {
    parts = Parts(staged, facts, kind)
  }

  var staged: DocumentItem { parts.staged }

  var facts: ItemFacts { parts.facts }

  var kind: (kind: EntityKind, isPending: Bool) { parts.kind }

  /// When an entity that is published now is said to have been seen first, in seconds since 1970: nobody saw it while it had
  /// nothing to play or to show.
  ///
  /// - Parameter known: what is known of it already.
  func firstSeen(_ known: EntityRow?) -> Int {
    guard let known, !known.state.contains(.pending) else { return staged.seconds }
    return known.firstSeen
  }
}
