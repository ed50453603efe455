/// One row of places that holds the list at every moment between old and new, so that an item's index is the number of
/// taken places before its own.
///
/// The items that keep their order stand fast. Behind each of them come, in this order, places for the items that follow
/// it in the new list, and the places of those that follow it in the old list and will move away.
struct ListSlots {
  /// The place of each item of the new list.
  private(set) var ofNewItems: [Int]
  /// The places that items move away from, by their index in the old list.
  private(set) var ofMovedItems: [Int: Int] = [:]
  /// Which places are taken before anything moves.
  private(set) var isTakenAtFirst: [Bool] = []

  init(_ matches: ItemMatches) {
    let kept = matches.oldIndexes.enumerated().compactMap { new, old in old.map { (old: $0, new: new) } }
    let standing = IncreasingSubsequence.longest(in: kept.map(\.old)).map { kept[$0] }
    let isStanding = Set(standing.map(\.old))
    let moved = kept.map(\.old).filter { !isStanding.contains($0) }.sorted()

    ofNewItems = []
    ofNewItems.reserveCapacity(matches.oldIndexes.count)
    var nextMoved = 0
    func add(isTaken: Bool) -> Int {
      isTakenAtFirst.append(isTaken)
      return isTakenAtFirst.count - 1
    }
    for item in standing + [(old: matches.oldRange.upperBound, new: matches.oldIndexes.count)] {
      while ofNewItems.count < item.new { ofNewItems.append(add(isTaken: false)) }
      while nextMoved < moved.count, moved[nextMoved] < item.old {
        ofMovedItems[moved[nextMoved]] = add(isTaken: true)
        nextMoved += 1
      }
      if item.new < matches.oldIndexes.count { ofNewItems.append(add(isTaken: true)) }
    }
  }
}
