import CastwireBus
import ServiceLoop
import Storage
import TestSupport
import Testing

@testable import Catalog
@testable import Storage

/// Pages: their cursors, and what SQLite does for them.
struct StoreListTests {
  private let bench: StoreBench
  private let feeds: [Int]
  private var store: CatalogStore { bench.store }

  init() throws {
    bench = try StoreBench()
    let store = bench.store
    feeds = try ["a", "b"].map { try store.makeFeed($0).number }
  }

  /// Thirty entities of which the older twenty stand in `listing`.
  private func fill() throws {
    for number in 1...20 { try bench.add(feeds[number % 2], number, order: number % 7) }
    let work = IndexWork(store: store)
    for _ in 0..<3 { try work.step() }
    #expect(try store.progress().listed == 20)
    for number in 21...30 { try bench.add(feeds[number % 2], number, order: number % 7) }
  }

  @Test(arguments: [1, 2, 3, 7, 30, 500])
  func `pages join over what is listed and what is not yet`(limit: Int) throws {
    try fill()
    for feed in [nil, feeds[0], feeds[1]] {
      let rows = try bench.list(.episode, feed: feed, limit: limit)
      #expect(rows.count == (feed == nil ? 30 : 15))
      #expect(rows == rows.sorted { ($0.order, $0.number) > ($1.order, $1.number) })
      #expect(Set(rows).count == rows.count)
    }
  }

  @Test func `a cursor stays where it is while entities come, and while they are entered`() throws {
    try fill()
    let all = try bench.list(.episode)
    var rows: [EntityRow] = []
    let work = IndexWork(store: store, size: IndexWork.Size(chunk: 6, read: 3, look: 1, time: .zero))
    try work.step()
    while rows.count < all.count {
      try store.forEach(
        .episode, feed: nil, withdrawn: nil,
        before: rows.last.map { ListPlace(order: $0.order, id: "\($0.number)") }, limit: 2
      ) { row in
        rows.append(row)
        return true
      }
      try bench.add(feeds[0], 100 + rows.count, order: 7)
      try work.step()
    }
    #expect(rows == all)
  }

  @Test func `a list ends where its reader has enough, and at its limit`() throws {
    try fill()
    for feed in [nil, feeds[0]] {
      for withdrawn in [nil, false] {
        var count = 0
        try store.forEach(.episode, feed: feed, withdrawn: withdrawn, before: nil, limit: 10) { _ in
          count += 1
          return count < 4
        }
        #expect(count == 4)
        count = 0
        try store.forEach(.episode, feed: feed, withdrawn: withdrawn, before: nil, limit: 10) { _ in
          count += 1
          return true
        }
        #expect(count == 10)
      }
    }
  }

  @Test func `where most are withdrawn the others are found nevertheless`() throws {
    for number in 1...50 { try bench.add(feeds[0], number, state: number % 25 == 0 ? [] : .withdrawn, order: number) }
    #expect(try bench.list(.episode, withdrawn: false, limit: 1).map(\.order) == [50, 25])
    #expect(try bench.list(.episode, withdrawn: true, limit: 7).count == 48)
  }

  @Test(arguments: ["x", "", "1.5"])
  func `a cursor of another list is refused`(id: String) throws {
    #expect(throws: RequestError.self) {
      try store.forEach(.episode, feed: nil, withdrawn: nil, before: ListPlace(order: 1, id: id), limit: 1) { _ in true
      }
    }
  }

  /// Those that read all of a table on purpose: it is small, or it is the tail.
  private static let scans = [
    "SCAN progress", "SCAN CONSTANT ROW", "SCAN collection", "SCAN entity USING INDEX entity_pending",
  ]

  @Test func `each statement finds its rows by a key`() throws {
    try fill()
    // Without the statements of the migrations.
    try bench.reopen()
    var feed = try #require(try store.feed("a"))
    let row = try #require(try store.entity(number: 3))
    // Everything that the store can do, for its statements to be prepared.
    try store.startEra()
    _ = try store.enterEra(&feed)
    try store.startEra()
    try store.noteAppearance(&feed)
    _ = try store.feedsThatDidNotAppear(limit: 1)
    _ = try store.feeds(mergedInto: 1)
    _ = try store.feedsKeptByAge(after: 0, limit: 1)
    _ = try store.feed(number: 1)
    try store.put(feed)
    try store.put(CollectionRow(feed: 1, kind: .episode, added: Position(1), sequence: Position(1), revision: 1))
    _ = try store.collection(1, .episode)
    _ = try store.collections(1)
    try store.forEachCollection(.episode, before: 9, limit: 1) { _, _ in true }
    _ = try store.counts(feed: nil)
    _ = try store.counts(feed: 1)
    _ = try store.pendingCount
    _ = try store.entity(feed: 1, id: row.id)
    _ = try store.entities(feed: 1, identifier: 1, item: 1)
    _ = try store.hasEntities(feed: 1)
    _ = try store.dependants(of: 1)
    try store.forEachEntity(ofFeed: 1) { _ in }
    for feed in [nil, 1] {
      for withdrawn in [nil, true, false] { _ = try bench.list(.episode, feed: feed, withdrawn: withdrawn) }
    }
    var new = row
    (new.sequence, new.revision) = (Position(99), 2)
    try store.put(new, was: row)
    var moved = new
    (moved.order, moved.file, moved.state) = (99, 5, .withdrawn)
    try store.put(moved, was: new)
    _ = try store.entities(file: 5, notIn: 9, limit: 1)
    for hash in Int64(1)...60 { try store.addName(.link, hash, of: moved) }
    try store.assign(key: 1, to: moved)
    try store.assign(key: 2, to: moved)
    try store.assign(key: 2, to: try #require(try store.entity(number: 5)))
    try store.noteRevision(
      entity: 3, FormerRevision(revision: 1, time: Timestamp(rawValue: 1), verb: "added", changed: [], former: nil))
    _ = try store.revisions(entity: 3)
    try store.record(entity: 3, DecisionRow(time: Timestamp(rawValue: 1), document: 1, rule: "link", detail: nil))
    _ = try store.decisions(entity: 3)
    try store.addAlias(id: "x", target: "y", targetFeed: 1, kind: .episode)
    _ = try store.alias(id: "x")
    try store.retargetAliases(from: "y", to: "z", feed: 1)
    try store.removeAlias(id: "x")
    try store.removeAliases(to: "x")
    try store.stage(
      feed: "a", document: 1, verb: "seen", item: "x", cause: "y", traceparent: nil, time: Timestamp(rawValue: 1),
      data: [])
    try store.forEachStaged(feed: "a") { _ in }
    _ = try store.staged(number: 1)
    _ = try store.hasStaged(feed: "a")
    _ = try store.stagedFeeds()
    try store.noteState()
    try store.remove(moved)
    try store.willCommit()
    try store.removeCollection(1, .episode)
    try store.removeFeed(feed)
    let work = IndexWork(store: store)
    for _ in 0..<3 { try work.step() }
    let statements = store.database.preparedStatements.filter { sql in
      ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) } && !sql.contains("sqlite_master")
        && !sql.contains("schema_version")
    }
    #expect(statements.count > 60)
    for statement in statements {
      // The beginning of an era forgets what is staged, all of it.
      if statement == "DELETE FROM staged" || statement.hasPrefix("UPDATE progress") { continue }
      let count = (1...12).last { statement.contains("?\($0)") } ?? statement.count { $0 == "?" }
      let plan = try store.database.all(
        "EXPLAIN QUERY PLAN \(statement)", values: Array(repeating: 1, count: count)
      ) { $0.text(3) }
      for step in plan where step.contains("SCAN") && !Self.scans.contains(where: { step.hasPrefix($0) }) {
        // A subquery's own rows, which are a page at most, and the rows of an INSERT.
        if step.contains("SUBQUERY") || step.hasPrefix("SCAN (") || step.contains("CONSTANT ROW") { continue }
        Issue.record("\(statement): \(plan)")
      }
      let sorts = plan.contains { $0.contains("TEMP B-TREE") }
      #expect(!sorts || statement.contains("NOT INDEXED"), "\(statement): \(plan)")
    }
  }
}
