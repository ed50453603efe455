import Castwire
import Foundation
import TestSupport
import Testing

struct CollectionDiffTests {
  typealias Entry = ShortestPaths.Entry

  /// An array as the steps leave it, by nothing but what `CollectionStep` says of them.
  private static func applying<Item>(_ steps: [CollectionStep<Item>], to list: [Item]) -> [Item] {
    var list = list
    for step in steps {
      switch step {
      case .insert(let item, let path): list.insert(item, at: path.item)
      case .update(let item, let path): list[path.item] = item
      case .remove(let path): list.remove(at: path.item)
      case .move(let from, let to): list.insert(list.remove(at: from.item), at: to.item)
      }
    }
    return list
  }

  private static func entries(_ text: String) -> [Entry] {
    text.map { Entry(id: Int($0.lowercased().utf8.first ?? 0), content: $0.isUppercase ? 1 : 0) }
  }

  private static func words(_ steps: [CollectionStep<Entry>]) -> [String] {
    func name(_ entry: Entry) -> String {
      let letter = String(UnicodeScalar(UInt8(entry.id)))
      return entry.content == 1 ? letter.uppercased() : letter
    }
    return steps.map { step in
      switch step {
      case .insert(let entry, let path): "insert \(name(entry)) at \(path.item)"
      case .update(let entry, let path): "update \(name(entry)) at \(path.item)"
      case .remove(let path): "remove \(path.item)"
      case .move(let from, let to): "move \(from.item) to \(to.item)"
      }
    }
  }

  @Test(arguments: [
    ("", "", []), ("abc", "abc", []), ("", "ab", ["insert a at 0", "insert b at 1"]),
    ("abc", "", ["remove 2", "remove 1", "remove 0"]), ("abc", "xabc", ["insert x at 0"]),
    ("abc", "abC", ["update C at 2"]), ("abcd", "dabc", ["move 3 to 0"]), ("abcd", "bcda", ["move 0 to 3"]),
    // What is moved and differs costs two steps.
    ("abc", "bcA", ["move 0 to 2", "update A at 2"]),
    // Each index is one of the list as the steps before have left it.
    ("abcde", "exbc", ["remove 3", "remove 0", "move 2 to 0", "insert x at 1"]),
  ])
  func `steps are done one after the other: removals, insertions and moves, updates`(
    old: String, new: String, expected: [String]
  ) {
    let steps = CollectionDiff.steps(from: Self.entries(old), to: Self.entries(new))
    #expect(Self.words(steps) == expected)
    #expect(Self.applying(steps, to: Self.entries(old)) == Self.entries(new))
  }

  @Test func `all index paths are of section 0`() {
    let steps = CollectionDiff.steps(from: Self.entries("abcde"), to: Self.entries("exbC"))
    for step in steps {
      switch step {
      case .insert(_, let path), .update(_, let path), .remove(let path): #expect(path.section == 0 && path.count == 2)
      case .move(let from, let to): #expect(from.section == 0 && to.section == 0)
      }
    }
  }

  @Test(arguments: [(ids: 4, contents: 1), (ids: 3, contents: 2)])
  func `between all small lists no steps are fewer`(ids: Int, contents: Int) {
    let paths = ShortestPaths(ids: ids, contents: contents)
    for start in paths.lists.indices {
      for (end, distance) in paths.distances(from: start).enumerated() {
        let steps = CollectionDiff.steps(from: paths.lists[start], to: paths.lists[end])
        guard steps.count != distance || Self.applying(steps, to: paths.lists[start]) != paths.lists[end] else {
          continue
        }
        Issue.record("\(paths.lists[start]) to \(paths.lists[end]) in \(distance): \(Self.words(steps))")
      }
    }
  }

  @Test(arguments: 1...8)
  func `between lists of up to five items no steps are fewer, either`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let paths = Self.fiveItems
    let start = Int.random(in: paths.lists.indices, using: &generator)
    let distances = paths.distances(from: start)
    for _ in 0..<500 {
      let end = Int.random(in: paths.lists.indices, using: &generator)
      let steps = CollectionDiff.steps(from: paths.lists[start], to: paths.lists[end])
      #expect(steps.count == distances[end])
      #expect(Self.applying(steps, to: paths.lists[start]) == paths.lists[end])
    }
  }

  private static let fiveItems = ShortestPaths(ids: 5, contents: 1)

  @Test(arguments: 1...40)
  func `steps lead to the new list, whatever it is`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func list() -> [Entry] {
      let ids = (0..<Int.random(in: 1...200, using: &generator)).map { _ in Int.random(in: 0..<300, using: &generator) }
      // Ids that stand twice, too, for odd seeds.
      let kept = seed % 2 == 1 ? ids : Array(Set(ids)).shuffled(using: &generator)
      return kept.map { Entry(id: $0, content: Int.random(in: 0...1, using: &generator)) }
    }
    let (old, new) = (list(), list())
    #expect(Self.applying(CollectionDiff.steps(from: old, to: new), to: old) == new)
  }

  @Test(arguments: 1...5)
  func `a few changes of a long list are a few steps`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let old = (0..<10_000).map { Entry(id: $0, content: 0) }
    var new = old
    for id in 20_000..<20_003 {
      new.remove(at: Int.random(in: new.indices, using: &generator))
      new.insert(Entry(id: id, content: 0), at: Int.random(in: new.indices, using: &generator))
      let entry = new.remove(at: Int.random(in: new.indices, using: &generator))
      new.insert(entry, at: Int.random(in: new.indices, using: &generator))
      let index = Int.random(in: new.indices, using: &generator)
      new[index] = Entry(id: new[index].id, content: id)
    }
    let steps = CollectionDiff.steps(from: old, to: new)
    #expect(steps.count <= 12)
    #expect(Self.applying(steps, to: old) == new)
  }

  @Test func `the longest way is still found in time`() {
    let old = (0..<10_000).map { Entry(id: $0, content: 0) }
    let new = old.reversed().map { Entry(id: $0.id, content: 1) }
    let steps = CollectionDiff.steps(from: old, to: new)
    // All but one move, and all differ.
    #expect(steps.count == 19_999)
    #expect(Self.applying(steps, to: old) == new)
  }

  @Test(arguments: [0, 1, 5, 10_000])
  func `how often items are looked at grows with the list, not with its square`(turned: Int) {
    let counter = LookCounter()
    let old = (0..<10_000).map { CountedEntry(number: $0, counter: counter) }
    let new = Array(old[turned...] + old[..<turned])
    #expect(CollectionDiff.steps(from: old, to: new).count == turned % 10_000)
    #expect(counter.looks <= 10 * old.count, "\(counter.looks)")
  }
}

/// Counts how often a list's items are looked at.
private final class LookCounter {
  var looks = 0
}

private struct CountedEntry: Identifiable, Equatable {
  let number: Int
  let counter: LookCounter

  var id: Int {
    counter.looks += 1
    return number
  }

  static func == (left: CountedEntry, right: CountedEntry) -> Bool {
    left.counter.looks += 1
    return left.number == right.number
  }
}
