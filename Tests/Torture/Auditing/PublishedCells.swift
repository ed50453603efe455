import Castwire
import CastwireBus
import Foundation

/// What the formatter's log says in the end.
struct PublishedCells {
  private(set) var cells: [String: EpisodeCellViewModel] = [:]

  init(_ log: CommittedLog) throws {
    try log.forEach { row in
      if row.event.familyAndVerb?.verb == "removed" {
        cells[row.event.subject] = nil
      } else {
        cells[row.event.subject] = try row.event.decode(CellEvent<EpisodeCellViewModel>.self).cell
      }
    }
  }

  /// The cells that episodes must have, in the locale en_US and in UTC.
  static func expected(of episodes: [String: Episode]) throws -> [String: EpisodeCellViewModel] {
    let context = FormattingContext(
      locale: try LocaleName("en_US").locale, timeZone: TimeZone(identifier: "UTC") ?? .gmt, now: Date())
    return episodes.mapValues { EpisodeCellViewModel(episode: $0, context: context) }
  }
}
