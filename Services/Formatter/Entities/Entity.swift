internal import Castwire

/// An episode, video or photo that has cells.
struct Entity: Hashable {
  /// In the order in which they came; by it all are gone through in steps.
  let number: Int
  let id: String
  let kind: CellKind
  let feed: String
  /// What lists are ordered by, in seconds since 1970.
  let order: Int
  /// When it was first seen, in seconds since 1970.
  let firstSeen: Int
  /// Whether it was there when its feed was followed.
  let initial: Bool
}
