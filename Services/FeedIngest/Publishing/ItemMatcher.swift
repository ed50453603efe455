internal import Castwire

/// Tells which of a document's items were seen before. Keys are sticky: an item keeps its key when a second one with
/// its identifier turns up, and while its identifier stays, whatever else of it changes.
struct ItemMatcher {
  private let feed: String
  private let known: [String: [ItemStore.Entry]]
  private var keys: Set<String>

  init(feed: String, known: [ItemStore.Entry]) {
    self.feed = feed
    self.known = Dictionary(grouping: known, by: \.identifier)
    keys = Set(known.map(\.key))
  }

  /// For each item the entry that it had, or nil for a new one. No entry is given to two items.
  func match(_ items: [PreparedDocument.Item]) -> [ItemStore.Entry?] {
    var matches = [ItemStore.Entry?](repeating: nil, count: items.count)
    for (identifier, indices) in Dictionary(grouping: items.indices, by: { Self.identifier(of: items[$0].item) }) {
      guard let entries = known[identifier] else { continue }
      var group = ItemGroup(items: indices.map { items[$0] }, entries: entries)
      for (index, match) in zip(indices, group.match()) { matches[index] = match }
    }
    return matches
  }

  /// A key for a new item, unique among the feed's.
  mutating func newKey(for item: PreparedDocument.Item) -> String {
    let identifier = Self.identifier(of: item.item)
    let enclosure = item.item.enclosureURL
    var key = Identity.entityID(
      feedID: feed, identifier: identifier, enclosureURL: item.identifierCount > 1 ? enclosure : nil)
    var ordinal = 2
    while !keys.insert(key).inserted {
      key = Identity.entityID(feedID: feed, identifier: identifier, enclosureURL: "\(enclosure ?? "")#\(ordinal)")
      ordinal += 1
    }
    return key
  }

  /// What the parser found to call the item by; it always finds something.
  static func identifier(of item: FeedItem) -> String {
    item.identifier ?? item.link ?? item.enclosureURL ?? item.title ?? ""
  }
}
