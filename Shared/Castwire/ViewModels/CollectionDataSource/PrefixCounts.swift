/// How many of the places before another are taken, while places are taken and given up: a Fenwick tree, in which each
/// question and each change costs log n.
struct PrefixCounts {
  /// Node n counts as many places as the lowest bit of n says, those before place n.
  private var nodes: [Int]

  init(_ isTaken: [Bool]) {
    nodes = [0] + isTaken.map { $0 ? 1 : 0 }
    for node in nodes.indices.dropFirst() {
      let parent = node + (node & -node)
      if parent < nodes.count { nodes[parent] += nodes[node] }
    }
  }

  mutating func add(_ place: Int) { change(place, by: 1) }

  mutating func remove(_ place: Int) { change(place, by: -1) }

  func count(before place: Int) -> Int {
    var node = place
    var count = 0
    while node > 0 {
      count += nodes[node]
      node &= node - 1
    }
    return count
  }

  private mutating func change(_ place: Int, by difference: Int) {
    var node = place + 1
    while node < nodes.count {
      nodes[node] += difference
      node += node & -node
    }
  }
}
