/// Cells that have scrolled out, kept by identifier for items that scroll in. One may serve several lists.
///
/// It never holds more cells than were in use at once.
public final class ReusePool<Cell: ReusableCell> {
  private var cells: [String: [Cell]] = [:]

  /// A pool without cells.
  public init() {}

  /// A cell that shows nothing: one that was given back under the identifier, prepared for reuse, else a new one.
  public func dequeue(withIdentifier identifier: String) -> Cell {
    guard var cell = cells[identifier]?.popLast() else { return Cell() }
    cell.prepareForReuse()
    return cell
  }

  /// Takes back a cell that is shown no more. Whoever gives it back uses it no longer.
  public func recycle(_ cell: Cell, withIdentifier identifier: String) {
    cells[identifier, default: []].append(cell)
  }

  /// How many cells wait to be reused under the identifier.
  public func count(withIdentifier identifier: String) -> Int {
    cells[identifier]?.count ?? 0
  }
}
