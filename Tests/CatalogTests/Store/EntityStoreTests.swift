import CastwireBus
import Storage
import TestSupport
import Testing

@testable import Catalog

/// The rows of the store, each with what belongs to it.
struct EntityStoreTests {
  private let bench: StoreBench
  private var store: EntityStore { bench.store }

  init() throws {
    bench = try StoreBench()
  }

  @Test func `a feed is what was put last`() throws {
    #expect(try store.feed("a") == nil)
    var feed = try store.makeFeed("a")
    #expect(try store.feed("a") == feed)
    #expect(feed.era == 1)
    feed.kind = .video
    feed.statedKind = .photo
    feed.link = -5
    feed.keepNewest = 3
    feed.keepDays = 30
    feed.mergedInto = try store.makeFeed("b").number
    feed.hasSharedIdentifiers = true
    try store.put(feed)
    #expect(try store.feed("a") == feed)
    #expect(try store.feed(number: feed.number) == feed)
    #expect(try store.feeds(mergedInto: feed.mergedInto ?? 0) == [feed])
    #expect(try store.feedsKeptByAge(after: 0, limit: 10) == [feed])
    #expect(try store.feedsKeptByAge(after: feed.number, limit: 10).isEmpty)
  }

  @Test func `an entity is what was put last, by its number, its id and its names`() throws {
    let feed = try store.makeFeed("a")
    var row = try bench.add(feed.number, 1, order: 10, file: 7)
    try store.assign(key: 100, to: row)
    try store.addName(.link, 5, of: row)
    let old = row
    row.state = [.withdrawn, .initial]
    row.order = 4
    row.duplicateOf = 77
    row.sequence = Position(9)
    row.revision = 2
    row.file = nil
    row.firstSeen = 3
    row.kind = .video
    try store.put(row, was: old)
    #expect(try store.entity(number: row.number) == row)
    #expect(try store.entity(feed: feed.number, id: row.id) == row)
    #expect(try store.entities(feed: feed.number, rule: .item, hash: 100) == [row])
    #expect(try store.entities(feed: feed.number, rule: .link, hash: 5) == [row])
    #expect(try store.entities(feed: feed.number + 1, rule: .link, hash: 5).isEmpty)
    #expect(try store.dependants(of: 77) == [row])
    #expect(try store.hasEntities(feed: feed.number))
    #expect(try !store.hasEntities(feed: feed.number + 1))
  }
}
