internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop

/// Makes cells and publishes those that differ from what was published before.
struct CellMaker {
  private let store: CellStore
  private let log: EventLog
  private let timeZone: TimeZone

  init(store: CellStore, log: EventLog, timeZone: TimeZone) {
    self.store = store
    self.log = log
    self.timeZone = timeZone
  }

  /// Where an event came from.
  struct Origin {
    let causationID: String?
    let traceparent: String?
    let initial: Bool
  }

  func cell(of episode: Episode, in locale: LocaleName) -> EpisodeCellViewModel {
    EpisodeCellViewModel(
      episode: episode, context: FormattingContext(locale: locale.locale, timeZone: timeZone, now: Date()))
  }

  /// The cell of an entity in any locale, made from what is stored of it.
  func cell(of entity: CellStore.Entity, in locale: LocaleName) throws -> EpisodeCellViewModel {
    guard let published = try store.newestCell(of: entity.id) else {
      throw FormatterError.missingEvent(entity: entity.id, sequence: Position(0))
    }
    let texts = try BusCoder.decode(
      EpisodeCellViewModel.self, from: try json(at: published.sequence, entity: entity.id).bytes)
    var item = FeedItem()
    // A title that the feed did not give comes back the same way: the view model knows no other.
    item.title = texts.title
    item.description = texts.description
    item.duration = entity.duration
    item.publicationDate = entity.date.map { Date(timeIntervalSince1970: TimeInterval($0)) }
    return cell(of: Episode(id: entity.id, podcastID: entity.feed, item: item), in: locale)
  }

  /// A cell as it was published.
  func json(at sequence: Position, entity: String) throws -> RawJSON {
    guard let event = try log.event(at: sequence) else {
      throw FormatterError.missingEvent(entity: entity, sequence: sequence)
    }
    return try event.decode(CellEvent<RawJSON>.self).cell
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

/// What is wrong with the formatter's own data.
enum FormatterError: Error, CustomStringConvertible {
  case missingEvent(entity: String, sequence: Position)

  var description: String {
    switch self {
    case .missingEvent(let entity, let sequence):
      "the log has no event \(sequence), where the tables say that the cell of \(entity) stands; restore a backup"
    }
  }
}
