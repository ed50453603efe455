internal import Castwire
internal import CastwireBus
internal import MessageCoding

/// Keeps items until their document closes: in memory while the transaction is open, since most documents close within
/// it, and then in the store.
final class Stage {
  /// In bytes of JSON: of what waits beyond that, the rest is decoded again.
  private static let decodedLimit = 16 << 20

  private struct Unstored {
    let event: Event
    let content: DocumentItem.Content
    let document: Int
    let verb: ItemEvent.Verb
  }

  private let store: CatalogStore
  /// What came in the open transaction, by feed.
  private var unstored: [String: [Unstored]] = [:]
  /// The feeds of which something is stored.
  private var storedFeeds: Set<String>
  /// Stored items as they were decoded when they came, by the events that brought them.
  private var decoded: [String: ItemEvent] = [:]
  private var decodedSize = 0

  init(store: CatalogStore) throws {
    self.store = store
    storedFeeds = Set(try store.stagedFeeds())
  }

  func keep(_ message: ItemEvent, _ verb: ItemEvent.Verb, _ event: Event) {
    unstored[event.partitionKey, default: []].append(
      Unstored(event: event, content: .seen(message), document: message.document, verb: verb))
  }

  func keep(_ message: ItemLeftEvent, _ event: Event) {
    unstored[event.partitionKey, default: []].append(
      Unstored(event: event, content: .left(message.reason), document: message.document, verb: .left))
  }

  func hasItems(feed: String) -> Bool {
    unstored[feed] != nil || storedFeeds.contains(feed)
  }

  /// All feeds of which something waits.
  var feeds: Set<String> {
    storedFeeds.union(unstored.keys)
  }

  /// What waits of a feed, in its order.
  func items(feed: String) throws -> [DocumentItem] {
    var items: [DocumentItem] = []
    if storedFeeds.contains(feed) {
      try store.forEachStaged(feed: feed) { row in
        let content: DocumentItem.Content
        if row.verb == ItemEvent.Verb.left.rawValue {
          content = .left(try BusCoder.decode(ItemLeftEvent.self, from: row.data).reason)
        } else if let message = row.cause.id.flatMap({ decoded[$0] }) {
          content = .seen(message)
        } else {
          content = .stored(row.number)
        }
        items.append(
          DocumentItem(
            key: row.item, document: row.document, cause: row.cause, time: row.time, content: content))
      }
    }
    for item in unstored[feed] ?? [] {
      items.append(
        DocumentItem(
          key: item.event.subject, document: item.document, cause: Cause(item.event), time: item.event.time,
          content: item.content))
    }
    return items
  }

  /// An item of the stage, decoded once more where it is not in memory.
  func message(of item: DocumentItem) throws -> ItemEvent? {
    switch item.content {
    case .seen(let message): message
    case .left: nil
    case .stored(let number):
      try store.staged(number: number).map { try BusCoder.decode(ItemEvent.self, from: $0.data) }
    }
  }

  /// Forgets what waits of a feed: the last thing that is done about it, since memory knows no transaction that is undone
  /// in part.
  func clear(feed: String) throws {
    if storedFeeds.contains(feed) {
      if !decoded.isEmpty { try forgetDecoded(feed: feed) }
      try store.clearStage(feed: feed)
      storedFeeds.remove(feed)
    }
    unstored[feed] = nil
  }

  /// Forgets all that waits.
  func clear() throws {
    for feed in storedFeeds { try store.clearStage(feed: feed) }
    (unstored, storedFeeds, decoded, decodedSize) = ([:], [], [:], 0)
  }

  private func forgetDecoded(feed: String) throws {
    // Documents close in their order: what is decoded is this feed's, but for a log that was compacted.
    if storedFeeds.count == 1 {
      (decoded, decodedSize) = ([:], 0)
    } else {
      try store.forEachStaged(feed: feed) { row in
        if row.cause.id.flatMap({ decoded.removeValue(forKey: $0) }) != nil { decodedSize -= row.data.count }
      }
    }
  }

  /// Stores what waits still, at the end of the transaction.
  func flush() throws {
    for (feed, items) in unstored {
      for item in items {
        let cause = item.event.causationID
        try store.stage(
          feed: feed, document: item.document, verb: item.verb.rawValue, item: item.event.subject, cause: cause,
          traceparent: item.event.traceparent, time: item.event.time, data: Array(item.event.data))
        if case .seen(let message) = item.content, decodedSize + item.event.data.count <= Self.decodedLimit {
          decoded[cause] = message
          decodedSize += item.event.data.count
        }
      }
      storedFeeds.insert(feed)
    }
    unstored = [:]
  }
}

/// An item event that waits for its document to close.
struct DocumentItem {
  enum Content {
    case seen(ItemEvent)
    case left(ItemLeftEvent.Reason)
    /// In the store, under this number.
    case stored(Int)
  }

  /// feed-ingest's key for the item.
  let key: String
  /// The number of its document.
  let document: Int
  let cause: Cause
  let time: Timestamp
  let content: Content

  /// In seconds since 1970.
  var seconds: Int {
    Int(time.rawValue / 1_000)
  }
}
