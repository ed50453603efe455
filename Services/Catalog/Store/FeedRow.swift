internal import CastwireBus

/// What the catalog knows of a feed.
struct FeedRow: Hashable {
  let number: Int
  let id: String
  /// What its items are where they do not say; nil before its first document.
  var kind: EntityKind?
  /// What whoever follows it said that it is.
  var statedKind: EntityKind?
  /// `NameHash.link` of the feed's own page, by which no item is known.
  var link: Int64?
  /// The era in which its entities' `present` was kept up.
  var era: Int
  /// The last era in which an event of it came.
  var appeared: Int
  /// How many of its newest entities of each kind are to be kept; nil for all.
  var keepNewest: Int?
  /// For how many days its entities are to be kept; nil for ever.
  var keepDays: Int?
  /// The number of the feed that it turned out to be the same as.
  var mergedInto: Int?
  /// Whether several items of its newest document had the same identifier.
  var hasSharedIdentifiers: Bool

  /// Whether not all that it ever published is to be kept.
  var isKeptInPart: Bool {
    keepNewest != nil || keepDays != nil
  }
}

/// What a feed is published as, and what the catalog knows of it beside its newest event. A feed with several kinds of items
/// is several of these.
struct CollectionRow: Hashable {
  /// The number of the feed.
  let feed: Int
  let kind: EntityKind
  /// Where its first event stood: its place in lists.
  let added: Position
  /// Where its newest event stands in the log.
  var sequence: Position
  var revision: Int
  /// How many published entities it has.
  var entities = 0
  /// How many of these are withdrawn.
  var withdrawn = 0
}
