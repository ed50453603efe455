public import CastwireBus

/// A place in a list that is ordered by a number and then by id; as text it is the list's cursor.
public struct ListPlace: Sendable, Hashable, CustomStringConvertible {
  /// The number that the list is ordered by.
  public let order: Int
  /// What orders those with the same number.
  public let id: String

  /// The place of an entry.
  public init(order: Int, id: String) {
    self.order = order
    self.id = id
  }

  /// - Throws: `RequestError` for a cursor that no list gave.
  public init(cursor: String) throws(RequestError) {
    let parts = cursor.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let order = Int(parts[0]) else {
      throw RequestError(.badRequest, "\"before\" is no cursor of this list: \(cursor)")
    }
    self.init(order: order, id: String(parts[1]))
  }

  /// The cursor: the number, a colon and the id.
  public var description: String {
    "\(order):\(id)"
  }
}
