internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop

/// Compares a document with what was seen before and publishes what differs: items that left, items that are new or
/// different in document order, then the feed's own event, which closes the document.
struct DocumentPublisher {
  /// What a document changed.
  struct Summary {
    var new = 0
    var changed = 0
    var left = 0
    /// Whether anything was published.
    var isClosed = false
    /// Whether nothing that the feed held before is missing from it.
    var isWhole = true
    /// Whether something is missing that a hub has sent, so that a cache may not have it yet.
    var isUnsure = false
  }

  /// For how long a cache is given to have what a hub has sent, in milliseconds.
  private static let patience: Int64 = 3_600_000

  private let log: EventLog
  private let items: ItemStore

  init(log: EventLog, items: ItemStore) {
    self.log = log
    self.items = items
  }

  /// Publishes a document and brings `entry` up to it.
  ///
  /// - Parameter now: in milliseconds since 1970.
  func publish(
    _ document: PreparedDocument, over entry: inout FeedStore.Entry, now: Int64, traceparent: String
  ) throws -> Summary {
    let feed = entry.feed.id
    let number = entry.document + 1
    let known = try items.items(ofFeed: feed)
    var matcher = ItemMatcher(feed: feed, known: known)
    let matches = matcher.match(document.items)
    var summary = Summary()

    let stays = Set(matches.compactMap { $0?.key })
    let missing = known.filter { $0.isPresent && !$0.isHistory && !stays.contains($0.key) }
    let absent = missing.filter { now - ($0.pushed ?? .min / 2) >= Self.patience }
    summary.isWhole = missing.isEmpty
    summary.isUnsure = absent.count < missing.count
    // A document that broke off, or that has lost everything, is no proof that anything left.
    if !document.isPart, !document.items.isEmpty {
      let oldest = document.items.compactMap(ItemGroup.date).min()
      let lastPlace = known.filter { stays.contains($0.key) }.map(\.place).max() ?? Int.max
      for var item in absent.sorted(by: { $0.place < $1.place }) {
        let reason = Self.reason(item, oldest: oldest, lastPlace: lastPlace)
        try append(
          .left, subject: item.key, feed, traceparent,
          ItemLeftEvent(feed: feed, document: number, reason: reason))
        item.isPresent = false
        try items.put(item, feed: feed)
        summary.left += 1
      }
    }
    let names = Set(known.map(\.identifier))
    for (place, (item, match)) in zip(document.items, matches).enumerated() {
      // Some hubs send what is new alone, and less of it than the feed says. What is known by that name, the feed tells.
      if document.isPushed, !summary.isWhole, names.contains(ItemMatcher.identifier(of: item.item)) { continue }
      let seen = ItemStore.Entry(
        key: match?.key ?? matcher.newKey(for: item), identifier: ItemMatcher.identifier(of: item.item),
        enclosureURL: item.file, digest: item.digest, numberOfViews: item.item.numberOfViews,
        date: item.item.publicationDate.map { Int($0.timeIntervalSince1970) }, place: place, isPresent: true,
        isHistory: place >= document.ownCount,
        pushed: document.isPushed ? (match == nil ? now : match?.pushed) : nil)
      guard seen != match else { continue }
      try items.put(seen, feed: feed)
      guard let verb = verb(seen, before: match) else { continue }
      if match == nil { summary.new += 1 } else if verb == .seen { summary.changed += 1 }
      try append(
        verb, subject: seen.key, feed, traceparent,
        ItemEvent(
          feed: feed, document: number, item: item.item, initial: !entry.isInitialized,
          identifierCount: item.identifierCount, linkCount: item.linkCount, enclosureCount: item.enclosureCount,
          truncated: item.truncated))
      summary.isClosed = true
    }

    // What a document that broke off does not say of the feed may have stood after the break.
    let details = document.isPart && entry.document > 0 ? entry.feed.details : document.details
    let changed = try FieldChanges.names(from: entry.feed.details, to: details)
    // Many servers write the present time there at every request: alone it says nothing.
    let isNews = changed.contains { $0 != "updatedDate" }
    summary.isClosed = summary.isClosed || summary.left > 0 || isNews || entry.document == 0
    entry.feed.details = details
    if document.ownCount > 0, !document.isPushed { entry.itemCount = document.ownCount }
    guard summary.isClosed else { return summary }
    entry.document = number
    try FeedPublisher(log: log).append(
      .updated,
      FeedEvent(
        feed: entry.feed, document: number, changed: changed,
        truncated: details == document.details ? document.truncatedDetails : nil), traceparent: traceparent)
    return summary
  }

  /// Says of all items of a feed that they left, and forgets them: a compacted log keeps the newest event of each, and would tell
  /// of them for ever.
  func endItems(of entry: FeedStore.Entry, traceparent: String) throws {
    let feed = entry.feed.id
    for item in try items.items(ofFeed: feed) where item.isPresent {
      try append(
        .left, subject: item.key, feed, traceparent,
        ItemLeftEvent(feed: feed, document: entry.document, reason: .window))
    }
    try items.removeItems(ofFeed: feed)
  }

  private func verb(_ seen: ItemStore.Entry, before: ItemStore.Entry?) -> ItemEvent.Verb? {
    guard let before, before.isPresent, before.digest == seen.digest else { return .seen }
    return before.numberOfViews == seen.numberOfViews ? nil : .viewed
  }

  /// Out of the window where it is older than everything that is still there: by date, or where dates do not tell by
  /// its place.
  ///
  /// - Parameters:
  ///   - oldest: the earliest date in the document.
  ///   - lastPlace: where the last of those that stay stood before.
  private static func reason(_ item: ItemStore.Entry, oldest: Int?, lastPlace: Int) -> ItemLeftEvent.Reason {
    if let date = item.date, let oldest, date != oldest { return date < oldest ? .window : .missing }
    // Feeds that state days alone have several items of one date.
    return item.place > lastPlace ? .window : .missing
  }

  private func append(
    _ verb: ItemEvent.Verb, subject: String, _ feed: String, _ traceparent: String, _ message: some Encodable
  ) throws {
    try log.append(
      EventDraft(
        family: "item", topic: Topic(family: "item", feed: feed, verb: verb.rawValue),
        type: EventType.name(family: "item", verb: verb.rawValue), subject: subject, partitionKey: feed,
        schema: EventType.schema(family: "item"), traceparent: traceparent, data: try BusCoder.encode(message)))
  }
}
