import Castwire
import CastwireBus
import Foundation

/// What the formatter's log says in the end, in each locale.
struct PublishedCells {
  /// By episode and locale.
  private(set) var cells: [String: EpisodeCellViewModel] = [:]
  private(set) var findings: Findings

  /// - Parameter subject: whose findings these are.
  init(_ log: CommittedLog, subject: String) throws {
    findings = Findings(subject)
    try log.forEach { row in
      guard row.event.familyAndVerb?.verb == "removed" else {
        return take(try row.event.decode(CellEvent<EpisodeCellViewModel>.self), row)
      }
      take(try row.event.decode(CellRemovedEvent.self), row)
    }
  }

  private mutating func take(_ message: CellEvent<EpisodeCellViewModel>, _ row: CommittedLog.Row) {
    check(message.kind, message.locale, message.entity, row)
    let key = Self.key(row.event.subject, message.locale)
    if message.staleAt != nil { findings.add("\(row.event.sequence) goes stale, though nothing in it does") }
    // Whatever the formatter makes anew, it says only what differs.
    if cells[key] == message.cell { findings.add("\(row.event.sequence) says of \(key) what was said before") }
    cells[key] = message.cell
  }

  private mutating func take(_ message: CellRemovedEvent, _ row: CommittedLog.Row) {
    check(message.kind, message.locale, message.entity, row)
    let key = Self.key(row.event.subject, message.locale)
    if cells.removeValue(forKey: key) == nil {
      findings.add("\(row.event.sequence) removes \(key), which is not there")
    }
  }

  /// Compares the cells with those that the episodes of the catalog must have.
  mutating func compare(with episodes: [String: Episode], _ settings: CellSettings) throws {
    guard let timeZone = TimeZone(identifier: settings.timeZone) else {
      throw RunFailure(reason: "unknown time zone \(settings.timeZone)")
    }
    var expected: [String: EpisodeCellViewModel] = [:]
    for locale in settings.locales {
      let context = FormattingContext(locale: try LocaleName(locale).locale, timeZone: timeZone, now: Date())
      for (id, episode) in episodes {
        expected[Self.key(id, locale)] = EpisodeCellViewModel(episode: episode, context: context)
      }
    }
    findings.compare("the cell of", expected: expected, actual: cells)
  }

  private mutating func check(_ kind: CellKind, _ locale: String, _ entity: String, _ row: CommittedLog.Row) {
    if kind != .episode || row.family != "cell.\(locale)" || entity != row.event.subject {
      findings.add("\(row.event.sequence) of \(row.family) says that it is the \(kind) \(entity) in \(locale)")
    }
  }

  private static func key(_ episode: String, _ locale: String) -> String {
    "\(episode) in \(locale)"
  }
}
