internal import CastwireBus

/// What topics begin with.
enum EventTopic {
  /// The families that services have. That of a cell has its locale, too.
  static let families = [
    "feed", "item", "podcast", "episode", "channel", "video", "photostream", "photo", "cell",
  ]
}

extension Event {
  private struct CellData: Decodable {
    let kind: String?
    let locale: String?
  }

  /// The topic that the event is sent under. A replay sends events without.
  var topic: Topic {
    guard let (family, verb) = familyAndVerb else { return Topic(text: type) }
    guard family == "cell" else { return Topic(family: String(family), feed: partitionKey, verb: String(verb)) }
    let data = try? decode(CellData.self)
    // Where a cell was taken back, nothing says in which locale.
    return Topic(
      family: "cell.\(data?.locale ?? "*").\(data?.kind ?? "*")", feed: partitionKey, verb: String(verb))
  }
}
