import Castwire
import CastwireBus
import Testing

@testable import Catalog

struct StagedMessagesTests {
  private func event(log: String, _ sequence: UInt64, title: String) throws -> Event {
    var item = FeedItem()
    item.title = title
    let message = ItemEvent(
      feed: "f", document: 1, item: item, initial: false, identifierCount: 1, linkCount: 0, enclosureCount: 0)
    let draft = EventDraft(
      family: "item", topic: Topic(family: "item", feed: "f", verb: "seen"),
      type: EventType.name(family: "item", verb: "seen"), subject: "i", partitionKey: "f",
      schema: EventType.schema(family: "item"), data: try BusCoder.encode(message))
    return try Event(
      json: draft.json(
        source: "castwire://feed-ingest/\(log)", sequence: Position(sequence), previous: Position(sequence - 1),
        time: Timestamp(rawValue: 1_700_000_000_000)))
  }

  @Test func `each event of a batch has its own message, also where some are passed over`() throws {
    let events = try (1...200).map { try event(log: "a", $0, title: "\($0)") }
    var messages = StagedMessages(events)
    for event in events where event.sequence.rawValue % 3 == 0 {
      #expect(try messages.take(event).item.title == "\(event.sequence.rawValue)")
    }
  }

  @Test func `an event of another log is not taken for the one of the batch at the same place`() throws {
    let event = try event(log: "a", 5, title: "of the batch")
    var messages = StagedMessages([event])
    #expect(try messages.take(event).item.title == "of the batch")
    #expect(try messages.take(self.event(log: "b", 5, title: "tried again")).item.title == "tried again")
    #expect(try messages.take(event).item.title == "of the batch")
  }
}
