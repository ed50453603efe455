internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// The events after a position that search takes in at once, as they stand in the log at one moment.
struct SearchBatch {
  /// So many events at most, and so many bytes of them.
  private static let mostEvents = 6_000
  private static let mostBytes = 8 << 20

  /// Those of what can be searched for.
  let events: [Event]
  /// How far the log was read for them.
  let scannedTo: Position
  /// Whether that is all there is.
  let reachesHead: Bool

  init(after cursor: Position, of log: CommittedLog) throws {
    var events: [Event] = []
    var (count, size) = (0, 0)
    var last = cursor
    var isCut = false
    try log.database.forEach(
      "SELECT sequence, family, json FROM event WHERE sequence > ?1 ORDER BY sequence",
      .integer(Int64(min(cursor, log.head).rawValue))
    ) { row in
      guard count < Self.mostEvents, size < Self.mostBytes else {
        isCut = true
        return false
      }
      last = row.position(0)
      count += 1
      if SearchDocument.Kind(name: row.text(1)) != nil {
        size += row.byteCount(2)
        events.append(try Event(json: row.blob(2)))
      }
      return true
    }
    self.events = events
    scannedTo = isCut ? last : max(log.head, cursor)
    reachesHead = !isCut
  }
}
