internal import CastwireBus

/// Follows a log from its head back, and finds where its events do not hang together.
struct ChainCheck {
  private let heads: [String: Position]
  /// At and below it events are missing by right.
  private let horizon: Position
  /// Which event the one looked at before says is the one before it, by family.
  private var previous: [String: Position] = [:]
  private var last: (sequence: Position, time: Timestamp)?

  init(heads: [String: Position], horizon: Position) {
    self.heads = heads
    self.horizon = horizon
  }

  /// What is wrong between an event and those after it.
  ///
  /// - Parameter eventPrevious: what the event says is the one of its family before it.
  mutating func findings(_ event: StoredEvent, previous eventPrevious: Position) -> [String] {
    var findings: [String] = []
    if let last {
      if event.sequence.next != last.sequence, last.sequence.rawValue > horizon.rawValue + 1 {
        findings.append("events are missing between \(event.sequence) and \(last.sequence)")
      }
      if event.time > last.time { findings.append("event \(event.sequence) is later than \(last.sequence) after it") }
    } else if let head = heads.values.max(), event.sequence != head {
      findings.append("the log ends at \(event.sequence), and its families at \(head)")
    }
    last = (event.sequence, event.time)
    let expected = previous[event.family] ?? heads[event.family]
    // Beyond the horizon the event that is named may have been dropped.
    if expected.map({ event.sequence > horizon ? $0 != event.sequence : $0 < event.sequence }) ?? true {
      let who = previous[event.family] == nil ? "the head of" : "the event after it in"
      findings.append(
        "event \(event.sequence) is the next in the family \(event.family), and \(who) that says "
          + (expected.map { "\($0)" } ?? "there is none"))
    }
    previous[event.family] = eventPrevious
    return findings
  }

  /// What is wrong with what was not met, once everything above `place` was looked at.
  func findings(above place: Position) -> [String] {
    var findings = heads.sorted { $0.key < $1.key }.compactMap { family, head -> String? in
      let expected = previous[family] ?? head
      guard expected > max(place, horizon) else { return nil }
      return "event \(expected) of the family \(family) is missing"
    }
    if place == Position(0), let last, last.sequence.rawValue > horizon.rawValue + 1 {
      findings.append("events are missing between \(horizon) and \(last.sequence)")
    }
    return findings
  }
}
