/// An INSERT that takes many rows at once. What a statement costs beside its rows is a good part of what a row costs.
///
/// Best in the order in which the table lies on the disk.
public struct BulkInsert: Sendable {
  /// So many rows go into one statement: with 12 columns well below SQLite's limit of parameters.
  private static let rows = 32

  private let columns: Int
  private let one: String
  private let many: String

  /// - Parameters:
  ///   - start: the statement up to its values: `INSERT INTO name (feed, rule)`.
  ///   - columns: how many values a row has.
  public init(_ start: String, columns: Int) {
    let row = "(\(Array(repeating: "?", count: columns).joined(separator: ", ")))"
    self.columns = columns
    one = "\(start) VALUES \(row)"
    many = "\(start) VALUES \(Array(repeating: row, count: Self.rows).joined(separator: ", "))"
  }

  /// Inserts rows.
  ///
  /// - Parameter values: those of all rows, one row after the other.
  public func run(_ database: Database, _ values: [Value]) throws(DatabaseError) {
    precondition(values.count.isMultiple(of: columns), "each row has \(columns) values")
    var rest = values[...]
    while !rest.isEmpty {
      let isMany = rest.count >= columns * Self.rows
      let count = isMany ? columns * Self.rows : columns
      try database.run(isMany ? many : one, values: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
  }
}
