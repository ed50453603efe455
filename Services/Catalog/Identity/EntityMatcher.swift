internal import Castwire

/// Decides which entity each item of a document is.
///
/// An item that feed-ingest knows again is what it was before. Any other is matched, rule by rule, with what the feed no
/// longer holds: a publisher who changes an identifier takes one item out and puts the same episode in. What is still
/// there under its own item is never taken.
struct EntityMatcher {
  /// More entities of one link than that are a feed that gives all of them the same; nothing can be told by it.
  private static let mostCandidates = 20
  /// In seconds: what takes another's place came out about when that did.
  private static let mostApart = 60 * 86_400

  private let store: CatalogStore
  private let publisher: CatalogPublisher

  init(store: CatalogStore, publisher: CatalogPublisher) {
    self.store = store
    self.publisher = publisher
  }

  /// What an item turned out to be.
  struct Match {
    /// The entity that it is; nil for a new one.
    var entity: EntityRow?
    /// By which rule.
    var rule: DecidedBy?
    /// What is to be kept of the decision, where it was not plain.
    var decision: Decision?
    /// Whether feed-ingest's key is another entity's, of a log before.
    var isKeyForeign = false
  }

  /// An entity that the document no longer holds, by its number.
  typealias Departing = [Int: (row: EntityRow, reason: ItemLeftEvent.Reason)]

  /// What each item is. No entity is given to two items.
  ///
  /// - Parameter keysAreForeign: whether feed-ingest's keys are of another log than those that are known. One that lost
  ///   its data gives a key that was one item's to another item of the same guid.
  func match(
    _ items: [ItemFacts], departing: Departing, feed: FeedRow, keysAreForeign: Bool
  ) throws -> [Match] {
    var round = MatchRound(items: items, departing: departing, feed: feed)
    guard try store.hasEntities(feed: feed.number) else { return round.matches }
    for (index, item) in items.enumerated() {
      try publisher.working()
      guard let entity = try store.entities(feed: feed.number, rule: .item, hash: item.key).first else { continue }
      if keysAreForeign, try isAnother(item, entity) {
        round.matches[index].decision = Decision(.foreignKey, candidates: [entity.id])
        round.matches[index].isKeyForeign = true
        continue
      }
      round.take(entity, for: index, by: item.decidedBy)
    }
    // Rule by rule over the whole document, so that a strong rule of a late item wins over a weak one of an early.
    for rule in [NameRule.identifier, .link, .file, .title] where round.isOpen {
      try apply(rule, &round)
      if rule == .identifier { try matchShared(&round) }
    }
    if round.isOpen { try matchReplacements(&round) }
    return round.matches
  }

  // MARK: The rules

  private func apply(_ rule: NameRule, _ round: inout MatchRound) throws {
    let counts = Dictionary(
      round.items.compactMap { $0.value(of: rule) }.map { ($0, 1) }, uniquingKeysWith: +)
    for (index, item) in round.items.enumerated() where round.matches[index].entity == nil {
      guard let value = item.value(of: rule), counts[value] == 1,
        rule != .identifier || (item.isStated && item.identifierCount == 1),
        rule != .link || item.isLinkUnique
      else { continue }
      try publisher.working()
      switch try candidate(for: item, rule, value, &round) {
      case .success(let entity):
        round.take(entity, for: index, by: rule.decidedBy, decision(rule, item, entity, try facts(entity, &round)))
      case .failure(let reason):
        if let decision = reason.decision { round.matches[index].decision = decision }
      }
    }
  }

  /// Items of one identifier are told apart by their files: each is what had both.
  private func matchShared(_ round: inout MatchRound) throws {
    func name(_ item: ItemFacts) -> [Int64]? {
      guard item.isStated, item.identifierCount > 1, let identifier = item.identifier,
        let file = item.file
      else { return nil }
      return [identifier, file]
    }
    let counts = Dictionary(round.items.compactMap { name($0) }.map { ($0, 1) }, uniquingKeysWith: +)
    for (index, item) in round.items.enumerated() where round.matches[index].entity == nil {
      guard let name = name(item), counts[name] == 1 else { continue }
      let known = try store.entities(feed: round.feed.number, rule: .file, hash: name[1])
      guard known.count <= Self.mostCandidates else { continue }
      let fitting = try known.filter { entity in
        guard !round.isTaken(entity), !round.isHeld(entity), let facts = try facts(entity, &round) else { return false }
        guard facts.file == name[1] else { return false }
        // What it is called now, or was called once.
        return try facts.identifier == name[0]
          || self.known(by: .identifier, name[0], item.identifierText, round.feed).contains {
            $0.number == entity.number
          }
      }
      if fitting.count == 1 { round.take(fitting[0], for: index, by: .identifier) }
    }
  }

  /// Why a rule gives no entity.
  private struct NoCandidate: Error {
    /// nil where there is nothing to tell of.
    let decision: Decision?
  }

  private func candidate(
    for item: ItemFacts, _ rule: NameRule, _ value: Int64, _ round: inout MatchRound
  ) throws -> Result<EntityRow, NoCandidate> {
    let known = try known(by: rule, value, item.identifierText, round.feed).filter { !round.isTaken($0) }
    guard !known.isEmpty else { return .failure(NoCandidate(decision: nil)) }
    let reason = Decision(.common, candidates: known.prefix(Self.mostCandidates).map(\.id))
    guard known.count <= Self.mostCandidates else { return .failure(NoCandidate(decision: reason)) }
    // An item that did not change has the same: the document has it twice, and nothing can be told by it.
    for entity in known where round.isHeld(entity) {
      if try facts(entity, &round)?.value(of: rule) == value { return .failure(NoCandidate(decision: nil)) }
    }
    var fitting: [EntityRow] = []
    var contradicting: [EntityRow] = []
    for entity in known where !round.isHeld(entity) {
      // Of what was removed nothing is left to tell by whether it was another: only its own id brings it back.
      if rule != .identifier, entity.state.contains(.retired) { continue }
      if rule != .identifier, try isElsewhere(entity, than: item, &round) { continue }
      // What went with this very document made place for what came with it.
      if rule == .link || rule == .file, round.departing[entity.number]?.reason != .missing,
        try contradicts(item, entity, &round)
      {
        contradicting.append(entity)
      } else {
        fitting.append(entity)
      }
    }
    guard !fitting.isEmpty else {
      let decision =
        contradicting.isEmpty ? nil : Decision(.contradiction, candidates: contradicting.map(\.id))
      return .failure(NoCandidate(decision: decision))
    }
    for entities in Self.classes(fitting, round.departing) where !entities.isEmpty {
      if entities.count == 1 { return .success(entities[0]) }
      if rule == .identifier, let entity = try bestFitting(entities, item, &round) { return .success(entity) }
      return .failure(NoCandidate(decision: Decision(.ambiguous, candidates: entities.map(\.id))))
    }
    return .failure(NoCandidate(decision: nil))
  }

  /// Of several that had an id the one that has the item's file, too, or its link, or its title and date.
  private func bestFitting(_ entities: [EntityRow], _ item: ItemFacts, _ round: inout MatchRound) throws -> EntityRow? {
    for rule in [NameRule.file, .link, .title] {
      guard let value = item.value(of: rule) else { continue }
      let fitting = try entities.filter { try facts($0, &round)?.value(of: rule) == value }
      if fitting.count == 1 { return fitting[0] }
    }
    return nil
  }

  /// What was taken out with this document, what went through its window with it, and what had gone before.
  private static func classes(_ entities: [EntityRow], _ departing: Departing) -> [[EntityRow]] {
    [
      entities.filter { departing[$0.number]?.reason == .missing },
      entities.filter { departing[$0.number]?.reason == .window },
      entities.filter { departing[$0.number] == nil },
    ]
  }

  /// Whether the entity's own id is still in the document, on another item.
  private func isElsewhere(_ entity: EntityRow, than item: ItemFacts, _ round: inout MatchRound) throws -> Bool {
    guard let facts = try facts(entity, &round), let identifier = facts.identifier, identifier != item.identifier
    else { return false }
    if round.identifiers.contains(identifier) { return true }
    if let isHeld = round.heldIdentifiers[identifier] { return isHeld }
    let held = try known(by: .identifier, identifier, facts.identifierText, round.feed).first { other in
      try round.isHeld(other) && self.facts(other, &round)?.identifier == identifier
    }
    round.heldIdentifiers[identifier] = held != nil
    return held != nil
  }

  /// Feeds of one item, such as the news of the hour, have the same link or file for each; there title and date say
  /// that it is another one.
  private func contradicts(_ item: ItemFacts, _ entity: EntityRow, _ round: inout MatchRound) throws -> Bool {
    guard let words = item.words, let date = item.date, let facts = try facts(entity, &round),
      let oldWords = facts.words, let oldDate = facts.date
    else { return false }
    return date != oldDate && !words.isLike(oldWords)
  }

  /// Whether an item has nothing in common with an entity but perhaps its guid.
  private func isAnother(_ item: ItemFacts, _ entity: EntityRow) throws -> Bool {
    guard entity.state.isPublished else { return false }
    let facts = CurrentFacts(try publisher.current(entity).entity)
    let pairs: [(Int64?, Int64?)] = [
      (item.words.map { NameHash.identifier($0.folded) }, facts.words.map { NameHash.identifier($0.folded) }),
      (item.link, facts.link), (item.file, facts.file), (item.date.map(Int64.init), facts.date.map(Int64.init)),
    ]
    let comparable = pairs.filter { $0 != nil && $1 != nil }
    return !comparable.isEmpty && comparable.allSatisfy { $0 != $1 }
  }

  // MARK: What takes another's place

  /// An item of which all but the title changed: early access comes from another host, under another guid and on another
  /// day than what takes its place, and says so in its title. Both happen in one document, so nothing old is ever found by
  /// that.
  private func matchReplacements(_ round: inout MatchRound) throws {
    var gone: [String: [EntityRow]] = [:]
    for (row, reason) in round.departing.values.sorted(by: { $0.row.number < $1.row.number })
    where reason == .missing && !round.isTaken(row) {
      guard let title = try facts(row, &round)?.words?.bare, !title.title.isEmpty else { continue }
      gone[title.title, default: []].append(row)
    }
    guard !gone.isEmpty else { return }
    let open = round.items.indices.filter { round.matches[$0].entity == nil }
    let come = Dictionary(grouping: open) { round.items[$0].words?.bare.title ?? "" }
    for (title, indices) in come where indices.count == 1 {
      guard let rows = gone[title], rows.count == 1, let index = indices.first else { continue }
      let (item, row) = (round.items[index], rows[0])
      guard let date = item.date, let facts = try facts(row, &round), let oldDate = facts.date,
        abs(date - oldDate) <= Self.mostApart, let words = item.words?.bare, let oldWords = facts.words?.bare,
        // Else it is the next of a series whose episodes have one title.
        words.decorations < oldWords.decorations, try !isElsewhere(row, than: item, &round)
      else { continue }
      round.take(row, for: index, by: .replacement, Decision(.replacement, from: facts.identifierText))
    }
  }

  // MARK: Facts

  /// What ever went by a name.
  private func known(by rule: NameRule, _ value: Int64, _ identifier: String?, _ feed: FeedRow) throws -> [EntityRow] {
    let known = try store.entities(feed: feed.number, rule: rule, hash: value)
    guard rule == .identifier, let identifier else { return known }
    // What had its id to itself has, or had, a key that is made of it, and no other name by it.
    let key = NameHash.item(Identity.entityID(feedID: feed.id, identifier: identifier))
    let keyed =
      try store.entities(feed: feed.number, rule: .item, hash: key)
      + store.entities(feed: feed.number, rule: .identifier, hash: key)
    return keyed.reduce(into: known) { known, row in
      if !known.contains(where: { $0.number == row.number }) { known.append(row) }
    }
  }

  /// What an entity is known by now; nil where it was never published.
  private func facts(_ entity: EntityRow, _ round: inout MatchRound) throws -> CurrentFacts? {
    if let facts = round.facts[entity.number] { return facts }
    let facts = entity.state.isPublished ? CurrentFacts(try publisher.current(entity).entity) : nil
    round.facts[entity.number] = .some(facts)
    return facts
  }

  private func decision(_ rule: NameRule, _ item: ItemFacts, _ entity: EntityRow, _ facts: CurrentFacts?) -> Decision? {
    switch rule {
    case .item: nil
    case .identifier: Decision(.formerIdentifier, from: facts?.identifierText)
    case .link: Decision(.link, from: facts?.identifierText)
    case .file: Decision(.enclosure, from: facts?.identifierText)
    case .title: Decision(.title, from: facts?.identifierText)
    }
  }
}

extension NameRule {
  /// What a match by this name is called.
  fileprivate var decidedBy: DecidedBy {
    switch self {
    case .item, .identifier: .identifier
    case .link: .link
    case .file: .enclosure
    case .title: .title
    }
  }
}
