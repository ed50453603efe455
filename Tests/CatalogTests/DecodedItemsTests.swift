import Castwire
import CastwireBus
import TestSupport
import Testing

@testable import Catalog

/// Items that wait for their document's close, decoded.
struct DecodedItemsTests {
  private let feed: IngestedFeed

  init() throws {
    feed = try IngestedFeed()
  }

  private func seen(_ items: [FeedItem]) throws -> [Event] {
    try feed.publish(items).filter { $0.name == "item.seen" }
  }

  @Test func `an item is given once, and those of the document before are forgotten`() throws {
    let items = DecodedItems()
    let first = try seen([item("1", title: "a"), item("2", title: "b")])
    for event in first { items.keep(try event.decode(ItemEvent.self), of: event) }
    #expect(items.take(first[0].causationID)?.item.title == "a")
    #expect(items.take(first[0].causationID) == nil)
    #expect(items.take(nil) == nil)
    let second = try seen([item("1", title: "c"), item("2", title: "b")])
    for event in second { items.keep(try event.decode(ItemEvent.self), of: event) }
    #expect(items.take(first[1].causationID) == nil)
    #expect(items.take(second[0].causationID)?.item.title == "c")
  }

  @Test func `no more than 16 MiB of them is kept`() throws {
    let items = DecodedItems()
    let text = String(repeating: "x", count: 900_000)
    let events = try seen((0..<20).map { item("\($0)", title: text) })
    for event in events { items.keep(try event.decode(ItemEvent.self), of: event) }
    let kept = events.map { items.take($0.causationID) != nil }
    #expect(kept == (0..<20).map { $0 < 18 })
  }

  /// What is kept is gone then, and read from the table.
  @Test func `a restart between a document's items and its close changes nothing`() throws {
    let (steady, restarted) = (try CatalogBench(), try CatalogBench())
    let documents = [
      try feed.publish([
        item("2", enclosure: "https://x/2", title: "b"), item("1", enclosure: "https://x/1", title: "a"),
      ]),
      try feed.publish([item("3", title: "c"), item("2", enclosure: "https://x/2", title: "other")]),
    ]
    for document in documents {
      try steady.apply(document)
      try restarted.apply(Array(document.dropLast()))
      try restarted.reopen()
      try restarted.apply(Array(document.suffix(1)))
    }
    #expect(try restarted.episodes() == steady.episodes())
    #expect(restarted.events.map(\.name) == steady.events.map(\.name))
    #expect(restarted.events.count > 4)
  }
}
