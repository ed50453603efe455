internal import CastwireBus
internal import Storage

/// The file `NAME.identity` beside a service's database: an `IdentityRecord`, held open to be written after each commit.
final class IdentityFile {
  private let file: RecordFile
  private var record: IdentityRecord

  /// Where the record of a database lies.
  static func path(ofDatabase path: String) -> String {
    let stem = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
    return "\(stem).identity"
  }

  /// Makes sure that the log is the one that was published from this file, gives it a new id where it is not, and
  /// writes down what holds from now on.
  ///
  /// - Parameter renewed: gets the reason where the log has a new id.
  static func establish(of log: EventLog, renewed: (IdentityRecord.Doubt) -> Void) throws {
    let database = log.database
    let path = path(ofDatabase: database.path)
    let file = try FileIdentity(of: database.path)
    // A log that was never run has nothing to be mistaken for.
    let isKnown = try database.first("SELECT identified FROM log") { $0.integer(0) != 0 } ?? false
    if isKnown, let doubt = try doubt(of: log, path: path, file: file) {
      try log.renew()
      renewed(doubt)
    }
    log.identity = try IdentityFile(
      path: path, record: IdentityRecord(log: log.id, head: log.head, time: log.lastTime, file: file))
    if !isKnown { try database.run("UPDATE log SET identified = 1") }
  }

  private static func doubt(of log: EventLog, path: String, file: FileIdentity) throws -> IdentityRecord.Doubt? {
    guard let text = try RecordFile.text(of: path), let record = IdentityRecord(text: text) else {
      return .noRecord(path)
    }
    return try record.doubt(log: log.id, head: log.head, file: file) { try log.time(at: $0) }
  }

  private init(path: String, record: IdentityRecord) throws(FileError) {
    file = try RecordFile(path: path)
    self.record = record
    try file.write(record.text, durably: true)
  }

  /// Writes down that the log is committed up to here. Not waited for: after a loss of power the database may know more.
  func note(head: Position, time: Timestamp) throws(FileError) {
    (record.head, record.time) = (head, time)
    try file.write(record.text, durably: false)
  }

  /// Writes down that the log has another id.
  func write(log: String, head: Position, time: Timestamp) throws(FileError) {
    record.log = log
    (record.head, record.time) = (head, time)
    try file.write(record.text, durably: true)
  }
}
