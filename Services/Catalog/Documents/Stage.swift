internal import Castwire
internal import CastwireBus
internal import MessageCoding

/// Keeps items until their document closes: in memory alone as long as they are few, since feed-ingest says them again after a
/// new start (`ServiceHandler.isHolding`); else in the store, and in memory as far as that is bounded, so that hardly any is
/// read and decoded again.
final class Stage {
  /// In bytes of JSON: of what waits beyond that, the rest is decoded again.
  private static let decodedLimit = 16 << 20
  /// So many items are known in memory: of a feed that has more the rest is read again.
  private static let knownLimit = 20_000

  private struct Unstored {
    let event: Event
    let item: DocumentItem
    let verb: ItemEvent.Verb
  }

  /// How much is in memory alone.
  private struct Held {
    /// So much is not worth being stored: most documents close with the next batch. More would take long to come again.
    static let most = Held(size: 4 << 20, count: 2_000, commits: 8)

    /// In bytes of JSON.
    var size = 0
    var count = 0
    var commits = 0

    var isTooMuch: Bool {
      size > Self.most.size || count > Self.most.count || commits > Self.most.commits
    }
  }

  /// What is stored of a feed, as it is known.
  private struct Known {
    var items: [DocumentItem] = []
    /// The bytes of the JSON of those that are decoded.
    var decodedSize = 0
  }

  private let store: CatalogStore
  /// What is in memory alone, by feed.
  private var unstored: [String: [Unstored]] = [:]
  private var held = Held()
  /// The feeds of which something is stored, with all of it where that is known.
  private var stored: [String: Known?]
  private var decodedSize = 0
  private var knownCount = 0

  init(store: CatalogStore) throws {
    self.store = store
    stored = Dictionary(uniqueKeysWithValues: try store.stagedFeeds().map { ($0, nil) })
  }

  func keep(_ message: StagedMessage, _ verb: ItemEvent.Verb, _ event: Event) {
    keep(.seen(message), document: message.document, verb, event)
  }

  func keep(_ message: ItemLeftEvent, _ event: Event) {
    keep(.left(message.reason), document: message.document, .left, event)
  }

  private func keep(_ content: DocumentItem.Content, document: Int, _ verb: ItemEvent.Verb, _ event: Event) {
    let item = DocumentItem(
      key: event.subject, document: document, cause: Cause(event), time: event.time, content: content)
    unstored[event.partitionKey, default: []].append(Unstored(event: event, item: item, verb: verb))
    held.size += event.json.count
    held.count += 1
  }

  /// Whether something is in memory alone.
  var isHolding: Bool {
    !unstored.isEmpty
  }

  func hasItems(feed: String) -> Bool {
    unstored[feed] != nil || stored[feed] != nil
  }

  /// All feeds of which something waits.
  var feeds: Set<String> {
    Set(stored.keys).union(unstored.keys)
  }

  /// What waits of a feed, in its order.
  func items(feed: String) throws -> [DocumentItem] {
    var items: [DocumentItem] = []
    if let known = stored[feed] { items = try known?.items ?? storedItems(feed: feed) }
    for kept in unstored[feed] ?? [] { items.append(kept.item) }
    return items
  }

  private func storedItems(feed: String) throws -> [DocumentItem] {
    var items: [DocumentItem] = []
    try store.forEachStaged(feed: feed) { row in
      let content: DocumentItem.Content =
        row.verb == ItemEvent.Verb.left.rawValue
        ? .left(try BusCoder.decode(ItemLeftEvent.self, from: row.data).reason) : .stored(row.number)
      items.append(
        DocumentItem(key: row.item, document: row.document, cause: row.cause, time: row.time, content: content))
    }
    return items
  }

  /// An item of the stage, decoded once more where it is not in memory.
  func message(of item: DocumentItem) throws -> StagedMessage? {
    switch item.content {
    case .seen(let message): message
    case .left: nil
    case .stored(let number):
      try store.staged(number: number).map { StagedMessage(try BusCoder.decode(ItemEvent.self, from: $0.data)) }
    }
  }

  /// What an item of the stage says, as JSON.
  func json(of item: DocumentItem) throws -> [UInt8] {
    switch item.content {
    case .seen(let message): try BusCoder.encode(message.item)
    case .left(let reason): Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8)
    case .stored(let number): try store.staged(number: number)?.data ?? []
    }
  }

  /// Forgets what waits of a feed: the last thing that is done about it, since memory knows no transaction that is undone
  /// in part.
  func clear(feed: String) throws {
    if let known = stored[feed] {
      try store.clearStage(feed: feed)
      forget(known)
      stored[feed] = nil
    }
    for kept in unstored.removeValue(forKey: feed) ?? [] {
      held.size -= kept.event.json.count
      held.count -= 1
    }
    if unstored.isEmpty { held = Held() }
  }

  private func forget(_ known: Known?) {
    decodedSize -= known?.decodedSize ?? 0
    knownCount -= known?.items.count ?? 0
  }

  /// Forgets all that waits.
  func clear() throws {
    for feed in stored.keys { try store.clearStage(feed: feed) }
    (unstored, held, stored, decodedSize, knownCount) = ([:], Held(), [:], 0, 0)
  }

  /// Stores what is in memory alone for too long, at the end of a transaction.
  func willCommit() throws {
    guard isHolding else { return }
    held.commits += 1
    if held.isTooMuch { try flush() }
  }

  /// Stores what is in memory alone.
  func flush() throws {
    for (feed, items) in unstored {
      // Of what was stored before this start nothing is known.
      var known = stored[feed] ?? Known()
      for kept in items { try store(kept, feed: feed, &known) }
      stored[feed] = .some(known)
    }
    (unstored, held) = ([:], Held())
  }

  private func store(_ kept: Unstored, feed: String, _ known: inout Known?) throws {
    let size = kept.event.data.count
    let number = try store.stage(
      feed: feed, document: kept.item.document, verb: kept.verb.rawValue, item: kept.item.key,
      cause: kept.event.causationID, traceparent: kept.event.traceparent, time: kept.event.time,
      data: Array(kept.event.data))
    guard known != nil else { return }
    guard knownCount < Self.knownLimit else {
      forget(known)
      known = nil
      return
    }
    var item = kept.item
    if case .seen = item.content {
      if decodedSize + size <= Self.decodedLimit {
        decodedSize += size
        known?.decodedSize += size
      } else {
        item.content = .stored(number)
      }
    }
    known?.items.append(item)
    knownCount += 1
  }
}

/// An item event that waits for its document to close.
struct DocumentItem {
  enum Content {
    case seen(StagedMessage)
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
  var content: Content

  /// In seconds since 1970.
  var seconds: Int {
    Int(time.rawValue / 1_000)
  }
}
