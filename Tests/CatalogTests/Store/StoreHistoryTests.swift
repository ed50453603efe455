import CastwireBus
import Storage
import TestSupport
import Testing

@testable import Catalog

/// What the store keeps of the past, of what was removed, and of what has not closed yet.
struct StoreHistoryTests {
  private let bench: StoreBench
  private var store: CatalogStore { bench.store }

  init() throws {
    bench = try StoreBench()
  }

  // MARK: History

  private func revision(_ number: Int, _ former: String?) -> FormerRevision {
    FormerRevision(
      revision: number, time: Timestamp(rawValue: Int64(number)), verb: "updated", changed: ["title", "link"],
      former: former.map { Array($0.utf8) })
  }

  @Test func `the last nineteen former revisions are kept`() throws {
    for number in 1...30 { try store.noteRevision(entity: 1, revision(number, "{}")) }
    try store.noteRevision(entity: 2, revision(1, nil))
    #expect(try store.revisions(entity: 1) == (12...30).reversed().map { revision($0, "{}") })
    #expect(try store.revisions(entity: 2) == [revision(1, nil)])
    try store.forgetHistory(entity: 1)
    #expect(try store.revisions(entity: 1).isEmpty)
  }

  @Test func `a revision that is noted again keeps what it said first, and gets its values`() throws {
    try store.noteRevision(entity: 1, revision(3, nil))
    let later = FormerRevision(
      revision: 3, time: Timestamp(rawValue: 99), verb: "viewed", changed: ["numberOfViews"], former: Array("{1}".utf8))
    try store.noteRevision(entity: 1, later)
    #expect(try store.revisions(entity: 1) == [revision(3, "{1}")])
    try store.noteRevision(entity: 1, revision(3, nil))
    #expect(try store.revisions(entity: 1) == [revision(3, "{1}")])
  }

  @Test func `the last fifty decisions are kept`() throws {
    func decision(_ number: Int) -> DecisionRow {
      DecisionRow(
        time: Timestamp(rawValue: Int64(number)), document: number, rule: "link",
        detail: number % 2 == 0 ? nil : [UInt8(number)])
    }
    for number in 1...70 { try store.record(entity: 1, decision(number)) }
    #expect(try store.decisions(entity: 1) == (21...70).map(decision))
    #expect(try store.decisions(entity: 2).isEmpty)
  }

  // MARK: Aliases and staging

  @Test func `what was removed as a duplicate leads to what is there, through each removal`() throws {
    let (first, second, third) = (StoreBench.id(1), StoreBench.id(2), StoreBench.id(3))
    try store.addAlias(id: first, target: second, targetFeed: 4, kind: .photo)
    #expect(try store.alias(id: second) == nil)
    try store.retargetAliases(from: second, to: third, feed: 5)
    let alias = try #require(try store.alias(id: first))
    #expect(alias == (third, 5, .photo))
    try store.removeAliases(to: third)
    #expect(try store.alias(id: first) == nil)
    try store.addAlias(id: first, target: second, targetFeed: 4, kind: .photo)
    try store.removeAlias(id: first)
    #expect(try store.alias(id: first) == nil)
  }

  @Test func `what is staged comes in its order, feed by feed`() throws {
    for (number, feed) in ["b", "a", "b", "c", "b"].enumerated() {
      try store.stage(
        feed: feed, document: number, verb: "seen", item: "i", cause: "c", traceparent: feed == "a" ? "t" : nil,
        time: Timestamp(rawValue: 7), data: [UInt8(number)])
    }
    #expect(try store.stagedFeeds() == ["a", "b", "c"])
    var staged: [CatalogStore.StagedItem] = []
    try store.forEachStaged(feed: "b") { staged.append($0) }
    #expect(staged.map(\.document) == [0, 2, 4])
    #expect(staged.map(\.data) == [[0], [2], [4]])
    #expect(try store.staged(number: staged[1].number)?.data == [2])
    #expect(try store.staged(number: 99) == nil)
    try store.clearStage(feed: "b")
    #expect(try !store.hasStaged(feed: "b"))
    #expect(try store.hasStaged(feed: "a"))
    try store.startEra()
    #expect(try store.stagedFeeds().isEmpty)
  }
}
