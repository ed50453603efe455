import CastwireBus
import Storage
import Testing

@testable import ServiceLoop

struct ConsumerStoreTests {
  private let bench: Workbench
  private let store: ConsumerStore

  init() throws {
    bench = try Workbench()
    store = try ConsumerStore(database: bench.database, upstream: "feed-ingest")
  }

  @Test func `a consumer that stored nothing starts at the beginning`() throws {
    #expect(try store.start() == .beginning)
  }

  @Test(arguments: [false, true])
  func `a cursor comes back as it was stored, the last one`(isStartingOver: Bool) throws {
    try store.store(Cursor(log: "a", sequence: Position(1), time: Timestamp(rawValue: 1)), isStartingOver: true)
    let cursor = Cursor(log: "b", sequence: .last, time: Timestamp(rawValue: 1_796_025_185_247))
    try store.store(cursor, isStartingOver: isStartingOver)
    let next = try ConsumerStore(database: try Database(path: bench.database.path), upstream: "feed-ingest")
    #expect(try next.start() == .cursor(cursor, isStartingOver: isStartingOver))
  }

  @Test func `what follows another log has a cursor of its own`() throws {
    try store.store(Cursor(log: "a", sequence: Position(1), time: Timestamp(rawValue: 1)), isStartingOver: false)
    #expect(try ConsumerStore(database: bench.database, upstream: "other").start() == .beginning)
  }

  @Test func `what is put aside is kept with its error`() throws {
    try store.quarantine(
      json: [1, 2, 3], log: "a", sequence: Position(7), error: "why", now: Timestamp(rawValue: 5))
    try store.quarantine(json: [], log: "a", sequence: nil, error: "", now: Timestamp(rawValue: 6))
    #expect(try store.quarantinedCount() == 2)
    let rows = try bench.database.all("SELECT json, sequence, error, put_aside, log FROM quarantine ORDER BY id") {
      row in
      "\(row.blob(0)) \(row.optionalInteger(1).map { "\($0)" } ?? "none") \(row.text(2)) \(row.integer(3)) \(row.text(4))"
    }
    #expect(rows == ["[1, 2, 3] 7 why 5 a", "[] none  6 a"])
  }
}
