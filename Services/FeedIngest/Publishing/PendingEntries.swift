internal import Runtime

/// Entries for the service's log that wait until what they tell of is committed.
final class PendingEntries {
  private let journal: Log
  private var entries: [(level: Log.Level, message: String, fields: KeyValuePairs<String, String>)] = []

  init(journal: Log) {
    self.journal = journal
  }

  func info(_ message: String, _ fields: KeyValuePairs<String, String>) {
    entries.append((.info, message, fields))
  }

  func warning(_ message: String, _ fields: KeyValuePairs<String, String>) {
    entries.append((.warning, message, fields))
  }

  func debug(_ message: String, _ fields: KeyValuePairs<String, String>) {
    entries.append((.debug, message, fields))
  }

  /// Writes what waits.
  func write() {
    for entry in entries {
      switch entry.level {
      case .debug: journal.debug(entry.message, entry.fields)
      case .info: journal.info(entry.message, entry.fields)
      case .warning: journal.warning(entry.message, entry.fields)
      case .error: journal.error(entry.message, entry.fields)
      }
    }
    entries = []
  }

  /// Drops what waits: it tells of a transaction that was undone.
  func drop() {
    entries = []
  }
}
