internal import Castwire
internal import CastwireBus
internal import Foundation

/// An event as a line for people: when, what happened, and to what.
enum EventLine {
  private struct Names: Decodable {
    struct Entity: Decodable {
      let title: String?
      let url: String?
    }

    let feed: Entity?
    let item: Entity?
    let podcast: Entity?
    let episode: Entity?
    let cell: Entity?
    let changed: [String]?
    let reason: String?
    let locale: String?
  }

  /// `feed` is an id in the events of items and an entity in those of feeds.
  private struct ItemNames: Decodable {
    let item: Names.Entity?
    let reason: String?
  }

  /// - Parameter width: of the terminal; nil cuts nothing.
  static func text(_ event: Event, width: Int?, style: Style) -> String {
    let time = localTime(event.time)
    let (family, verb) = event.familyAndVerb ?? (Substring(event.type), "")
    let names = names(event)
    let what = DisplayWidth.padded("\(family) \(verb)", to: 18)
    let title = names.title ?? event.subject
    let notes = names.notes.isEmpty ? "" : "  (\(names.notes))"
    let service = DisplayWidth.padded(event.service, to: 11)
    let room = width.map { max(10, $0 - time.count - service.count - what.count - 6) }
    func fitted(_ text: String) -> String {
      let line = PrintableText.line(text)
      return room.map { DisplayWidth.cut(line, to: $0) } ?? line
    }
    let text = fitted(title)
    let left = room.map { $0 - DisplayWidth.of(text) }
    let note = PrintableText.line(notes)
    let shownNote = left.map { $0 >= 12 ? DisplayWidth.cut(note, to: $0 - 2) : "" } ?? note
    let colour = ServiceName(rawValue: event.service)?.colour ?? .bold
    return "\(style(time, .dim))  \(style(service, colour))  \(style(what, self.colour(of: verb)))  \(text)"
      + (shownNote.isEmpty ? "" : "  \(style(shownNote, .dim))")
  }

  private static func names(_ event: Event) -> (title: String?, notes: String) {
    if let names = try? event.decode(ItemNames.self), names.item != nil { return (names.item?.title, "") }
    guard let names = try? event.decode(Names.self) else {
      return (nil, (try? event.decode(ItemNames.self))?.reason ?? "")
    }
    let entity = names.episode ?? names.podcast ?? names.cell ?? names.feed
    var notes: [String] = []
    if let locale = names.locale { notes.append(locale) }
    if let changed = names.changed, !changed.isEmpty { notes.append("changed: \(changed.joined(separator: ", "))") }
    if let reason = names.reason { notes.append(reason) }
    return (entity?.title ?? entity?.url, notes.joined(separator: "; "))
  }

  private static func colour(of verb: Substring) -> Style.Attribute {
    switch verb {
    case "added", "followed", "recovered", "restored", "seen": .green
    case "removed", "unfollowed", "withdrawn", "left", "gone": .yellow
    case "failing", "throttled": .red
    default: .cyan
    }
  }

  private static func localTime(_ time: Timestamp) -> String {
    ClockTime.text(Date(timeIntervalSince1970: TimeInterval(time.rawValue) / 1_000))
  }
}
