import CastwireBus
import Storage
import Testing

@testable import ServiceLoop

struct CompactionTests {
  private static let day: Int64 = 86_400_000
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    bench.now = Timestamp(rawValue: 1_700_000_000_000)
  }

  private func pass(days: Double) {
    bench.now = Timestamp(rawValue: bench.now.rawValue + Int64(days * Double(Self.day)))
  }

  /// Days pass as they do for a service that runs: both clocks see them.
  private func compact(after days: Int, _ retention: Retention = .usual) throws {
    var steady = ContinuousClock.now
    let compaction = Compaction(log: bench.log, retention: retention, start: steady)
    for _ in 0..<days * 2 {
      while try compaction.step(now: bench.now, steady: steady) {}
      pass(days: 0.5)
      steady += .seconds(43_200)
    }
    while try compaction.step(now: bench.now, steady: steady) {}
  }

  @Test func `the log's time is told while the clock can be believed, from the start on`() throws {
    var steady = ContinuousClock.now
    #expect(bench.log.trustedTime(steady: steady) == bench.now)
    try bench.append(["a"])
    try compact(after: 1)
    steady += .seconds(86_400)
    #expect(bench.log.trustedTime(steady: steady) == bench.now)
    // Somebody sets it years ahead, and compaction has not looked at it yet.
    pass(days: 3_000)
    #expect(bench.log.trustedTime(steady: steady) == nil)
    try Compaction(log: bench.log, retention: .usual, start: steady).step(now: bench.now, steady: steady)
    #expect(bench.log.trustedTime(steady: steady) == nil)
    pass(days: 1.1)
    #expect(bench.log.trustedTime(steady: steady + .seconds(95_040)) == bench.now)
    // It stands before what the log has.
    try bench.append(["b"])
    pass(days: -0.5)
    #expect(bench.log.trustedTime(steady: steady + .seconds(95_040)) == nil)
  }

  @Test func `what is younger than the limit stays as it is`() throws {
    try bench.append(["a", "a", "a"])
    try compact(after: 6)
    #expect(try bench.positions() == [1, 2, 3])
    #expect(bench.log.oldest == Position(1))
  }

  @Test func `of what is older only each subject's newest event stays, even where that is young`() throws {
    try bench.append(["a", "b", "a", "c"])
    try bench.append(["a"], family: "podcast")
    try compact(after: 6)
    try bench.append(["b"])
    try compact(after: 2)
    #expect(try bench.positions() == [3, 4, 5, 6])
    #expect(bench.log.progress.horizon == Position(5))
    #expect(bench.log.oldest == Position(1), "all that was dropped was replaced")
    #expect(try bench.findings() == [])
  }

  @Test func `an event beyond the horizon goes once a newer one comes`() throws {
    try bench.append(["a", "b"])
    try compact(after: 8)
    #expect(try bench.positions() == [1, 2])
    try bench.append(["a"])
    try bench.compact()
    #expect(try bench.positions() == [2, 3])
    #expect(try bench.findings() == [])
  }

  @Test func `the newest events that fit the size stay, and older ones are compacted`() throws {
    let text = "\"\(String(repeating: "x", count: 10_000))\""
    for _ in 0..<20 { try bench.append(["a", "b"], data: text) }
    let size = try bench.events().suffix(7).reduce(0) { $0 + $1.json.count }
    try bench.compact(Retention(age: .seconds(86_400), size: size, endings: .seconds(86_400)))
    #expect(try bench.positions() == Array(34...40))
    try bench.append(["c"], data: text)
    try bench.compact(Retention(age: .seconds(86_400), size: size, endings: .seconds(86_400)))
    #expect(try bench.positions() == Array(35...41))
  }

  @Test func `a log is compacted also while events come without a pause`() throws {
    let limits = Retention(age: .seconds(86_400), size: 20_000, endings: .seconds(86_400))
    let compaction = Compaction(log: bench.log, retention: limits, start: .now)
    for number in 0..<400 {
      try bench.append(["\(number % 10)"], data: "\"\(String(repeating: "x", count: 500))\"")
      try compaction.step(now: bench.now, steady: .now)
    }
    #expect(try bench.positions().count < 100)
    #expect(try bench.findings() == [])
  }

  @Test func `the size of events of both sides of the horizon is known after a restart`() throws {
    let limits = Retention(age: .seconds(86_400), size: 100_000, endings: .seconds(86_400))
    for number in 0..<40 {
      try bench.append(["a"], data: "\"\(String(repeating: "x", count: 10_000))\"")
      let log = try bench.reopenedLog()
      let compaction = Compaction(log: log, retention: limits, start: .now)
      while try compaction.step(now: bench.now, steady: .now) {}
      bench.log.progress = log.progress
      #expect(try bench.positions() == Array(max(1, number - 7)...(number + 1)))
    }
  }

  @Test func `an event that ends a subject is kept 30 days, and then the log says from where it is whole`() throws {
    try bench.append(["a", "b"])
    try bench.append(["a"], verb: "removed")
    try bench.append(["c"])
    try compact(after: 29)
    #expect(try bench.positions() == [2, 3, 4])
    #expect(bench.log.oldest == Position(1))
    try compact(after: 2)
    #expect(try bench.positions() == [2, 4])
    #expect(bench.log.oldest == Position(4))
    #expect(try bench.reopenedLog().oldest == Position(4))
    #expect(try bench.findings() == [])
  }

  @Test(arguments: ["removed", "left", "unfollowed"])
  func `these verbs end a subject`(verb: String) throws {
    for family in ["episode", "cell.en_US"] {
      try bench.append(["a"], family: family)
      try bench.append(["a"], family: family, verb: verb)
    }
    try bench.append(["z"])
    try compact(after: 32)
    #expect(try bench.positions() == [5])
    #expect(bench.log.oldest == Position(5))
  }

  @Test(arguments: ["added", "updated", "withdrawn", "restored", "seen", "viewed", "gone", "followed"])
  func `no other verb ends a subject`(verb: String) throws {
    try bench.append(["a"], verb: verb)
    try bench.append(["z"])
    try compact(after: 40)
    #expect(try bench.positions() == [1, 2])
    #expect(bench.log.oldest == Position(1))
  }

  @Test func `a subject that came back does not end`() throws {
    try bench.append(["a"])
    try bench.append(["a"], verb: "removed")
    try compact(after: 20)
    try bench.append(["a"])
    try bench.append(["z"])
    try compact(after: 40)
    #expect(try bench.positions() == [3, 4])
    #expect(bench.log.oldest == Position(1))
  }

  @Test func `of many events about UUIDs and other words each subject's newest is known`() throws {
    func id(_ number: Int) -> String {
      let last = String(number, radix: 16)
      return "5f1d8d8e-4d2a-5c1b-9a3e-\(String(repeating: "0", count: 12 - last.count))\(last)"
    }
    let subjects = (0..<2_500).map { $0 % 3 == 0 ? "word \($0 % 700)" : id($0 * 7_919 % 1_100) }
    try bench.append(subjects)
    try compact(after: 8)
    let newest = Dictionary(subjects.enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: max)
    #expect(try bench.positions() == newest.values.sorted())
    #expect(try bench.findings() == [])
  }

  @Test func `the head stays whatever it is, so that a start knows the log's end and time`() throws {
    try bench.append(["a"])
    pass(days: 1)
    try bench.append(["a"], verb: "removed")
    let time = bench.now
    try compact(after: 60)
    #expect(try bench.positions() == [2])
    let log = try bench.reopenedLog()
    #expect(log.head == Position(2) && log.lastTime == time)
    try QuickCheck.run(log)
  }

  @Test func `endings are dropped once a day, so that a long replay has a day before it starts over`() throws {
    for number in 0..<4 {
      try bench.append(["\(number)"], verb: "removed")
      pass(days: 0.25)
    }
    try bench.append(["z"])
    var moves: Set<Position> = []
    for _ in 0..<35 {
      try compact(after: 1)
      moves.insert(bench.log.oldest)
    }
    #expect(bench.log.oldest == Position(5))
    #expect(moves.count <= 3)
  }

  @Test func `no statement reads a table from end to end`() throws {
    for statement in CompactionStore.statements {
      let parameters = (1...9).filter { statement.contains("?\($0)") }.map { _ in Value.integer(1) }
      try bench.database.forEach("EXPLAIN QUERY PLAN \(statement)", values: parameters) { row in
        #expect(!row.text(3).hasPrefix("SCAN"), "\(statement): \(row.text(3))")
        #expect(!row.text(3).contains("TEMP B-TREE"), "\(statement): \(row.text(3))")
        return true
      }
    }
  }

  @Test func `a step drops no more than its bytes, and the next goes on`() throws {
    let large = "\"\(String(repeating: "x", count: 900_000))\""
    for _ in 0..<10 { try bench.append(["a"], data: large) }
    let limits = Retention(age: .seconds(1), size: 1, endings: .seconds(1))
    let compaction = Compaction(log: bench.log, retention: limits, start: .now)
    var lefts: [Int] = []
    while try compaction.step(now: bench.now, steady: .now) { lefts.append(try bench.positions().count) }
    #expect(zip([10] + lefts, lefts).allSatisfy { $0 - $1 <= 2 }, "\(lefts)")
    #expect(lefts.last == 1)
  }

  @Test func `nothing is written while there is nothing to do`() throws {
    try bench.append(["a", "b"])
    let compaction = Compaction(log: bench.log, retention: .usual, start: .now)
    while try compaction.step(now: bench.now, steady: .now) {}
    let before = try bench.database.first("SELECT total_changes()") { $0.integer(0) }
    for _ in 0..<10 { #expect(try !compaction.step(now: bench.now, steady: .now)) }
    #expect(try bench.database.first("SELECT total_changes()") { $0.integer(0) } == before)
  }

  @Test func `a failed step leaves memory and file as they were`() throws {
    try bench.append(["a", "a", "b"])
    pass(days: 8)
    let before = bench.log.progress
    try bench.database.execute(
      "CREATE TRIGGER full BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'no room'); END")
    let compaction = Compaction(log: bench.log, retention: .usual, start: .now)
    let error = failure { while try compaction.step(now: bench.now, steady: .now) {} }
    #expect(error is DatabaseError)
    #expect(bench.log.progress.horizon == before.horizon)
    #expect(try bench.reopenedLog().progress.horizon == before.horizon)
    try bench.database.execute("DROP TRIGGER full")
    while try compaction.step(now: bench.now, steady: .now) {}
    #expect(try bench.positions() == [2, 3])
  }
}
