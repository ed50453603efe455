internal import Castwire
internal import CastwireBus

/// What the events of one family, verb and feed are called by: most come with many others of the same.
final class EventNames {
  struct Names {
    let topic: Topic
    let type: String
    let schema: String
  }

  private var last: (family: String, verb: String, feed: String, names: Names)?

  func of(family: String, verb: String, feed: String) -> Names {
    if let last, last.feed == feed, last.verb == verb, last.family == family { return last.names }
    let names = Names(
      topic: Topic(family: family, feed: feed, verb: verb), type: EventType.name(family: family, verb: verb),
      schema: EventType.schema(family: family))
    last = (family, verb, feed, names)
    return names
  }
}
