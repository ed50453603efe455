import CastwireBus
import Storage
import TestSupport
import Testing

@testable import Catalog

/// The rows of the store, each with what belongs to it.
struct CatalogStoreTests {
  private let bench: StoreBench
  private var store: CatalogStore { bench.store }

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

  // MARK: Files over all feeds

  private struct Undone: Error {}

  @Test(arguments: [true, false])
  func `an entity with a file is found by it although its removal was undone`(isRemoved: Bool) throws {
    let feeds = [try store.makeFeed("a").number, try store.makeFeed("b").number]
    let row = try bench.add(feeds[0], 1, order: 1, file: 7)
    try bench.reopen()
    try store.database.transaction {
      do {
        try store.database.savepoint {
          var other = row
          other.file = 8
          if isRemoved { try store.remove(row) } else { try store.put(other, was: row) }
          #expect(try store.entities(file: 7, notIn: feeds[1], limit: 5).isEmpty)
          throw Undone()
        }
      } catch is Undone {}
    }
    #expect(try store.entities(file: 7, notIn: feeds[1], limit: 5) == [row])
    #expect(try store.entities(file: 7, notIn: feeds[0], limit: 5).isEmpty)
  }

  @Test func `files that come and go do not fill the memory`() throws {
    let feed = try store.makeFeed("a").number
    var row = try bench.add(feed, 1, order: 1, file: 0)
    try store.database.transaction {
      for file in Int64(1)...Int64(MarkTail.mostFormer) + 1 {
        let old = row
        row.file = file
        try store.put(row, was: old)
      }
      #expect(store.tail?.isStale == true)
      try store.willCommit()
    }
    #expect(store.tail == nil)
    #expect(try store.entities(file: row.file ?? 0, notIn: 0, limit: 5) == [row])
    #expect(try store.entities(file: 1, notIn: 0, limit: 5).isEmpty)
  }

  // MARK: Names

  @Test func `an entity that has another link at each look keeps at most fifty`() throws {
    let feed = try store.makeFeed("a").number
    let row = try bench.add(feed, 1, order: 1)
    let other = try bench.add(feed, 2, order: 1)
    try store.addName(.link, 3, of: other)
    try store.addName(.title, 3, of: row)
    for hash in Int64(0)..<500 {
      try store.addName(.link, hash, of: row)
      #expect(try store.entities(feed: feed, rule: .link, hash: hash).contains(row))
      let count = try store.database.first(
        "SELECT count(*) FROM name WHERE rule = 2 AND entity = ?1", .number(row.number), make: { $0.integer(0) })
      #expect(count ?? 0 <= CatalogStore.mostNames)
    }
    #expect(try store.entities(feed: feed, rule: .title, hash: 3) == [row])
    #expect(try store.entities(feed: feed, rule: .link, hash: 3) == [other])
  }

  @Test func `a key means one entity, and an entity one key; the former stays as a name`() throws {
    let feed = try store.makeFeed("a").number
    let first = try bench.add(feed, 1, order: 1)
    let second = try bench.add(feed, 2, order: 1)
    try store.assign(key: 10, to: first)
    try store.assign(key: 20, to: first)
    #expect(try store.entities(feed: feed, rule: .item, hash: 10).isEmpty)
    #expect(try store.entities(feed: feed, rule: .item, hash: 20) == [first])
    #expect(try store.entities(feed: feed, identifier: 5, item: 10) == [first])
    try store.assign(key: 20, to: second)
    #expect(try store.entities(feed: feed, rule: .item, hash: 20) == [second])
    #expect(try store.entities(feed: feed, identifier: 5, item: 20) == [first, second])
    try store.addName(.identifier, 5, of: second)
    #expect(try store.entities(feed: feed, identifier: 5, item: 10) == [first, second])
  }

  @Test func `names of a removed entity mean nothing, and are gone with the transaction`() throws {
    let feed = try store.makeFeed("a").number
    let row = try bench.add(feed, 1, order: 1)
    try store.addName(.link, 3, of: row)
    try store.database.transaction {
      try store.remove(row)
      #expect(try store.entities(feed: feed, rule: .link, hash: 3).isEmpty)
      try store.willCommit()
    }
    #expect(try store.database.first("SELECT count(*) FROM name") { $0.integer(0) } == 0)
  }

  // MARK: Collections

  @Test func `a collection counts its entities, also those that came before it`() throws {
    let feed = try store.makeFeed("a").number
    try bench.add(feed, 1, order: 1)
    try bench.add(feed, 2, state: .withdrawn, order: 2)
    try bench.add(feed, 3, state: .pending, order: 3)
    var collection = CollectionRow(feed: feed, kind: .episode, added: Position(4), sequence: Position(4), revision: 1)
    try store.put(collection)
    try bench.add(feed, 4, order: 4)
    (collection.entities, collection.withdrawn) = (3, 1)
    #expect(try store.collection(feed, .episode) == collection)
    (collection.sequence, collection.revision) = (Position(9), 2)
    try store.put(CollectionRow(feed: feed, kind: .episode, added: Position(8), sequence: Position(9), revision: 2))
    #expect(try store.collections(feed) == [collection])
    #expect(
      try store.counts(feed: nil) == [.episode: CatalogStore.Counts(collections: 1, entities: 3, withdrawn: 1)])
    #expect(try store.counts(feed: feed) == store.counts(feed: nil))
    #expect(try store.counts(feed: feed + 1) == [:])
    #expect(try store.pendingCount == 1)
    try store.removeCollection(feed, .episode)
    #expect(try store.collections(feed).isEmpty)
  }

  @Test func `collections are listed by when they were added, the last first`() throws {
    for number in 1...5 {
      let feed = try store.makeFeed("\(number)").number
      let place = Position(UInt64(number * 10))
      try store.put(CollectionRow(feed: feed, kind: .video, added: place, sequence: place.next, revision: 1))
    }
    var places: [[Int]] = []
    try store.forEachCollection(.video, before: 40, limit: 2) { place, sequence in
      places.append([place, Int(sequence.rawValue)])
      return true
    }
    #expect(places == [[30, 31], [20, 21]])
    try store.forEachCollection(.photo, before: .max, limit: 2) { _, _ in
      Issue.record("there are no photo streams")
      return true
    }
  }

  @Test func `a removed feed leaves nothing`() throws {
    let feed = try store.makeFeed("a")
    var other = try store.makeFeed("b")
    other.mergedInto = feed.number
    try store.put(other)
    let row = try bench.add(feed.number, 1, order: 1)
    try store.put(
      CollectionRow(feed: feed.number, kind: .episode, added: Position(1), sequence: Position(1), revision: 1))
    try store.addName(.link, 1, of: row)
    try store.addAlias(id: StoreBench.id(9), target: row.id, targetFeed: feed.number, kind: .episode)
    try store.stage(
      feed: "a", document: 1, verb: "seen", item: "i", cause: "c", traceparent: nil, time: Timestamp(rawValue: 1),
      data: [1])
    try store.noteRevision(
      entity: row.number,
      FormerRevision(revision: 1, time: Timestamp(rawValue: 1), verb: "added", changed: [], former: nil))
    try store.record(
      entity: row.number, DecisionRow(time: Timestamp(rawValue: 1), document: 1, rule: "link", detail: nil))
    try store.remove(row)
    try store.removeFeed(feed)
    try store.willCommit()
    for table in ["entity", "name", "collection", "alias", "staged", "revision", "decision"] {
      #expect(try store.database.first("SELECT count(*) FROM \(table)") { $0.integer(0) } == 0, "\(table)")
    }
    #expect(try store.feed("b")?.mergedInto == nil)
    #expect(try store.feed("a") == nil)
  }

  // MARK: Eras

  @Test func `in a new era nothing is present, feed by feed as they come`() throws {
    var feeds = [try store.makeFeed("a"), try store.makeFeed("b")]
    let rows = try feeds.map { try bench.add($0.number, $0.number, state: [.present, .initial], order: 1) }
    #expect(try !store.enterEra(&feeds[0]))
    try store.startEra()
    #expect(try store.feedsThatDidNotAppear(limit: 10).map(\.id) == ["a", "b"])
    #expect(try store.feedsThatDidNotAppear(after: feeds[0].number, limit: 10).map(\.id) == ["b"])
    try store.noteAppearance(&feeds[0])
    #expect(try store.enterEra(&feeds[0]))
    #expect(try !store.enterEra(&feeds[0]))
    #expect(try store.feed("a") == feeds[0])
    #expect(try store.feedsThatDidNotAppear(limit: 10).map(\.id) == ["b"])
    #expect(try store.entity(number: rows[0].number)?.state == .initial)
    #expect(try store.entity(number: rows[1].number)?.state == [.present, .initial])
    #expect(try store.makeFeed("c").era == 2)
  }

  @Test(arguments: ["", "x", "0123456789abcdef", "6D0A5E36-5B9C-5D3B-9A55-1F0B1C2D3E4F"])
  func `an id that is no UUID in small letters is kept as it is`(id: String) throws {
    let feed = try store.makeFeed("a").number
    let row = try store.add(
      feed: feed, id: id, kind: .episode, state: [], sequence: Position(1), revision: 1, order: 1, firstSeen: 1,
      file: nil, duplicateOf: nil)
    #expect(try store.entity(feed: feed, id: id) == row)
    #expect(try store.entity(number: row.number)?.id == id)
  }
}
