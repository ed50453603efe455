/// How far a subscriber has come: what it stores, and what it goes on from after a restart.
public struct Checkpoint: Codable, Sendable, Hashable {
  /// Everything up to here was applied.
  public let cursor: Cursor
  /// Whether the whole state is being given anew, and is not whole yet: `Delivery.completes` is still to come.
  public let isStartingOver: Bool
  /// What of the log it is a place in: a family, or "" for the whole log; nil where that was not stored.
  public let family: String?

  /// The place after a cursor.
  public init(cursor: Cursor, isStartingOver: Bool, family: String? = nil) {
    self.cursor = cursor
    self.isStartingOver = isStartingOver
    self.family = family
  }

  /// Where a subscription goes on from.
  public var start: Subscription.Start {
    .cursor(cursor, isStartingOver: isStartingOver)
  }
}

/// What is stored is a place in another family of events: to go on from it would leave out what came before it in this one.
public struct OtherFamilyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whose place is stored; "" for the whole log.
  public let stored: String
  /// What is wanted; "" for the whole log.
  public let wanted: String

  /// The error in words, for a person.
  public var description: String {
    "the place that is stored is of \(Self.words(stored)), not of \(Self.words(wanted)): give each a store of its own"
  }

  private static func words(_ family: String) -> String {
    family.isEmpty ? "the whole log" : "the family '\(family)'"
  }
}
