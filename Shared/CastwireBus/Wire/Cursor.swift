/// How far a consumer has come in a log. Stored in the transaction that did the work.
public struct Cursor: Codable, Sendable, Hashable {
  /// The log's id.
  public var log: String
  /// The last event that was applied, or scanned by a replay.
  public var sequence: Position
  /// That event's time, by which a log that was restored from a copy is told.
  public var time: Timestamp

  /// The cursor after an event.
  public init(log: String, sequence: Position, time: Timestamp) {
    self.log = log
    self.sequence = sequence
    self.time = time
  }
}
