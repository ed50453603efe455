import CastwireBus
import Storage
import TestSupport
import Testing

@testable import Catalog

/// When entities are entered in the lists of all feeds, and what a kill in between leaves.
struct IndexWorkTests {
  private let bench: StoreBench
  private let feed: Int
  private var store: CatalogStore { bench.store }

  init() throws {
    bench = try StoreBench()
    feed = try bench.store.makeFeed("a").number
  }

  private func add(_ numbers: ClosedRange<Int>) throws {
    let store = bench.store
    try store.database.transaction {
      for number in numbers { try bench.add(feed, number, order: number * 7_919 % 1_000, file: Int64(number % 50)) }
    }
  }

  private func stored(_ table: String) throws -> Int {
    try store.database.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0
  }

  @Test func `a few are left alone, more than a few once none has come for a while`() throws {
    let work = IndexWork(store: store)
    try add(1...IndexWork.few)
    #expect(work.due != nil)
    try work.step()
    #expect(work.due == nil)
    try add(IndexWork.few + 1...IndexWork.few + 1)
    let due = try #require(work.due)
    #expect(due > .now + IndexWork.patience / 2)
    #expect(due <= .now + IndexWork.patience)
    // And the wait begins anew with each.
    try add(IndexWork.few + 2...IndexWork.few + 2)
    #expect(try #require(work.due) > due)
    #expect(try stored("listing") == 0)
  }

  @Test func `many are entered at once, step by step`() throws {
    let work = IndexWork(store: store)
    try work.step()
    try add(1...IndexWork.backlog)
    var steps = 0
    while let due = work.due {
      #expect(due <= .now + .seconds(5))
      try work.step()
      steps += 1
    }
    #expect(steps > 2)
    #expect(try stored("listing") == IndexWork.backlog)
    #expect(try stored("mark") == IndexWork.backlog)
    #expect(try store.progress().listed == IndexWork.backlog)
    #expect(store.changedWhileEntering == nil)
  }

  /// As at each moment of a chunk: after each number of steps the process is gone.
  @Test func `a kill between any two steps leaves every list whole`() throws {
    try add(1...40)
    let size = IndexWork.Size(chunk: 25, read: 10, look: 4, time: .zero)
    let all = try bench.list(.episode)
    var kills = 0
    while try store.progress().listed < 40 {
      kills += 1
      let work = IndexWork(store: store, size: size)
      for _ in 0..<kills where try store.progress().listed < 40 {
        try work.step()
        #expect(try bench.list(.episode, limit: 7) == all)
        #expect(try store.entities(file: 3, notIn: 0, limit: 9).map(\.number) == [3])
      }
      try bench.reopen()
      #expect(try bench.list(.episode, limit: 7) == all)
      #expect(try store.entities(file: 3, notIn: 0, limit: 9).map(\.number) == [3])
    }
    #expect(kills > 3)
    #expect(try stored("listing") == 40)
    #expect(try stored("mark") == 40)
  }

  @Test func `what fails is begun again`() throws {
    try add(1...40)
    let work = IndexWork(store: store, size: IndexWork.Size(chunk: 25, read: 10, look: 4, time: .zero))
    for _ in 0..<6 { try work.step() }
    try store.database.execute("ALTER TABLE mark RENAME TO elsewhere")
    #expect(throws: DatabaseError.self) { for _ in 0..<40 { try work.step() } }
    try store.database.execute("ALTER TABLE elsewhere RENAME TO mark")
    while try store.progress().listed < 40 { try work.step() }
    #expect(try stored("listing") == 40)
    #expect(try stored("mark") == 40)
  }
}
