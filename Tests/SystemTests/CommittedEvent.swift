import CastwireBus
import Storage

/// An event as it stands in a service's file.
struct CommittedEvent {
  let event: Event

  var type: String { event.type }
  var subject: String { event.subject }

  /// All events of a log in their order.
  static func all(inDatabase path: String) throws -> [CommittedEvent] {
    try Database(path: path).all("SELECT json FROM event ORDER BY sequence") { row in
      CommittedEvent(event: try Event(json: row.blob(0)))
    }
  }
}

extension [CommittedEvent] {
  /// Whether the positions run from 1 without a hole, and `previous` names the one before of each family.
  var isContiguous: Bool {
    var heads: [Substring: Position] = [:]
    for (index, committed) in enumerated() {
      let event = committed.event
      guard event.sequence == Position(UInt64(index + 1)), let family = event.familyAndVerb?.family,
        event.previous == heads[family] ?? Position(0)
      else { return false }
      heads[family] = event.sequence
    }
    return true
  }

  /// Whether time never goes back.
  var isInOrderOfTime: Bool {
    zip(self, dropFirst()).allSatisfy { $0.event.time <= $1.event.time }
  }

  /// The subjects of the events of a type.
  func subjects(ofType type: String) -> [String] {
    filter { $0.type == type }.map(\.subject)
  }
}
