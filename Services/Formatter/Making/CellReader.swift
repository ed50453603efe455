internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop

/// Reads cells as they were published, and makes them from what is stored. It publishes nothing.
struct CellReader {
  private let store: CellStore
  private let log: any ReadableLog
  private let maker: CellMaker

  init(store: CellStore, log: any ReadableLog, maker: CellMaker) {
    self.store = store
    self.log = log
    self.maker = maker
  }

  /// An entity's cell in any locale, made from its facts.
  func cell(of facts: Facts, entity id: String, feed: String, in locale: LocaleName, now: Date) throws -> MadeCell {
    try maker.cell(
      of: facts, id: id, feed: feed, channel: facts.kind == .video ? try store.channel(feed) : nil, in: locale, now: now
    )
  }

  /// What an entity's cells are made from, with all its texts.
  ///
  /// - Throws: `FormatterError.missingFacts` where they are yet to come from the catalog.
  func facts(of entity: Entity) throws -> Facts {
    guard let stored = try store.facts(of: entity.number) else { throw FormatterError.missingFacts(entity: entity.id) }
    let facts = try Facts(kind: entity.kind, json: stored)
    guard case .episode(var episode) = facts, episode.isDescribedByCell == true else { return facts }
    guard let published = try store.newestCell(of: entity.number) else {
      throw FormatterError.missingEvent(entity: entity.id, sequence: Position(0))
    }
    let cell = try BusCoder.decode(
      EpisodeCellViewModel.self, from: try json(at: published.sequence, entity: entity.id).bytes)
    episode.description = cell.description
    episode.isDescribedByCell = nil
    return .episode(episode)
  }

  /// A cell as it was published.
  func json(at sequence: Position, entity: String) throws -> RawJSON {
    guard let event = try log.event(at: sequence) else {
      throw FormatterError.missingEvent(entity: entity, sequence: sequence)
    }
    return try event.decode(CellEvent<RawJSON>.self).cell
  }
}

/// What is wrong with the formatter's own data.
enum FormatterError: Error, CustomStringConvertible {
  case missingEvent(entity: String, sequence: Position)
  case missingFacts(entity: String)

  var description: String {
    switch self {
    case .missingEvent(let entity, let sequence):
      "the log has no event \(sequence), where the tables say that the cell of \(entity) stands; restore a backup"
    case .missingFacts(let entity):
      "what \(entity) is made from is yet to come from the catalog, which an older version of this program did not keep"
    }
  }
}
