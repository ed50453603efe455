internal import CastwireBus
internal import Storage

/// The check at each start: that the end of the log hangs together, where all that is appended goes on.
///
/// It takes some milliseconds however large the log is; `check` looks at everything.
struct QuickCheck {
  /// How many events are looked at.
  static let count = 1_000
  /// Of their JSON, in bytes; large events are looked at in smaller numbers.
  static let size = 16 << 20

  /// - Throws: `DamagedLogError`.
  static func run(_ log: EventLog) throws {
    var chain = ChainCheck(heads: log.heads, horizon: log.progress.horizon)
    let logs = log.formerIDs.union([log.id])
    var findings: [String] = []
    var (rows, bytes, lowest) = (0, 0, Position(0))
    var isAll = true
    try log.database.forEach("SELECT \(StoredEvent.columns) FROM event ORDER BY sequence DESC") { row in
      guard rows < count, bytes < size else {
        isAll = false
        return false
      }
      let event = StoredEvent(row)
      (rows, bytes, lowest) = (rows + 1, bytes + event.json.count, event.sequence)
      findings += event.findings(service: log.service, logs: logs)
      findings += chain.findings(event, previous: event.previous() ?? Position(0))
      return findings.isEmpty
    }
    if findings.isEmpty {
      findings = chain.findings(above: isAll ? Position(0) : Position(max(lowest.rawValue, 1) - 1))
    }
    guard let finding = findings.first else { return }
    throw DamagedLogError(path: log.database.path, service: log.service, finding: finding)
  }
}

/// The events of a log do not hang together.
public struct DamagedLogError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The database file.
  public let path: String
  /// The service whose log it is.
  public let service: String
  /// What was found first.
  public let finding: String

  /// The error in words, for a person.
  public var description: String {
    "\(path) is damaged: \(finding); '\(service) check' finds what else is, '\(service) restore FILE' puts a backup in "
      + "its place"
  }
}
