import Castwire
import CastwireBus
import Foundation
import Storage

/// Compares what a subscriber has applied with the logs that it followed.
struct SubscriberAudit {
  let kind: SubscriberKind
  let folder: String

  /// How far the subscriber has come; nil where it has not begun.
  func place() throws -> Record.Place? {
    let path = kind.recordPath(in: folder)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    switch kind.language {
    case .swift: return try Record(path: path).place()
    case .python:
      do {
        return try Database(path: path).first("SELECT log, sequence, anew FROM cursor") { row in
          Record.Place(
            cursor: Cursor(
              log: row.text(0), sequence: Position(digits: row.text(1)) ?? Position(0), time: Timestamp(rawValue: 0)),
            isStartingOver: row.integer(2) != 0)
        }
      } catch let error as DatabaseError where error.isEnvironmental {
        // It is writing just now.
        return nil
      }
    }
  }

  /// - Parameters:
  ///   - logs: all that the service had, the present one last.
  ///   - printed: what it printed in all its lives, for the example in Python.
  func findings(_ logs: [CommittedLog], printed: [PrintedLine]) throws -> Findings {
    var findings = Findings("subscriber \(kind.name)")
    switch kind.language {
    case .swift: try compareRecord(with: logs, &findings)
    case .python:
      if let log = logs.last { try compareState(with: log, &findings) }
      try comparePrinted(printed, with: logs, &findings)
    }
    return findings
  }

  /// Event by event, each once and in order.
  private func compareRecord(with logs: [CommittedLog], _ findings: inout Findings) throws {
    let record = try Record(path: kind.recordPath(in: folder))
    for surprise in try record.surprises() { findings.add(surprise) }
    let applied = try record.logs()
    let known = logs.map(\.id).filter { id in applied.contains { $0.id == id } }
    if applied.map(\.id) != known {
      findings.add("it applied the logs \(applied.map(\.id)), not \(known) in that order")
    }
    for log in logs {
      let first = applied.first { $0.id == log.id }?.first
      if log.id == logs.last?.id {
        try compare(record, with: log, from: first ?? 1, after: try record.beginning() ?? Position(0), &findings)
      } else if let first {
        try compare(record, with: log, from: first, after: nil, &findings)
      }
    }
  }

  /// - Parameter beginning: the event after which all were to be applied; nil for a log that was wiped meanwhile, of which
  ///   the subscriber may have missed the last.
  private func compare(
    _ record: Record, with log: CommittedLog, from first: Int, after beginning: Position?, _ findings: inout Findings
  ) throws {
    var number = first
    func next() throws -> Event? {
      try record.applied(number, of: log.id).map { try Event(json: $0) }
    }
    try log.forEach { row in
      let wanted = row.event
      guard wanted.sequence > beginning ?? Position(0), kind.family == nil || kind.family == row.family else { return }
      while let event = try next(), event.sequence < wanted.sequence {
        findings.add("it applied \(event.sequence) as its event \(number), twice, too late or as none of its own")
        number += 1
      }
      let event = try next()
      guard let event, event.sequence == wanted.sequence else {
        if event != nil || beginning != nil { findings.add("it never applied \(wanted.sequence) of \(log.id)") }
        return
      }
      if event.json != wanted.json { findings.add("it applied \(wanted.sequence) as something else") }
      number += 1
    }
    while let event = try next() {
      findings.add("it applied \(event.sequence) after the last event of the log \(log.id)")
      number += 1
    }
  }

  /// The example keeps the present state only.
  private func compareState(with log: CommittedLog, _ findings: inout Findings) throws {
    var expected: [String: Content] = [:]
    try log.forEach { row in
      guard row.family == kind.family, let (_, verb) = row.event.familyAndVerb else { return }
      expected[row.event.subject] = verb == "removed" ? nil : try Content(row.event, family: row.family)
    }
    let database = try Database(path: kind.recordPath(in: folder))
    var actual: [String: Content] = [:]
    try database.forEach("SELECT subject, content FROM entities") { row in
      actual[row.text(0)] = try Content(Array(row.text(1).utf8), family: kind.family)
      return true
    }
    findings.compare("the state of", expected: expected, actual: actual)
    try database.forEach("SELECT error FROM set_aside") { row in
      findings.add("it set an event aside: \(row.text(0))")
      return true
    }
  }

  /// What it prints, it prints once, and log by log.
  private func comparePrinted(_ printed: [PrintedLine], with logs: [CommittedLog], _ findings: inout Findings) throws {
    var known: [Set<String>] = []
    for log in logs {
      var sequences: Set<String> = []
      try log.forEach { if $0.family == kind.family { sequences.insert($0.event.sequence.description) } }
      known.append(sequences)
    }
    var (place, last) = (0, "")
    for line in printed {
      switch line {
      case .event(let log, let sequence):
        guard let index = logs.firstIndex(where: { $0.id == log }), known[index].contains(sequence) else {
          findings.add("it printed \(sequence) of \(log), which holds no such event")
          continue
        }
        if index < place || (index == place && sequence <= last) {
          findings.add("it printed \(sequence) of \(log) after \(last) of \(logs[place].id)")
        }
        (place, last) = (index, sequence)
      case .dropped where logs.count > 1: break
      case .dropped: findings.add("it dropped what the log holds no more, and there was no other log")
      case .other(let words): findings.add("it printed: \(words)")
      }
    }
  }

  /// An entity: Python writes the same JSON in other words.
  private enum Content: Equatable {
    case episode(Episode)
    case cell(EpisodeCellViewModel)

    init(_ event: Event, family: String) throws {
      try self.init(event.member(family == "episode" ? "episode" : "cell") ?? [], family: family)
    }

    init(_ json: [UInt8], family: String?) throws {
      self =
        family == "episode"
        ? .episode(try BusCoder.decode(Episode.self, from: json))
        : .cell(try BusCoder.decode(EpisodeCellViewModel.self, from: json))
    }
  }
}
