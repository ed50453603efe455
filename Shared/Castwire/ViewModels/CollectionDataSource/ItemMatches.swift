/// Which items of one part of a list are which of another's.
struct ItemMatches {
  /// The part of the old list.
  let oldRange: Range<Int>
  /// For each item of the new part its index in the old list; nil for those that are new.
  let oldIndexes: [Int?]
  /// The indexes of old items that are in the new part no more, in order.
  let removals: [Int]

  private struct Key<ID: Hashable>: Hashable {
    let id: ID
    /// The second item with an id is another than the first.
    let occurrence: Int
  }

  init<Item: Identifiable>(old: ArraySlice<Item>, new: ArraySlice<Item>) {
    oldRange = old.indices
    guard !old.isEmpty, !new.isEmpty else {
      oldIndexes = Array(repeating: nil, count: new.count)
      removals = Array(old.indices)
      return
    }
    var indexes: [Key<Item.ID>: Int] = [:]
    indexes.reserveCapacity(old.count)
    for (key, index) in zip(Self.keys(of: old), old.indices) { indexes[key] = index }
    oldIndexes = Self.keys(of: new).map { indexes.removeValue(forKey: $0) }
    removals = indexes.values.sorted()
  }

  private static func keys<Item: Identifiable>(of items: ArraySlice<Item>) -> [Key<Item.ID>] {
    var occurrences: [Item.ID: Int] = [:]
    occurrences.reserveCapacity(items.count)
    return items.map { item in
      let id = item.id
      let occurrence = occurrences[id, default: 0]
      occurrences[id] = occurrence + 1
      return Key(id: id, occurrence: occurrence)
    }
  }
}
