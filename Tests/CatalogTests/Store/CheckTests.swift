import CastwireBus
import Storage
import TestSupport
import Testing

@testable import Catalog

/// `catalog check`, and `--rebuild` after each kind of damage.
struct CheckTests {
  private static let kept = ["feed", "collection", "entity", "name", "revision", "decision", "alias"]

  private let filled: FilledStore

  init() throws {
    filled = try FilledStore()
  }

  @Test func `nothing is found in what is sound, before and after it was made anew`() throws {
    #expect(try filled.findings() == [])
    let before = try filled.rows(of: Self.kept)
    try filled.rebuild()
    #expect(try filled.findings() == [])
    expectSame(try filled.rows(of: Self.kept), before, "")
    let progress = try filled.store.progress()
    #expect(progress == CatalogStore.Progress(listed: 0, entering: 0, era: 1, namesVersion: 1, lacksState: true))
    #expect(try filled.store.stagedFeeds() == [])
    let isPresent = try filled.database.first("SELECT 1 FROM entity WHERE state & 1") { _ in true }
    #expect(isPresent == nil)
  }

  private func expectSame(_ rows: [String], _ before: [String], _ comment: String) {
    #expect(rows.filter { !before.contains($0) } == [], "\(comment): new")
    #expect(before.filter { !rows.contains($0) } == [], "\(comment): gone")
  }

  /// SQL, what is found, and which tables are as before after they were made anew: where what was damaged stands nowhere
  /// else, not all of them.
  private static let damages: [(sql: String, words: String, restored: [String])] = [
    (
      "DELETE FROM feed WHERE number = 1", "of feed 1, which is not there",
      kept.filter { !["feed", "name"].contains($0) }
    ),
    ("UPDATE feed SET merged_into = 99", "merged into one that is not there", kept.filter { $0 != "feed" }),
    ("DELETE FROM collection WHERE feed = 1", "podcast", kept.filter { $0 != "collection" }),
    ("UPDATE collection SET sequence = 2 WHERE feed = 1", "2, and its newest event is", kept),
    ("UPDATE collection SET entities = entities + 1", "counts 8 entities", kept),
    ("UPDATE collection SET withdrawn = 0", "0 withdrawn", kept),
    ("DELETE FROM entity WHERE number = 2", "is missing from the tables", ["feed", "collection", "alias"]),
    ("UPDATE entity SET sequence = 2 WHERE number = 5", "is not published, and stands at", kept),
    ("UPDATE entity SET kind = 2 WHERE number = 6", "has no event about it", kept),
    ("UPDATE entity SET state = state | 2 WHERE number = 6", "being withdrawn is not", kept),
    ("UPDATE entity SET state = state & ~2 WHERE number = 4", "being withdrawn is not", kept),
    ("UPDATE entity SET revision = 7 WHERE number = 3", "revision is 7 and not 25", kept),
    ("UPDATE entity SET ordering = 7 WHERE number = 3", "order is 7 and not 16", kept),
    ("UPDATE entity SET first_seen = 7 WHERE number = 3", "first sight is 7", kept),
    ("UPDATE entity SET file = 7 WHERE number = 3", "file is not its event's", kept),
    ("UPDATE entity SET item = NULL WHERE number = 7", "no item of feed-ingest's", kept),
    ("UPDATE entity SET duplicate_of = NULL", "root is none", kept),
    ("UPDATE entity SET duplicate_of = 99 WHERE duplicate_of IS NOT NULL", "duplicate of one that is not there", kept),
    ("DELETE FROM name WHERE rule = 2 AND entity = 2", "link is missing from the names", kept),
    ("DELETE FROM name WHERE rule = 3 AND entity = 2", "file is missing from the names", kept),
    ("DELETE FROM name WHERE rule = 4 AND entity = 7", "title is missing from the names", kept),
    ("INSERT INTO name VALUES (1, 2, 3, 99)", "a name for entity 99", kept),
    ("DELETE FROM listing WHERE number = 2", "entity 2 is missing from the lists", kept),
    ("UPDATE listing SET ordering = 5 WHERE number = 2", "entity 2 stands in a list where", kept),
    ("INSERT INTO listing VALUES (1, 2, 99)", "entity 99 stands in a list where", kept),
    ("DELETE FROM mark WHERE number = 2", "entity 2 is missing from the marks", kept),
    ("UPDATE mark SET hash = 5 WHERE number = 2", "marked with a file that is not its own", kept),
    ("UPDATE progress SET listed = 99", "lists are entered up to 99", kept),
    ("DELETE FROM progress", "progress has not one row", kept),
    ("DELETE FROM revision WHERE revision = 20", "do not follow one another", kept.filter { $0 != "revision" }),
    ("UPDATE revision SET entity = 99", "do not follow one another", kept.filter { $0 != "revision" }),
    ("UPDATE decision SET entity = 99", "decisions about entity 99", kept.filter { $0 != "decision" }),
    ("UPDATE alias SET target_feed = 3", "which is not there", kept),
  ]

  @Test(arguments: damages.indices)
  func `what is damaged is found, and made anew`(index: Int) throws {
    let damage = Self.damages[index]
    let before = try filled.rows(of: damage.restored)
    try filled.database.execute(damage.sql)
    let findings = try filled.findings()
    #expect(findings.contains { $0.contains(damage.words) }, "\(damage.sql): \(findings)")
    try filled.rebuild()
    #expect(try filled.findings() == [], "\(damage.sql)")
    expectSame(try filled.rows(of: damage.restored), before, damage.sql)
  }

  @Test(arguments: kept + ["listing", "mark", "progress", "staged"])
  func `a table that is gone is made anew`(table: String) throws {
    let ids = try filled.database.all("SELECT id FROM entity WHERE state < 8 ORDER BY sequence") { $0.id(0) }
    try filled.database.execute("DROP TABLE \(table)")
    try filled.rebuild()
    #expect(try filled.findings() == [])
    #expect(try filled.database.all("SELECT id FROM entity WHERE state < 8 ORDER BY sequence") { $0.id(0) } == ids)
  }

  @Test func `all that is gone is made anew, and new entities get new numbers`() throws {
    for table in Self.kept + ["listing", "mark", "progress", "staged"] {
      try filled.database.execute("DROP TABLE \(table)")
    }
    try filled.rebuild()
    #expect(try filled.findings() == [])
    let last = try filled.store.newestNumber()
    let row = try filled.store.add(
      feed: 1, id: "x", kind: .episode, state: .pending, sequence: Position(0), revision: 0, order: 1, firstSeen: 1,
      file: nil, duplicateOf: nil)
    #expect(row.number == last + 1)
  }

  @Test func `a number that was somebody's is nobody else's after the tables were made anew`() throws {
    let last = try #require(
      try filled.database.first("SELECT seq FROM sqlite_sequence WHERE name = 'entity'") { $0.integer(0) })
    try filled.database.execute("DELETE FROM entity WHERE number = \(last); DELETE FROM name WHERE entity = \(last)")
    try filled.rebuild()
    let row = try filled.store.add(
      feed: 1, id: "x", kind: .episode, state: .pending, sequence: Position(0), revision: 0, order: 1, firstSeen: 1,
      file: nil, duplicateOf: nil)
    #expect(row.number == last + 1)
  }
}
