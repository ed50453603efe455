import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import Catalog
@testable import ServiceLoop

/// The tables of version 1 as the first release wrote them, carried over.
struct MigrationTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../SystemTests/Databases/catalog-0.1.0.sql")

  private let folder: TemporaryDirectory
  private let database: Database
  private let store: CatalogStore
  private let former: [String]

  /// With an item staged that no document has closed, beside what was stored.
  init() throws {
    folder = try TemporaryDirectory()
    database = try Database(path: folder.path(of: "catalog.sqlite"))
    let database = database
    let sql = try String(contentsOf: Self.file, encoding: .utf8)
    try database.transaction { try database.execute(sql) }
    let item = ItemEvent(
      feed: "f", document: 12, item: FeedItem(), initial: false, identifierCount: 1, linkCount: 0, enclosureCount: 0)
    try database.run(
      "INSERT INTO staged (feed, verb, item, cause, traceparent, time, data) VALUES ('f', 'seen', 'i', 'c', 't', 7, ?1)",
      .blob(try BusCoder.encode(item)))
    try database.execute(
      """
      INSERT INTO name SELECT podcast, 'title', 'Two' || char(10) || 'lines' || char(10) || '-5', id FROM episode
      WHERE id = 'f738adc0-847b-5ded-b9f3-95c072fc36b9'
      """)
    former = try database.all("SELECT id FROM episode ORDER BY ordering DESC, id") { $0.text(0) }
    store = try CatalogStore(database: database)
  }

  @Test func `each podcast and episode is there as it was, and the check finds nothing`() throws {
    var findings: [String] = []
    _ = try FullCheck(
      database: database, service: "catalog", tables: FilledStore.tables, found: { findings.append($0) }
    ).run()
    #expect(findings == [])
    var ids: [String] = []
    try store.forEach(.episode, feed: nil, withdrawn: nil, before: nil, limit: 500) { row in
      ids.append(row.id)
      return true
    }
    #expect(ids.count == 13)
    #expect(Set(ids) == Set(former))
    #expect(
      try store.counts(feed: nil) == [.episode: CatalogStore.Counts(collections: 3, entities: 13, withdrawn: 1)])
    var places: [Int] = []
    try store.forEachCollection(.episode, before: .max, limit: 10) { place, _ in
      places.append(place)
      return true
    }
    #expect(places == [11, 7, 1])
    #expect(
      try store.progress()
        == CatalogStore.Progress(
          listed: 0, entering: 0, era: 1, namesVersion: NameHash.version, lacksState: false))
    let tables = try database.all(
      "SELECT name FROM sqlite_master WHERE name IN ('episode', 'podcast', 'former_name', 'former_staged')"
    ) {
      $0.text(0)
    }
    #expect(tables == [])
  }

  @Test func `an episode keeps its row`() throws {
    let feed = try #require(try store.feed("1c27ddcc-00b5-5282-b3c5-9fd659369670"))
    #expect(feed.kind == .episode)
    let row = try #require(try store.entity(feed: feed.number, id: "1838fed6-cc79-5b18-893b-d6ba45b7f025"))
    #expect(row.sequence == Position(15))
    #expect(row.revision == 2)
    #expect(row.order == 1_577_952_000)
    #expect(row.firstSeen == 1_796_085_649)
    #expect(row.state.contains(.withdrawn))
    #expect(!row.state.contains(.present))
    #expect(row.file == NameHash.file("https://media.example.com/one/2.mp3"))
  }

  @Test func `an episode is known by all that it was known by`() throws {
    let feed = try #require(try store.feed("1c27ddcc-00b5-5282-b3c5-9fd659369670")).number
    let id = "0c427bc0-d7b9-5cd3-aec1-6194a438d5ee"
    let hashes: [(NameRule, Int64)] = [
      (.item, NameHash.item(id)), (.identifier, NameHash.identifier("one-4")),
      (.link, NameHash.link("http://WWW.example.com/one/4/")),
      (.file, NameHash.file("http://media.example.com/one/4.mp3?Expires=1&Signature=x&Key-Pair-Id=y")),
      (.title, NameHash.title("Episode 4", second: 1_578_124_800)),
      (.title, NameHash.title("EPISODE  4, retitled", second: 1_578_124_800)),
    ]
    for (rule, hash) in hashes {
      #expect(try store.entities(feed: feed, rule: rule, hash: hash).map(\.id) == [id], "\(rule)")
    }
    let file = NameHash.file("https://media.example.com/one/3b.mp3")
    #expect(
      try store.entities(feed: feed, rule: .file, hash: file).map(\.id) == ["4106797f-ec01-51cf-ac12-b50e4e7cbdec"])
    let other = try #require(try store.feed("0fa3cd2a-1ec5-56fc-bf05-566690246308")).number
    let title = NameHash.title("Two\nlines", second: -5)
    #expect(
      try store.entities(feed: other, rule: .title, hash: title).map(\.id) == ["f738adc0-847b-5ded-b9f3-95c072fc36b9"])
  }

  @Test func `items with one identifier are told apart as before`() throws {
    let feed = try #require(try store.feed("68f0f224-e432-5aaf-bbb9-a9c64db654e2")).number
    let same = try store.entities(feed: feed, rule: .identifier, hash: NameHash.identifier("same"))
    #expect(same.count == 4)
    for row in same {
      #expect(try store.entities(feed: feed, rule: .item, hash: NameHash.item(row.id)) == [row])
    }
  }

  @Test func `what waits for its document still waits`() throws {
    var staged: [CatalogStore.StagedItem] = []
    try store.forEachStaged(feed: "f") { staged.append($0) }
    let item = try #require(staged.first)
    #expect(staged.count == 1)
    #expect(item.document == 12)
    #expect((item.verb, item.item, item.time) == ("seen", "i", Timestamp(rawValue: 7)))
    #expect((item.cause.id, item.cause.traceparent) == ("c", "t"))
    #expect(try BusCoder.decode(ItemEvent.self, from: item.data).document == 12)
  }
}
