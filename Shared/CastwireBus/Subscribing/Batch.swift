/// Events for a consumer to apply, in one transaction with `cursor`.
public struct Batch: Sendable {
  /// In the order of the log.
  public var events: [Event]
  /// What stands in the log and is no event; to be put aside.
  public var malformed: [(json: [UInt8], error: MalformedEventError)]
  /// The cursor after these events.
  public var cursor: Cursor
  /// The log is another than before: what follows is its whole state from the beginning, to be applied by content.
  public var startsOver: Bool
  /// With this batch the log's whole state has been given, since the beginning or since `startsOver`: what did not
  /// appear in it is to be dropped.
  public var completes: Bool
}
