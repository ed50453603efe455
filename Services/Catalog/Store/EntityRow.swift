internal import CastwireBus

/// How it is with an entity; any of these together.
struct EntityState: OptionSet, Hashable {
  let rawValue: Int

  /// The feed's newest document holds it.
  static let present = EntityState(rawValue: 1)
  /// The publisher took it out.
  static let withdrawn = EntityState(rawValue: 2)
  /// It was there when its feed was followed.
  static let initial = EntityState(rawValue: 4)
  /// It is known and not published yet, as it has no media.
  static let pending = EntityState(rawValue: 8)
  /// It was removed, since only so many are to be kept; its names stay, or its next sight would publish it again.
  static let retired = EntityState(rawValue: 16)

  /// Whether it has a newest event in the log, and stands in lists. SQL says the same: `state < 8`.
  var isPublished: Bool {
    isDisjoint(with: [.pending, .retired])
  }
}

/// What the catalog knows of an entity beside its newest event.
struct EntityRow: Hashable {
  /// Counts entities in the order in which they were first seen, and is never used again.
  let number: Int
  /// The number of its feed.
  let feed: Int
  let id: String
  var kind: EntityKind
  var state: EntityState
  /// Where its newest event stands in the log; 0 for one that is not published.
  var sequence: Position
  var revision: Int
  /// What lists are ordered by, in seconds since 1970: the stated date or the first sight, whichever was earlier.
  var order: Int
  /// When it was first seen, in seconds since 1970.
  var firstSeen: Int
  /// `NameHash.file` of its file, by which other feeds' entities with the same file are found.
  var file: Int64?
  /// The number of another feed's entity with the same file that was there before.
  var duplicateOf: Int?
}
