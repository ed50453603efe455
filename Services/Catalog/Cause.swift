internal import CastwireBus

/// What made the catalog publish an event.
struct Cause {
  /// Nothing that the log tells of.
  static let none = Cause(id: nil, traceparent: nil)

  /// The event's `causationid`; nil where no event caused it.
  let id: String?
  let traceparent: String?

  init(_ event: Event) {
    id = event.causationID
    traceparent = event.traceparent
  }

  /// Where the event stands in its log.
  var sequence: Position? {
    id.flatMap { $0.lastIndex(of: "#").map($0.suffix(from:)) }.flatMap { Position(digits: $0.dropFirst()) }
  }

  init(id: String?, traceparent: String?) {
    self.id = id
    self.traceparent = traceparent
  }
}
