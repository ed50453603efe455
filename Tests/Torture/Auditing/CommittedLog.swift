import CastwireBus
import Foundation
import Storage

/// A service's log as it stands in its file.
struct CommittedLog {
  /// A row of it.
  struct Row {
    let event: Event
    let family: String
  }

  let database: Database
  let id: String

  init(path: String) throws {
    database = try Database(path: path)
    id = try database.first("SELECT id FROM log") { $0.text(0) } ?? ""
  }

  /// - Returns: nil where the service was killed before it had a log there.
  static func ifBegun(path: String) throws -> CommittedLog? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let sql = "SELECT 1 FROM sqlite_schema WHERE name = 'log'"
    guard try Database(path: path).first(sql, make: { _ in true }) == true else { return nil }
    let log = try CommittedLog(path: path)
    return log.id.isEmpty ? nil : log
  }

  /// Gives each event in the order of the log.
  func forEach(_ body: (Row) throws -> Void) throws {
    try database.forEach("SELECT family, json FROM event ORDER BY sequence") { row in
      try body(Row(event: try Event(json: row.blob(1)), family: row.text(0)))
      return true
    }
  }

  /// The newest event of all, or of a family.
  func head(of family: String?) throws -> Position {
    let sql = "SELECT max(sequence) FROM event"
    let head =
      try family.map { try database.first("\(sql) WHERE family = ?1", .text($0)) { $0.integer(0) } }
      ?? database.first(sql) { $0.integer(0) }
    return Position(UInt64(head ?? 0))
  }

  /// The locales that the formatter is yet to fill, or to empty.
  func unfinishedLocales() throws -> [String] {
    try database.all("SELECT name FROM locale WHERE rules = '' OR reached IS NOT NULL") { $0.text(0) }
  }

  /// Looks at the numbers, the chains, the times and the columns.
  func audit(_ service: ServiceName) throws -> (count: Int, findings: Findings) {
    var findings = Findings("the log of \(service.rawValue)")
    var count = 0
    var heads: [String: Position] = [:]
    var time = Timestamp(rawValue: 0)
    let columns = "sequence, time, family, feed, subject, json"
    try database.forEach("SELECT \(columns) FROM event ORDER BY sequence") { row in
      count += 1
      let event = try Event(json: row.blob(5))
      let family = row.text(2)
      if event.sequence.rawValue != UInt64(count) { findings.add("\(event.sequence) stands at place \(count)") }
      if row.integer(0) != Int(event.sequence.rawValue) {
        findings.add("\(event.sequence) stands in row \(row.integer(0))")
      }
      if event.previous != heads[family] ?? Position(0) {
        findings.add(
          "\(event.sequence) of \(family) has previous \(event.previous), not \(heads[family] ?? Position(0))")
      }
      if event.time < time { findings.add("\(event.sequence) is of \(event.time), before \(time)") }
      if Int64(row.integer(1)) != event.time.rawValue || row.text(3) != event.partitionKey
        || row.text(4) != event.subject
      {
        findings.add("the columns of \(event.sequence) differ from its JSON")
      }
      if event.log != id || event.service != service.rawValue {
        findings.add("\(event.sequence) is of log \(event.log)")
      }
      heads[family] = event.sequence
      time = event.time
      return true
    }
    return (count, findings)
  }
}
