import CastwireBus
import Storage
import TestSupport

@testable import ServiceLoop

/// A log in a file of the test's own, with a clock that the test sets.
final class Workbench {
  let folder: TemporaryDirectory
  let database: Database
  let log: EventLog
  var now = Timestamp(rawValue: 1_000)
  var isStopping = false

  init() throws {
    folder = try TemporaryDirectory()
    database = try Database(path: folder.path(of: "test.sqlite"))
    // The closures need `self`, which is whole only once the log is there.
    let clock = Clock()
    self.clock = clock
    log = try EventLog(
      database: database, service: "catalog", now: { clock.read() }, isStopping: { clock.isStopping() })
    clock.read = { [unowned self] in now }
    clock.isStopping = { [unowned self] in isStopping }
  }

  private let clock: Clock

  private final class Clock {
    var read: () -> Timestamp = { Timestamp(rawValue: 0) }
    var isStopping: () -> Bool = { false }
  }

  /// The same file as the next process would see it.
  func reopenedLog() throws -> EventLog {
    try EventLog(database: try Database(path: database.path), service: "catalog", now: { [unowned self] in now })
  }

  static func draft(
    _ subject: String, family: String = "episode", feed: String = "f", verb: String = "added", data: String = "{}"
  ) -> EventDraft {
    EventDraft(
      family: family, topic: Topic(family: family, feed: feed, verb: verb),
      type: "castwire.\(family.prefix { $0 != "." }).\(verb).v1",
      subject: subject, partitionKey: feed, schema: "urn:castwire:schema:\(family):1", data: Array(data.utf8))
  }

  /// Commits an event for each subject.
  func append(
    _ subjects: [String], family: String = "episode", feed: String = "f", verb: String = "added", data: String = "{}"
  ) throws {
    _ = try log.transaction {
      for subject in subjects {
        try log.append(Self.draft(subject, family: family, feed: feed, verb: verb, data: data))
      }
    }
  }

  /// Compacts as far as it goes, as a service that has just started, and gives the number of steps.
  @discardableResult
  func compact(_ retention: Retention = .usual, steady: ContinuousClock.Instant = .now) throws -> Int {
    let compaction = Compaction(log: log, retention: retention, start: steady)
    var steps = 0
    while try compaction.step(now: now, steady: steady) { steps += 1 }
    return steps
  }

  /// The positions that are left.
  func positions() throws -> [Int] {
    try database.all("SELECT sequence FROM event ORDER BY sequence") { $0.integer(0) }
  }

  /// What the check of everything finds.
  func findings() throws -> [String] {
    var findings: [String] = []
    _ = try FullCheck(
      database: try Database(path: database.path, access: .reading), service: "catalog",
      tables: ServiceTables(migrations: []) { _, _, _ in }, found: { findings.append($0) }
    ).run()
    return findings
  }

  /// All events as they are committed.
  func events() throws -> [Event] {
    try database.all("SELECT json FROM event ORDER BY sequence") { try Event(json: $0.blob(0)) }
  }
}

/// What a test throws to see what becomes of it.
struct Fault: Error, CustomStringConvertible {
  var description: String { "it cannot be applied" }
}

/// The error that `body` throws; nil where it throws none.
func failure(_ body: () throws -> Void) -> (any Error)? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
