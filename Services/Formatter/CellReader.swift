internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop

/// Makes cells from episodes and from what is stored of them, and publishes nothing.
struct CellReader {
  private let store: CellStore
  private let log: any ReadableLog
  private let timeZone: TimeZone

  init(store: CellStore, log: any ReadableLog, timeZone: TimeZone) {
    self.store = store
    self.log = log
    self.timeZone = timeZone
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
