internal import Castwire
internal import CastwireBus
internal import ServiceLoop

/// Writes `feed.*` events to the log.
struct FeedPublisher {
  private let log: EventLog

  init(log: EventLog) {
    self.log = log
  }

  func append(_ verb: FeedEvent.Verb, _ message: FeedEvent, traceparent: String) throws {
    try log.append(
      EventDraft(
        family: "feed", topic: Topic(family: "feed", feed: message.feed.id, verb: verb.rawValue),
        type: EventType.name(family: "feed", verb: verb.rawValue), subject: message.feed.id,
        partitionKey: message.feed.id, schema: EventType.schema(family: "feed"), traceparent: traceparent,
        data: try BusCoder.encode(message)))
  }
}

/// W3C trace context, level 1: a new trace begins with each poll and each request to follow.
enum TraceParent {
  static func random() -> String {
    func hex(_ digits: Int) -> String {
      let text = String(UInt64.random(in: 1...UInt64.max), radix: 16)
      return String(repeating: "0", count: digits - text.count) + text
    }
    return "00-\(hex(16))\(hex(16))-\(hex(16))-01"
  }
}
