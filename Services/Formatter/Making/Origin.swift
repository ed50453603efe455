internal import CastwireBus

/// What made the formatter publish an event.
struct Origin: Hashable {
  /// The event's `causationid`; nil where no event caused it.
  let causationID: String?
  let traceparent: String?

  /// Time, or other settings.
  static let itself = Origin(causationID: nil, traceparent: nil)

  init(causationID: String?, traceparent: String?) {
    self.causationID = causationID
    self.traceparent = traceparent
  }

  init(_ event: Event) {
    self.init(causationID: event.causationID, traceparent: event.traceparent)
  }
}
