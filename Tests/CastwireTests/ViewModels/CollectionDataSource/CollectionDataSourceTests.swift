import Castwire
import Foundation
import Testing

struct CollectionDataSourceTests {
  private struct Item: Identifiable, Equatable {
    let id: Int
    let text: String
  }

  /// An object, as cells of most lists are.
  private final class Label: ReusableCell {
    var text = ""
    var preparations = 0

    func prepareForReuse() {
      text = ""
      preparations += 1
    }
  }

  private struct Value: ReusableCell {
    var texts: [String] = []

    mutating func prepareForReuse() { texts = [] }
  }

  private static let items = [Item(id: 1, text: "one"), Item(id: 2, text: "two"), Item(id: 3, text: "three")]

  private static func source(
    _ items: [Item] = items, pool: ReusePool<Label> = ReusePool(), identifier: String = "label"
  ) -> CollectionDataSource<Item, Label> {
    // What a cell showed before must be gone already.
    CollectionDataSource(items: items, cellIdentifier: identifier, pool: pool) { $0.text += $1.text }
  }

  private static func path(_ item: Int, section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }

  private static let nowhere = [
    path(-1), path(4), path(.max), path(.min), path(0, section: 1), path(0, section: -1), IndexPath(),
    IndexPath(index: 0),
    IndexPath(indexes: [0, 0, 0]),
  ]

  @Test func `items and cells are found by their index paths`() {
    let source = Self.source()
    #expect(source.numberOfItems == 3)
    for (index, item) in Self.items.enumerated() {
      #expect(source.item(at: Self.path(index)) == item)
      #expect(source.cell(at: Self.path(index))?.text == item.text)
    }
  }

  @Test(arguments: nowhere + [path(3)])
  func `where there is no item there is nothing`(indexPath: IndexPath) {
    var source = Self.source()
    #expect(source.item(at: indexPath) == nil)
    #expect(source.cell(at: indexPath) == nil)
    #expect(source.update(Self.items[0], at: indexPath) == nil)
    #expect(source.remove(at: indexPath) == nil)
    #expect(source.move(from: indexPath, to: Self.path(0)) == nil)
    #expect(source.move(from: Self.path(0), to: indexPath) == nil)
    #expect(source.items == Self.items)
  }

  @Test(arguments: nowhere)
  func `an item is put in nowhere but between others and at the ends`(indexPath: IndexPath) {
    var source = Self.source()
    #expect(source.insert(Self.items[0], at: indexPath) == nil)
    #expect(source.apply(.insert(Self.items[0], at: indexPath)) == nil)
    #expect(source.items == Self.items)
  }

  @Test func `an empty list has nothing but a place to put an item in`() {
    var source = Self.source([])
    #expect(source.item(at: Self.path(0)) == nil)
    #expect(source.remove(at: Self.path(0)) == nil)
    #expect(source.insert(Self.items[0], at: Self.path(0)) == Self.path(0))
    #expect(source.numberOfItems == 1)
  }

  @Test func `changes tell where the item is`() {
    var source = Self.source()
    func ids() -> [Int] { source.items.map(\.id) }
    #expect(source.insert(Item(id: 4, text: "four"), at: Self.path(3)) == Self.path(3))
    #expect(source.insert(Item(id: 0, text: "nil"), at: Self.path(0)) == Self.path(0))
    #expect(ids() == [0, 1, 2, 3, 4])
    #expect(source.move(from: Self.path(0), to: Self.path(4)) == Self.path(4))
    #expect(ids() == [1, 2, 3, 4, 0])
    #expect(source.move(from: Self.path(3), to: Self.path(1)) == Self.path(1))
    #expect(ids() == [1, 4, 2, 3, 0])
    #expect(source.remove(at: Self.path(2)) == Self.path(2))
    #expect(source.update(Item(id: 3, text: "drei"), at: Self.path(2)) == Self.path(2))
    #expect(ids() == [1, 4, 3, 0])
    #expect(source.item(at: Self.path(2))?.text == "drei")
  }

  @Test func `a cell that scrolled out shows the next item and nothing of the one before`() throws {
    let source = Self.source()
    let first = try #require(source.cell(at: Self.path(0)))
    #expect(first.preparations == 0)
    source.recycle(first)
    let second = try #require(source.cell(at: Self.path(1)))
    #expect(second === first)
    #expect(second.text == "two" && second.preparations == 1)
    // Nothing has scrolled out since.
    #expect(source.cell(at: Self.path(2)) !== second)
  }

  @Test func `lists that share a pool reuse cells of their own identifier alone`() throws {
    let pool = ReusePool<Label>()
    let (one, two) = (Self.source(pool: pool), Self.source(pool: pool))
    let other = Self.source(pool: pool, identifier: "other")
    let cell = try #require(one.cell(at: Self.path(0)))
    one.recycle(cell)
    #expect(pool.count(withIdentifier: "label") == 1)
    #expect(other.cell(at: Self.path(0)) !== cell)
    #expect(two.cell(at: Self.path(0)) === cell)
    #expect(pool.count(withIdentifier: "label") == 0)
  }

  @Test func `scrolling through a long list takes no more cells than are seen at once`() throws {
    let pool = ReusePool<Label>()
    let source = Self.source((0..<1_000).map { Item(id: $0, text: "\($0)") }, pool: pool)
    var visible: [Label] = []
    var made: Set<ObjectIdentifier> = []
    for index in 0..<source.numberOfItems {
      if visible.count == 10 { source.recycle(visible.removeFirst()) }
      let cell = try #require(source.cell(at: Self.path(index)))
      #expect(cell.text == "\(index)")
      made.insert(ObjectIdentifier(cell))
      visible.append(cell)
    }
    #expect(made.count == 10)
  }

  @Test func `a cell may be a value`() throws {
    let source = CollectionDataSource<Item, Value>(items: Self.items, cellIdentifier: "value") {
      $0.texts.append($1.text)
    }
    source.recycle(try #require(source.cell(at: Self.path(0))))
    #expect(source.cell(at: Self.path(1))?.texts == ["two"])
  }

  @Test func `other items come with the steps that lead to them`() {
    var source = Self.source()
    var copy = source
    let new = [Item(id: 3, text: "three"), Item(id: 1, text: "eins"), Item(id: 5, text: "five")]
    let steps = source.show(new)
    #expect(source.items == new)
    #expect(
      steps == [
        .remove(at: Self.path(1)), .move(from: Self.path(1), to: Self.path(0)),
        .insert(Item(id: 5, text: "five"), at: Self.path(2)), .update(Item(id: 1, text: "eins"), at: Self.path(1)),
      ])
    #expect(steps.map { copy.apply($0) } == [Self.path(1), Self.path(0), Self.path(2), Self.path(1)])
    #expect(copy.items == new)
    #expect(source.show(new).isEmpty)
  }
}
