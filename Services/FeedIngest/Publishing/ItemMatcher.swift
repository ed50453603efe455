internal import Castwire

/// Tells which of a document's items were seen before: by identifier, and among several with one identifier by
/// enclosure. Keys are sticky: an item keeps its key when a second one with its identifier turns up.
struct ItemMatcher {
  private let feed: String
  private var candidates: [String: [ItemStore.Entry]]
  private var keys: Set<String>

  init(feed: String, known: [ItemStore.Entry]) {
    self.feed = feed
    candidates = Dictionary(grouping: known, by: \.identifier)
    keys = Set(known.map(\.key))
  }

  /// For each item the entry that it had, or nil for a new one. No entry is given to two items.
  mutating func match(_ items: [PreparedDocument.Item]) -> [ItemStore.Entry?] {
    var matches = [ItemStore.Entry?](repeating: nil, count: items.count)
    // The same enclosure first, over the whole document; then whatever is left of the identifier, in order.
    for isExact in [true, false] {
      for (index, item) in items.enumerated() where matches[index] == nil {
        let identifier = Self.identifier(of: item.item)
        guard let entries = candidates[identifier],
          let at = entries.firstIndex(where: { !isExact || $0.enclosureURL == item.item.enclosureURL })
        else { continue }
        // Without the enclosure, only one item of that name in the document is surely the same.
        guard isExact || item.identifierCount <= 1 else { continue }
        matches[index] = entries[at]
        candidates[identifier]?.remove(at: at)
      }
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
