internal import Castwire

/// What is known while a document is matched.
struct MatchRound {
  let items: [ItemFacts]
  let departing: EntityMatcher.Departing
  let feed: FeedRow
  /// The identifiers of the items.
  let identifiers: Set<Int64>
  var matches: [EntityMatcher.Match]
  private var taken: Set<Int> = []
  private(set) var openCount: Int
  var facts: [Int: CurrentFacts?] = [:]
  /// Whether an item that did not change has an identifier, as far as that was asked.
  var heldIdentifiers: [Int64: Bool] = [:]

  init(items: [ItemFacts], departing: EntityMatcher.Departing, feed: FeedRow) {
    self.items = items
    self.departing = departing
    self.feed = feed
    matches = Array(repeating: EntityMatcher.Match(), count: items.count)
    openCount = items.count
    identifiers = Set(items.compactMap(\.identifier))
  }

  var isOpen: Bool {
    openCount > 0
  }

  func isTaken(_ entity: EntityRow) -> Bool {
    taken.contains(entity.number)
  }

  /// Whether the document holds the entity under an item of its own that did not change.
  func isHeld(_ entity: EntityRow) -> Bool {
    entity.state.contains(.present) && departing[entity.number] == nil && !isTaken(entity)
  }

  mutating func take(_ entity: EntityRow, for index: Int, by rule: DecidedBy, _ decision: Decision? = nil) {
    matches[index] = EntityMatcher.Match(entity: entity, rule: rule, decision: decision)
    taken.insert(entity.number)
    openCount -= 1
  }
}
