internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop

/// Publishes those cells that differ from what was published before, and keeps the tables in step.
struct CellPublisher {
  private let store: CellStore
  private let log: EventLog
  private let reader: CellReader

  init(store: CellStore, log: EventLog, reader: CellReader) {
    self.store = store
    self.log = log
    self.reader = reader
  }

  /// Publishes a cell where it is new or shows something else than before.
  ///
  /// - Parameter before: the cell that the entity has in that locale; nil where it has none.
  /// - Returns: whether it was published.
  @discardableResult
  func publish(
    _ cell: MadeCell, of entity: Entity, in locale: String, over before: CellStore.Cell?, reason: CellReason,
    origin: Origin
  ) throws -> Bool {
    if let before, try reader.json(at: before.sequence, entity: entity.id) == cell.json {
      if cell.staleAt != before.staleAt {
        let same = CellStore.Cell(locale: locale, sequence: before.sequence, staleAt: cell.staleAt)
        try store.replace(same, of: entity.number)
      }
      return false
    }
    let message = CellEvent(
      kind: entity.kind, locale: locale, cell: cell.json, entity: entity.id,
      staleAt: cell.staleAt.map { Date(timeIntervalSince1970: TimeInterval($0)) }, reason: reason,
      initial: entity.initial)
    let sequence = try append(.updated, message, of: entity, locale: locale, origin: origin)
    let new = CellStore.Cell(locale: locale, sequence: sequence, staleAt: cell.staleAt)
    if before == nil {
      try store.add(new, of: entity.number, kind: entity.kind)
    } else {
      try store.replace(new, of: entity.number)
    }
    return true
  }

  /// Makes an entity's cells in some locales anew from what is stored of it, and publishes those that differ.
  ///
  /// - Returns: when the first of them goes stale, in seconds since 1970.
  @discardableResult
  func remake(
    _ entity: Entity, in locales: [LocaleName], reason: CellReason, origin: Origin, now: Date
  ) throws -> Int? {
    let facts = try reader.facts(of: entity)
    let cells = try locales.map {
      try reader.cell(of: facts, entity: entity.id, feed: entity.feed, in: $0, now: now)
    }
    // Other rules may show a text otherwise, which then stands nowhere but in the facts.
    if case .episode(let episode) = facts, cells.contains(where: { $0.description != episode.description }) {
      try store.put(facts: try facts.json(beside: []), of: entity.number)
    }
    for (locale, cell) in zip(locales, cells) {
      try publish(
        cell, of: entity, in: locale.description,
        over: try store.cell(of: entity.number, locale: locale.description), reason: reason, origin: origin)
    }
    return cells.compactMap(\.staleAt).min()
  }

  /// Takes back all cells of an entity.
  func remove(_ entity: Entity, origin: Origin) throws {
    for cell in try store.cells(of: entity.number) { try removeCell(of: entity, in: cell.locale, origin: origin) }
    try store.remove(entity: entity.number)
  }

  /// Takes back the cell that an entity has in a locale.
  func removeCell(of entity: Entity, in locale: String, origin: Origin) throws {
    let message = CellRemovedEvent(kind: entity.kind, locale: locale, entity: entity.id)
    try append(.removed, message, of: entity, locale: locale, origin: origin)
    try store.removeCell(of: entity.number, kind: entity.kind, locale: locale)
  }

  @discardableResult
  private func append(
    _ verb: CellVerb, _ message: some Encodable, of entity: Entity, locale: String, origin: Origin
  ) throws -> Position {
    let family = "cell.\(locale)"
    return try log.append(
      EventDraft(
        family: family,
        topic: Topic(family: "\(family).\(entity.kind.rawValue)", feed: entity.feed, verb: verb.rawValue),
        type: EventType.name(family: "cell", verb: verb.rawValue), subject: entity.id, partitionKey: entity.feed,
        schema: EventType.schema(family: "cell"), causationID: origin.causationID, traceparent: origin.traceparent,
        data: try BusCoder.encode(message)))
  }
}
