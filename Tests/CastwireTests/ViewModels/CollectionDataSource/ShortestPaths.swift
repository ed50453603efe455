/// All lists of up to some items, and the fewest steps between them, found by trying every step.
struct ShortestPaths {
  /// An item as a number: its id and one of its contents.
  typealias List = [Entry]

  struct Entry: Identifiable, Hashable {
    let id: Int
    let content: Int
  }

  let lists: [List]
  private let neighbours: [[Int]]

  init(ids: Int, contents: Int) {
    let entries = (0..<ids).flatMap { id in (0..<contents).map { Entry(id: id, content: $0) } }
    var lists: [List] = [[]]
    var next = 0
    while next < lists.count {
      let list = lists[next]
      for entry in entries where !list.contains(where: { $0.id == entry.id }) { lists.append(list + [entry]) }
      next += 1
    }
    let numbers = Dictionary(uniqueKeysWithValues: zip(lists, lists.indices))
    self.lists = lists
    neighbours = lists.map { list in Set(Self.neighbours(of: list, entries)).compactMap { numbers[$0] } }
  }

  /// How many steps each list is away from one of them.
  func distances(from start: Int) -> [Int] {
    var distances = Array(repeating: -1, count: lists.count)
    distances[start] = 0
    var queue = [start]
    var next = 0
    while next < queue.count {
      let list = queue[next]
      for neighbour in neighbours[list] where distances[neighbour] < 0 {
        distances[neighbour] = distances[list] + 1
        queue.append(neighbour)
      }
      next += 1
    }
    return distances
  }

  /// What one step makes of a list.
  private static func neighbours(of list: List, _ entries: [Entry]) -> [List] {
    var results: [List] = []
    for index in list.indices {
      var removed = list
      let entry = removed.remove(at: index)
      results.append(removed)
      for target in 0...removed.count {
        var moved = removed
        moved.insert(entry, at: target)
        results.append(moved)
      }
      for other in entries where other.id == entry.id {
        var updated = list
        updated[index] = other
        results.append(updated)
      }
    }
    for entry in entries where !list.contains(where: { $0.id == entry.id }) {
      for index in 0...list.count {
        var inserted = list
        inserted.insert(entry, at: index)
        results.append(inserted)
      }
    }
    return results
  }
}
