internal import Castwire
internal import CastwireBus
internal import MessageCoding

/// What an event says of an item, with all that can be made of it alone. It is large and handed on often, hence no value.
final class StagedMessage: Sendable {
  let item: FeedItem
  let document: Int
  let initial: Bool
  let identifierCount: Int
  let linkCount: Int
  let truncated: [String]?
  let evidence: ItemEvidence
  /// `NameHash.identifier`.
  let identifier: Int64?
  /// `NameHash.link`.
  let link: Int64?
  /// `NameHash.file` of its enclosure.
  let enclosure: Int64?
  /// Title and date: `NameHash.title`.
  let title: Int64?
  /// The id that its identifier gives in its feed.
  let entityID: String?

  init(_ event: ItemEvent) {
    item = event.item
    document = event.document
    initial = event.initial
    identifierCount = event.identifierCount
    linkCount = event.linkCount
    truncated = event.truncated
    evidence = ItemEvidence(item)
    identifier = item.identifier.map(NameHash.identifier)
    link = item.link.map(NameHash.link)
    enclosure = item.enclosureURL.map(NameHash.file)
    if let text = item.title, let date = item.publicationDate {
      title = NameHash.title(text, date: date)
    } else {
      title = nil
    }
    entityID = item.identifier.map { Identity.entityID(feedID: event.feed, identifier: $0) }
  }
}

/// The items of a batch of events, read on another core while the events are taken in one by one.
struct StagedMessages {
  private let messages: MapAhead<Event, StagedMessage?>
  private var place = 0

  init(_ events: [Event] = []) {
    messages = MapAhead(events) { event in
      guard let (family, verb) = event.familyAndVerb, family == "item", verb == "seen" || verb == "viewed" else {
        return nil
      }
      // What cannot be read is read once more where it is put aside.
      return (try? event.decode(ItemEvent.self)).map(StagedMessage.init)
    }
  }

  /// The message of an event. To be asked in the order of the events.
  ///
  /// - Throws: `DecodingError`.
  mutating func take(_ event: Event) throws -> StagedMessage {
    let events = messages.elements
    while place < events.count, events[place].sequence < event.sequence { place += 1 }
    // One that is tried again may be of a former log.
    if place < events.count, events[place].sequence == event.sequence, events[place].log == event.log,
      let message = messages[place]
    {
      return message
    }
    return StagedMessage(try event.decode(ItemEvent.self))
  }
}
