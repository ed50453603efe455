internal import Castwire
internal import Foundation

/// The items of one document that share an identifier, and what went by that identifier before.
///
/// Mostly that is one and one. Where a feed gives many items the same name, only what tells them apart counts: a wrong
/// match makes two episodes into one for good, and one that is not made can still be found by the catalog.
struct ItemGroup {
  private let items: [PreparedDocument.Item]
  /// Those that the feed held last before those that it once held, each in the order of the document.
  private let entries: [ItemStore.Entry]
  private var matches: [ItemStore.Entry?]
  private var isTaken: [Bool]

  init(items: [PreparedDocument.Item], entries: [ItemStore.Entry]) {
    self.items = items
    self.entries = entries.sorted { left, right in
      left.isPresent == right.isPresent ? (left.place, left.key) < (right.place, right.key) : left.isPresent
    }
    matches = Array(repeating: nil, count: items.count)
    isTaken = Array(repeating: false, count: entries.count)
  }

  /// For each item the entry that it had, or nil for a new one.
  mutating func match() -> [ItemStore.Entry?] {
    if items.count == 1, entries.count == 1 { return entries }
    matchEqual()
    matchUnique(
      { item in Self.date(of: item).map { "\($0) \(item.file ?? "")" } },
      { entry in entry.date.map { "\($0) \(Self.file(of: entry) ?? "")" } })
    matchUnique({ $0.file }, Self.file)
    matchUnique({ item in Self.date(of: item).map(String.init) }, { entry in entry.date.map(String.init) })
    // Nothing else tells them apart, but there is only one and was only one.
    let present = entries.prefix(while: \.isPresent)
    if items.count == 1, matches[0] == nil, present.count == 1 || (present.isEmpty && entries.count == 1), !isTaken[0] {
      matches[0] = entries[0]
    }
    return matches
  }

  /// Earlier versions kept what signs an address for a time.
  private static func file(of entry: ItemStore.Entry) -> String? {
    entry.enclosureURL.map(Identity.stableURL)
  }

  static func date(of item: PreparedDocument.Item) -> Int? {
    item.item.publicationDate.map { Int($0.timeIntervalSince1970) }
  }

  /// Items that did not change at all. Those that are alike in everything are so in the end, too.
  private mutating func matchEqual() {
    var byDigest = Dictionary(grouping: entries.indices.reversed(), by: { entries[$0].digest })
    for index in items.indices {
      guard let entry = byDigest[items[index].digest]?.popLast() else { continue }
      take(entry, for: index)
    }
  }

  /// Items with something that no other item of the group has, and of the entries only one.
  private mutating func matchUnique(
    _ itemKey: (PreparedDocument.Item) -> String?, _ entryKey: (ItemStore.Entry) -> String?
  ) {
    var itemsByKey: [String: [Int]] = [:]
    for index in items.indices {
      if let key = itemKey(items[index]) { itemsByKey[key, default: []].append(index) }
    }
    var entriesByKey: [String: [Int]] = [:]
    for index in entries.indices {
      if let key = entryKey(entries[index]) { entriesByKey[key, default: []].append(index) }
    }
    for (key, indices) in itemsByKey {
      guard indices.count == 1, matches[indices[0]] == nil, let known = entriesByKey[key] else { continue }
      let present = known.filter { entries[$0].isPresent }
      let candidates = present.isEmpty ? known : present
      if candidates.count == 1, !isTaken[candidates[0]] { take(candidates[0], for: indices[0]) }
    }
  }

  private mutating func take(_ entry: Int, for item: Int) {
    matches[item] = entries[entry]
    isTaken[entry] = true
  }
}
