internal import Foundation

/// Finds how one list becomes another.
public enum CollectionDiff {
  /// The fewest steps from `old` to `new`, to be done one after the other as `CollectionStep` says.
  ///
  /// First come removals, from the end on; then, from the beginning of the new list on, items that are inserted and moved;
  /// last, updates of items that are in both lists and differ. Each item that left, came, or differs costs one step, and
  /// so does each that has to change places: all of the common items but the most that keep their order among themselves.
  ///
  /// It takes time in proportion to n log n, and to n where the lists differ in few places or in one. Items are the same by
  /// their `id`, which no two of a list share; where some do, the steps still lead to `new`, but may not be the fewest.
  public static func steps<Item: Identifiable & Equatable>(
    from old: [Item], to new: [Item]
  ) -> [CollectionStep<Item>] {
    var start = 0
    while start < min(old.count, new.count), old[start].id == new[start].id { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1].id == new[newEnd - 1].id {
      oldEnd -= 1
      newEnd -= 1
    }
    let middle = ItemMatches(old: old[start..<oldEnd], new: new[start..<newEnd])
    var steps = middle.removals.reversed().map { CollectionStep<Item>.remove(at: path($0)) }
    steps += placements(middle, of: new, from: start)

    func update(_ oldIndex: Int, _ newIndex: Int) {
      if old[oldIndex] != new[newIndex] { steps.append(.update(new[newIndex], at: path(newIndex))) }
    }
    for index in 0..<start { update(index, index) }
    for (newIndex, oldIndex) in zip(start..<newEnd, middle.oldIndexes) {
      if let oldIndex { update(oldIndex, newIndex) }
    }
    for index in newEnd..<new.count { update(index - newEnd + oldEnd, index) }
    return steps
  }

  /// The steps that bring items of the new list to their places, once those that leave have left.
  private static func placements<Item>(
    _ matches: ItemMatches, of new: [Item], from start: Int
  ) -> [CollectionStep<Item>] {
    let slots = ListSlots(matches)
    var taken = PrefixCounts(slots.isTakenAtFirst)
    var steps: [CollectionStep<Item>] = []
    for (offset, slot) in slots.ofNewItems.enumerated() {
      let index = start + offset
      if let oldIndex = matches.oldIndexes[offset] {
        guard let from = slots.ofMovedItems[oldIndex] else { continue }
        taken.remove(from)
        steps.append(.move(from: path(start + taken.count(before: from)), to: path(start + taken.count(before: slot))))
      } else {
        steps.append(.insert(new[index], at: path(start + taken.count(before: slot))))
      }
      taken.add(slot)
    }
    return steps
  }

  private static func path(_ index: Int) -> IndexPath {
    IndexPath(item: index, section: 0)
  }
}
