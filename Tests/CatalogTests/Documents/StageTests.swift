import Castwire
import CastwireBus
import Storage
import TestSupport
import Testing

@testable import Catalog

/// Items that wait for their document's close.
struct StageTests {
  private let feed: IngestedFeed
  private let folder: TemporaryDirectory
  private let database: Database
  private let store: CatalogStore

  init() throws {
    feed = try IngestedFeed()
    folder = try TemporaryDirectory()
    database = try Database(path: folder.path(of: "catalog.sqlite"))
    store = try CatalogStore(database: database)
  }

  private func keep(_ events: [Event], in stage: Stage) throws {
    for event in events {
      switch event.name {
      case "item.seen": stage.keep(StagedMessage(try event.decode(ItemEvent.self)), .seen, event)
      case "item.left": stage.keep(try event.decode(ItemLeftEvent.self), event)
      default: continue
      }
    }
  }

  private func titles(_ stage: Stage) throws -> [String?] {
    try stage.items(feed: feed.id).map { try stage.message(of: $0)?.item.title ?? "left" }
  }

  @Test func `items keep their order, whether they are stored, decoded or new`() throws {
    let stage = try Stage(store: store)
    let first = try feed.publish([item("2", title: "b"), item("1", title: "a")])
    try keep(first, in: stage)
    #expect(try titles(stage) == ["b", "a"])
    try stage.flush()
    try keep(try feed.publish([item("3", title: "c"), item("2", title: "b")]), in: stage)
    let published = try feed.events.filter { $0.type.contains(".item.") }.map { event in
      event.name == "item.left" ? "left" : try event.decode(ItemEvent.self).item.title
    }
    #expect(Set(published) == ["a", "b", "c", "left"])
    #expect(try titles(stage) == published)
    try stage.flush()
    #expect(try titles(stage) == published)
    let reopened = try Stage(store: CatalogStore(database: database))
    #expect(reopened.hasItems(feed: feed.id))
    #expect(try titles(reopened) == published)
    let items = try reopened.items(feed: feed.id)
    #expect(items.map(\.document) == [1, 1, 2, 2])
    #expect(items.map(\.cause.id) == feed.events.filter { $0.type.contains(".item.") }.map(\.causationID))
    try reopened.clear(feed: feed.id)
    #expect(!reopened.hasItems(feed: feed.id))
    #expect(try titles(reopened) == [])
    #expect(try store.stagedFeeds() == [])
  }

  @Test func `of what waits no more than 16 MiB stays decoded, and the rest is decoded again`() throws {
    let stage = try Stage(store: store)
    let text = String(repeating: "x", count: 900_000)
    let events = try feed.publish((0..<20).map { item("\($0)", title: text) })
    try keep(events, in: stage)
    try stage.flush()
    let items = try stage.items(feed: feed.id)
    let decoded = items.filter { if case .seen = $0.content { true } else { false } }
    #expect(items.count == 20)
    #expect(decoded.count == 18)
    #expect(try titles(stage).allSatisfy { $0?.utf8.count == 900_000 })
    // Its place is free for the next document.
    try stage.clear(feed: feed.id)
    try keep(try feed.publish([item("new", title: "new")]), in: stage)
    try stage.flush()
    let next = try stage.items(feed: feed.id)
    #expect(next.contains { if case .seen = $0.content { true } else { false } })
  }

  @Test func `what waits for few commits is in memory alone, and for more in the store`() throws {
    let stage = try Stage(store: store)
    try keep(try feed.publish([item("1", title: "a")]), in: stage)
    for _ in 0..<8 {
      try stage.willCommit()
      #expect(stage.isHolding)
      #expect(try store.stagedFeeds() == [])
    }
    try stage.willCommit()
    #expect(!stage.isHolding)
    #expect(try store.stagedFeeds() == [feed.id])
    #expect(try titles(stage) == ["a"])
  }

  @Test(arguments: [(2_001, 1), (5, 900_000)])
  func `many items and large ones are stored at once`(count: Int, size: Int) throws {
    let stage = try Stage(store: store)
    let text = String(repeating: "x", count: size)
    let events = try feed.publish((0..<count).map { item("\($0)", title: text) })
    // The first of them is the feed's own.
    try keep(Array(events.dropLast(3)), in: stage)
    try stage.willCommit()
    #expect(stage.isHolding)
    try keep(Array(events.suffix(3)), in: stage)
    try stage.willCommit()
    #expect(!stage.isHolding)
    #expect(try titles(stage).count == count)
    #expect(try titles(Stage(store: store)).count == count)
    try stage.clear(feed: feed.id)
    #expect(try store.stagedFeeds() == [])
  }

  @Test func `a long document is taken in whole whatever the catalog held when it was started again`() throws {
    let catalog = try CatalogBench(inMemory: true)
    let events = try feed.publish((0..<3_000).map { item("\($0)", title: "Title \($0)") })
    for start in stride(from: 0, to: events.count, by: 500) {
      try catalog.apply(Array(events[start..<min(start + 500, events.count)]))
      try catalog.reopen()
    }
    #expect(catalog.events.count { $0.name == "episode.added" } == 3_000)
    #expect(Set(catalog.events.map(\.subject)).count == 3_001)
    #expect(try catalog.findings() == [])
  }

  @Test func `what is kept of two feeds at once stays apart`() throws {
    let other = try IngestedFeed(id: "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab", url: "https://example.org/feed.xml")
    let stage = try Stage(store: store)
    try keep(try feed.publish([item("1", title: "a")]), in: stage)
    try keep(try other.publish([item("1", title: "b")]), in: stage)
    try stage.flush()
    try stage.clear(feed: other.id)
    #expect(try titles(stage) == ["a"])
    #expect(stage.feeds == [feed.id])
    try stage.clear()
    #expect(stage.feeds == [])
    #expect(try store.stagedFeeds() == [])
  }

  /// What is kept in memory is gone then, and read from the table.
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
