internal import CastwireBus
internal import Storage

/// How far a log is compacted. Stored in the transaction that compacts.
struct CompactionProgress: Equatable {
  /// Up to here it is known which event of each subject is the newest.
  var indexed = Position(0)
  /// Up to here the log is compacted: of each subject only its newest event is left. Above it nothing is missing.
  var horizon = Position(0)
  /// The bytes of all events that the log ever had up to the horizon.
  var passed = 0
  /// The first position from which nothing was dropped that no later event replaced.
  var oldest = Position(1)
  /// The log's time when `oldest` came to stand where it is.
  var dropped = Timestamp(rawValue: 0)
  var clock = RetentionClock()

  static let schema = """
    CREATE TABLE compaction (
      id INTEGER PRIMARY KEY CHECK (id = 1), indexed INTEGER NOT NULL, horizon INTEGER NOT NULL, passed INTEGER NOT NULL,
      oldest INTEGER NOT NULL, dropped INTEGER NOT NULL, clock_seen INTEGER, clock_trusted_from INTEGER NOT NULL
    );
    """

  init() {}

  /// What is stored.
  init(database: Database) throws {
    let stored = try database.first(
      "SELECT indexed, horizon, passed, oldest, dropped, clock_seen, clock_trusted_from FROM compaction"
    ) { row in
      var progress = CompactionProgress()
      progress.indexed = row.position(0)
      progress.horizon = row.position(1)
      progress.passed = row.integer(2)
      progress.oldest = row.position(3)
      progress.dropped = Timestamp(rawValue: Int64(row.integer(4)))
      progress.clock = RetentionClock(
        seen: row.optionalInteger(5).map { Timestamp(rawValue: Int64($0)) },
        trustedFrom: Timestamp(rawValue: Int64(row.integer(6))))
      return progress
    }
    self = stored ?? CompactionProgress()
  }

  func store(in database: Database) throws {
    try database.run(
      """
      INSERT OR REPLACE INTO compaction
        (id, indexed, horizon, passed, oldest, dropped, clock_seen, clock_trusted_from)
      VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      .integer(Int64(indexed.rawValue)), .integer(Int64(horizon.rawValue)), .integer(Int64(passed)),
      .integer(Int64(oldest.rawValue)), .integer(dropped.rawValue), clock.seen.map { .integer($0.rawValue) } ?? .null,
      .integer(clock.trustedFrom.rawValue))
  }
}
