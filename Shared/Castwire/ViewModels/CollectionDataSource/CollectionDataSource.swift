public import Foundation

/// The items of a list and the cells that show them, for any list: it knows nothing of what draws it.
///
/// The list has one section, 0. No index path is out of bounds: where there is no item, nothing is given and nothing
/// changes. For one thread.
public struct CollectionDataSource<Item, Cell: ReusableCell> {
  /// What the list shows, in order.
  public private(set) var items: [Item]
  /// Under which cells are reused: lists that share a pool and an identifier share cells.
  public let cellIdentifier: String
  private let pool: ReusePool<Cell>
  private let configure: (inout Cell, Item) -> Void

  /// - Parameters:
  ///   - pool: where cells that scrolled out wait; one of its own where none is given.
  ///   - configure: makes a cell that shows nothing show an item.
  public init(
    items: [Item] = [], cellIdentifier: String, pool: ReusePool<Cell> = ReusePool(),
    configure: @escaping (_ cell: inout Cell, _ item: Item) -> Void
  ) {
    self.items = items
    self.cellIdentifier = cellIdentifier
    self.pool = pool
    self.configure = configure
  }

  // MARK: What is shown

  /// How many items there are.
  public var numberOfItems: Int { items.count }

  /// The item that is there; nil where there is none.
  public func item(at indexPath: IndexPath) -> Item? {
    index(indexPath).map { items[$0] }
  }

  /// A cell that shows the item that is there, reused where one has scrolled out; nil where there is no item.
  ///
  /// Each call gives another cell: whoever draws keeps it while the item is to be seen, and then gives it to `recycle`.
  public func cell(at indexPath: IndexPath) -> Cell? {
    guard let item = item(at: indexPath) else { return nil }
    var cell = pool.dequeue(withIdentifier: cellIdentifier)
    configure(&cell, item)
    return cell
  }

  /// Takes back a cell whose item has scrolled out.
  public func recycle(_ cell: Cell) {
    pool.recycle(cell, withIdentifier: cellIdentifier)
  }

  // MARK: Changes

  /// Puts an item in before the one that is there; at the end where the index path is the one after the last.
  ///
  /// - Returns: where the item is now; nil where there is no such place.
  @discardableResult
  public mutating func insert(_ item: Item, at indexPath: IndexPath) -> IndexPath? {
    guard let index = index(indexPath, in: 0...items.count) else { return nil }
    items.insert(item, at: index)
    return indexPath
  }

  /// Replaces the item that is there.
  ///
  /// - Returns: where the item is; nil where there is none.
  @discardableResult
  public mutating func update(_ item: Item, at indexPath: IndexPath) -> IndexPath? {
    guard let index = index(indexPath) else { return nil }
    items[index] = item
    return indexPath
  }

  /// Takes out the item that is there.
  ///
  /// - Returns: where it was; nil where there is none.
  @discardableResult
  public mutating func remove(at indexPath: IndexPath) -> IndexPath? {
    guard let index = index(indexPath) else { return nil }
    items.remove(at: index)
    return indexPath
  }

  /// Takes out the item at `from` and puts it in at `to`, as counted in the list without it.
  ///
  /// - Returns: where the item is now; nil where one of the places does not exist.
  @discardableResult
  public mutating func move(from: IndexPath, to: IndexPath) -> IndexPath? {
    guard let source = index(from), let target = index(to) else { return nil }
    items.insert(items.remove(at: source), at: target)
    return to
  }

  /// Does a step.
  ///
  /// - Returns: where the item is, or for one that is removed was; nil where the step names a place that does not exist.
  @discardableResult
  public mutating func apply(_ step: CollectionStep<Item>) -> IndexPath? {
    switch step {
    case .insert(let item, let indexPath): insert(item, at: indexPath)
    case .update(let item, let indexPath): update(item, at: indexPath)
    case .remove(let indexPath): remove(at: indexPath)
    case .move(let source, let target): move(from: source, to: target)
    }
  }

  private func index(_ indexPath: IndexPath, in range: ClosedRange<Int>) -> Int? {
    guard indexPath.count == 2, indexPath.section == 0, range.contains(indexPath.item) else { return nil }
    return indexPath.item
  }

  private func index(_ indexPath: IndexPath) -> Int? {
    items.isEmpty ? nil : index(indexPath, in: 0...items.count - 1)
  }
}

extension CollectionDataSource where Item: Identifiable & Equatable {
  /// The shortest steps from the items to others, as `CollectionDiff` finds them; none is done.
  public func steps(to newItems: [Item]) -> [CollectionStep<Item>] {
    CollectionDiff.steps(from: items, to: newItems)
  }

  /// Shows other items from now on.
  ///
  /// - Returns: the shortest steps from the items before to these.
  @discardableResult
  public mutating func show(_ newItems: [Item]) -> [CollectionStep<Item>] {
    let steps = steps(to: newItems)
    items = newItems
    return steps
  }
}
