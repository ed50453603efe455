import Castwire
import CastwireBus
import Foundation
import Storage

/// Compares what a subscriber has applied with the log that it follows.
struct SubscriberAudit {
  let kind: SubscriberKind
  let folder: String

  /// How far the subscriber has come; nil where it has not begun.
  func position() throws -> Position? {
    let path = kind.recordPath(in: folder)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    switch kind.language {
    case .swift: return try Record(path: path).cursor()?.sequence
    case .python:
      do {
        return try Database(path: path).first("SELECT sequence FROM cursor") { Position(digits: $0.text(0)) } ?? nil
      } catch let error as DatabaseError where error.isEnvironmental {
        // It is writing just now.
        return nil
      }
    }
  }

  /// - Parameter printed: what it printed in all its lives, for the example in Python.
  func findings(_ log: CommittedLog, printed: [PrintedLine]) throws -> Findings {
    switch kind.language {
    case .swift: try recorded(log)
    case .python: try state(log, printed)
    }
  }

  /// Event by event, each once and in order.
  private func recorded(_ log: CommittedLog) throws -> Findings {
    var findings = Findings("subscriber \(kind.name)")
    let record = try Record(path: kind.recordPath(in: folder))
    for surprise in try record.surprises() { findings.add(surprise) }
    let beginning = try record.beginning() ?? Position(0)
    var number = 1
    func next() throws -> Event? {
      try record.applied(number).map { try Event(json: $0) }
    }
    try log.forEach { row in
      let wanted = row.event
      guard wanted.sequence > beginning, kind.family == nil || kind.family == row.family else { return }
      while let event = try next(), event.sequence < wanted.sequence {
        findings.add("it applied \(event.sequence) as its event \(number), twice, too late or as none of its own")
        number += 1
      }
      guard let event = try next(), event.sequence == wanted.sequence else {
        return findings.add("it never applied \(wanted.sequence)")
      }
      if event.json != wanted.json { findings.add("it applied \(wanted.sequence) as something else") }
      number += 1
    }
    while let event = try next() {
      findings.add("it applied \(event.sequence) after the last event of the log")
      number += 1
    }
    return findings
  }

  /// The example keeps the present state only; and what it prints, it prints once.
  private func state(_ log: CommittedLog, _ printed: [PrintedLine]) throws -> Findings {
    var findings = Findings("subscriber \(kind.name)")
    var expected: [String: Content] = [:]
    var known: Set<String> = []
    try log.forEach { row in
      guard row.family == kind.family, let (_, verb) = row.event.familyAndVerb else { return }
      known.insert(row.event.sequence.description)
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
    var last = ""
    for line in printed {
      switch line {
      case .event(let sequence):
        if !known.contains(sequence) { findings.add("it printed \(sequence), which the log does not hold") }
        if sequence <= last { findings.add("it printed \(sequence) after \(last)") }
        last = sequence
      case .other(let words): findings.add("it printed: \(words)")
      }
    }
    return findings
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
