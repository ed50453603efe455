import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import Catalog
@testable import ServiceLoop

/// Random changes, each held against a model that keeps everything in arrays: what is undone, what is entered behind, and what
/// is lost with a process leave no trace.
struct StoreModelTests {
  private struct Undone: Error {}

  /// What the store should know.
  private struct Model {
    var rows: [Int: EntityRow] = [:]
    var names: [Int: Set<Int64>] = [:]
    var items: [Int64: Int] = [:]
  }

  private let bench: StoreBench
  private let feeds: [Int]
  private var model = Model()
  private var nextName = 0

  init() throws {
    bench = try StoreBench()
    let store = bench.store
    feeds = try (0..<3).map { try store.makeFeed("feed \($0)").number }
    for feed in feeds {
      for kind in [EntityKind.episode, .video] {
        let position = bench.nextPosition()
        try bench.store.put(CollectionRow(feed: feed, kind: kind, added: position, sequence: position, revision: 1))
      }
    }
  }

  @Test(arguments: 0..<24)
  mutating func `whatever is done, lists, marks, names and counts are the model's`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = IndexWork.Size(chunk: 7, read: 2, look: 2, time: .zero)
    var work = IndexWork(store: bench.store, size: size)
    try work.step()
    for turn in 0..<100 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<14:
        let before = model
        let isUndone = Int.random(in: 0..<4, using: &random) == 0
        do {
          try bench.store.database.transaction {
            // Some of it stays in any case, in the same transaction as what does not.
            try change(&random)
            let kept = model
            do {
              try bench.store.database.savepoint {
                for _ in 0..<Int.random(in: 1...4, using: &random) { try change(&random) }
                if isUndone { throw Undone() }
              }
            } catch is Undone {
              model = kept
            }
            if Int.random(in: 0..<8, using: &random) == 0 { throw Undone() }
            try bench.store.willCommit()
          }
        } catch is Undone {
          // The service makes its handler anew then.
          model = before
          try bench.reopen()
          work = IndexWork(store: bench.store, size: size)
          try work.step()
        }
      case 14..<19:
        try work.step()
      default:
        try bench.reopen()
        work = IndexWork(store: bench.store, size: size)
        try work.step()
      }
      if turn % 2 == 0 { try compare("seed \(seed), turn \(turn)") }
    }
    while try bench.store.progress().listed < bench.store.newestNumber() { try work.step() }
    try compare("seed \(seed), at the end")
  }

  // MARK: Changes

  private mutating func change(_ random: inout SeededGenerator) throws {
    let store = bench.store
    let known = model.rows.keys.sorted()
    guard let number = known.randomElement(using: &random), Int.random(in: 0..<3, using: &random) > 0,
      let old = model.rows[number]
    else { return try add(&random) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      try store.remove(old)
      model.rows[number] = nil
      model.names[number] = nil
      model.items = model.items.filter { $0.value != number }
    case 1..<3:
      let hash = Int64.random(in: 0..<6, using: &random)
      try store.addName(.link, hash, of: old)
      model.names[number, default: []].insert(hash)
    case 3..<5:
      let item = Int64.random(in: 0..<6, using: &random) * 10 + Int64(old.feed)
      try store.assign(key: item, to: old)
      model.items = model.items.filter { $0.value != number }
      model.items[item] = number
    default:
      var new = old
      switch Int.random(in: 0..<6, using: &random) {
      case 0: new.order = Int.random(in: 0..<10, using: &random)
      case 1: new.file = Self.file(&random)
      case 2: new.state.formSymmetricDifference(.withdrawn)
      case 3: new.state.formSymmetricDifference([.pending, .retired].randomElement(using: &random) ?? .pending)
      case 4: new.kind = new.kind == .video ? .episode : .video
      default: new.revision += 1
      }
      new.sequence = new.state.isPublished ? bench.nextPosition() : Position(0)
      try store.put(new, was: old)
      model.rows[number] = new
    }
  }

  private mutating func add(_ random: inout SeededGenerator) throws {
    nextName += 1
    let state: EntityState =
      [[.present], [.present, .withdrawn], [.pending]].randomElement(using: &random) ?? .present
    let row = try bench.add(
      feeds.randomElement(using: &random) ?? 0, nextName, kind: Bool.random(using: &random) ? .episode : .video,
      state: state, order: Int.random(in: 0..<10, using: &random), file: Self.file(&random))
    model.rows[row.number] = row
  }

  private static func file(_ random: inout SeededGenerator) -> Int64? {
    let file = Int64.random(in: 0..<6, using: &random)
    return file == 0 ? nil : file
  }

  // MARK: Comparing

  private func compare(_ comment: Comment) throws {
    let store = bench.store
    var findings: [String] = []
    let check = try StoreCheck(store.database, CheckedLog(database: store.database)) { findings.append($0) }
    try check.checkReferences()
    try check.checkLists()
    try check.checkCounts()
    #expect(findings == [], comment)
    let published = model.rows.values.filter(\.state.isPublished)
    for kind in [EntityKind.episode, .video] {
      let ofKind = published.filter { $0.kind == kind }.sorted { ($0.order, $0.number) > ($1.order, $1.number) }
      for feed in [nil] + feeds.map(Optional.init) {
        for withdrawn in [nil, true, false] {
          let wanted = ofKind.filter { row in
            (feed.map { row.feed == $0 } ?? true) && (withdrawn.map { row.state.contains(.withdrawn) == $0 } ?? true)
          }
          let limit = wanted.count % 3 + 2
          #expect(try bench.list(kind, feed: feed, withdrawn: withdrawn, limit: limit) == wanted, comment)
        }
      }
    }
    for feed in feeds {
      for kind in [EntityKind.episode, .video] {
        let rows = published.filter { $0.feed == feed && $0.kind == kind }
        let collection = try store.collection(feed, kind)
        #expect(collection?.entities == rows.count, comment)
        #expect(collection?.withdrawn == rows.count { $0.state.contains(.withdrawn) }, comment)
      }
      for hash in Int64(0)..<6 {
        let elsewhere = published.filter { $0.file == hash && $0.feed != feed }.sorted { $0.number < $1.number }
        #expect(try store.entities(file: hash, notIn: feed, limit: 100) == elsewhere, comment)
        let named = model.rows.values.filter { $0.feed == feed && model.names[$0.number]?.contains(hash) == true }
          .sorted { $0.number < $1.number }
        #expect(try store.entities(feed: feed, rule: .link, hash: hash) == named, comment)
        let item = hash * 10 + Int64(feed)
        let holder = model.items[item].flatMap { model.rows[$0] }
        #expect(try store.entities(feed: feed, rule: .item, hash: item) == [holder].compactMap(\.self), comment)
      }
      var all: [EntityRow] = []
      try store.forEachEntity(ofFeed: feed) { all.append($0) }
      #expect(
        all == model.rows.values.filter { $0.feed == feed }.sorted { ($0.order, $0.number) < ($1.order, $1.number) },
        comment)
    }
    #expect(try store.pendingCount == model.rows.values.count { $0.state.contains(.pending) }, comment)
  }
}
