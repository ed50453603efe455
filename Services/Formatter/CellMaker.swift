internal import Castwire
internal import CastwireBus
internal import ServiceLoop

/// Makes cells and publishes those that differ from what was published before.
struct CellMaker {
  private let store: CellStore
  private let log: EventLog

  init(store: CellStore, log: EventLog) {
    self.store = store
    self.log = log
  }

  /// Where an event came from.
  struct Origin {
    let causationID: String?
    let traceparent: String?
    let initial: Bool
  }

  /// Publishes a cell where it is new or shows something else than before.
  func publish(
    _ cell: EpisodeCellViewModel, of entity: CellStore.Entity, in locale: LocaleName, reason: CellReason, origin: Origin
  ) throws {
    let json = try RawJSON(encoding: cell)
    let digest = Identity.digest(of: json.bytes)
    let before = try store.cell(of: entity.id, locale: locale.description)
    guard before?.digest != digest else { return }
    let message = CellEvent(
      kind: entity.kind, locale: locale.description, cell: json, entity: entity.id,
      reason: before == nil && reason == .changed ? .new : reason, initial: origin.initial)
    let sequence = try append(.updated, message, of: entity, locale: locale.description, origin: origin)
    try store.put(CellStore.Cell(sequence: sequence, digest: digest), entity: entity.id, locale: locale.description)
  }

  /// Takes back all cells of an entity.
  func remove(_ entity: CellStore.Entity, origin: Origin) throws {
    for locale in try store.locales(ofCellsOf: entity.id) {
      let message = CellRemovedEvent(kind: entity.kind, locale: locale, entity: entity.id)
      try append(.removed, message, of: entity, locale: locale, origin: origin)
    }
    try store.remove(entity: entity.id)
  }

  @discardableResult
  private func append(
    _ verb: CellVerb, _ message: some Encodable, of entity: CellStore.Entity, locale: String, origin: Origin
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
