@testable import CastwireBus
import Runtime
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// A service that copies each event that it is given into its own log, and fails where the test says.
private final class CopyingService: ServiceHandler {
  static let controlRequests: Set<String> = []

  let log: EventLog
  let database: Database
  var failures: [String: any Error] = [:]
  var calls: [String] = []
  /// What is stored at the end of the transaction.
  var unstored: [String] = []
  /// The subjects of events that it holds until one comes that is none of them.
  var holds: Set<String> = []
  private var held: [String] = []

  init(_ database: Database, _ log: EventLog) throws {
    self.log = log
    self.database = database
    try database.execute("CREATE TABLE IF NOT EXISTS copy (subject TEXT)")
  }

  func apply(_ event: Event) throws {
    calls.append(event.subject)
    guard !holds.contains(event.subject) else { return held.append(event.subject) }
    try settle()
    try database.run("INSERT INTO copy (subject) VALUES (?1)", .text(event.subject))
    try log.append(Workbench.draft(event.subject))
    if let failure = failures[event.subject] { throw failure }
  }

  var isHolding: Bool { !held.isEmpty }

  func settle() throws {
    for subject in held { try database.run("INSERT INTO copy (subject) VALUES (?1)", .text(subject)) }
    held = []
  }

  func startOver() throws { calls.append("startOver") }
  func willCommit() throws {
    for subject in unstored { try database.run("INSERT INTO copy (subject) VALUES (?1)", .text(subject)) }
    unstored = []
  }
  func continueStartingOver() throws { calls.append("continue") }
  func finishStartingOver() throws { calls.append("finish") }
  func respond(to request: Request) throws -> [UInt8] { throw RequestError(.unknownRequest, request.name) }
}

struct StoreTests {
  private let folder: TemporaryDirectory
  private let upstream: Workbench

  init() throws {
    folder = try TemporaryDirectory()
    upstream = try Workbench()
    try upstream.append(["a", "b", "c"])
  }

  private func store(isStopping: @escaping () -> Bool = { false }) throws -> Store<CopyingService> {
    let configuration = ServiceConfiguration(
      name: "copier", dataFolder: folder.path, eventEndpoint: "", requestEndpoint: "",
      upstream: ("feed-ingest", Subscription.Endpoints(events: "", requests: "")))
    return try Store(
      configuration: configuration, now: { Timestamp(rawValue: 1) }, isStopping: isStopping,
      makeHandler: { try CopyingService($0, $1) })
  }

  private func batch(startsOver: Bool = false, completes: Bool = false) throws -> Batch {
    let events = try upstream.events()
    return Batch(
      events: events, malformed: [], cursor: cursor(events.count), startsOver: startsOver, completes: completes)
  }

  private func cursor(_ sequence: Int) -> Cursor {
    Cursor(log: upstream.log.id, sequence: Position(UInt64(sequence)), time: Timestamp(rawValue: 1_000))
  }

  private func copies(_ store: Store<CopyingService>) throws -> [String] {
    try store.handler.database.all("SELECT subject FROM copy ORDER BY rowid") { $0.text(0) }
  }

  @Test func `what the handler stores at the end of a batch is committed with it`() throws {
    var store = try store()
    store.handler.unstored = ["kept"]
    _ = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(try copies(self.store()) == ["a", "b", "c", "kept"])
  }

  @Test func `what a batch does and its cursor are committed together`() throws {
    var store = try store()
    var putAside: [String] = []
    let published = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { false }) { putAside.append($0) }
    #expect(published.count == 3 && putAside.isEmpty)
    let next = try self.store()
    #expect(try copies(next) == ["a", "b", "c"])
    #expect(next.log.head == Position(3))
    #expect(try next.consumer?.start() == .cursor(cursor(3), isStartingOver: true))
  }

  @Test func `as long as events are held the place stays before them, and they come again after a start`() throws {
    var store = try store()
    store.handler.holds = ["b", "c"]
    _ = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    let second = try upstream.events()[0]
    let place = Cursor(log: upstream.log.id, sequence: Position(1), time: second.time)
    #expect(try store.consumer?.start() == .cursor(place, isStartingOver: true))
    try upstream.append(["d"])
    let rest = Array(try upstream.events().suffix(1))
    let next = Batch(events: rest, malformed: [], cursor: cursor(4), startsOver: false, completes: false)
    // One that is started now would be given them again.
    #expect(try copies(self.store()) == ["a"])
    _ = try store.apply(next, now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(try copies(store) == ["a", "b", "c", "d"])
    #expect(try store.consumer?.start() == .cursor(cursor(4), isStartingOver: true))
  }

  @Test func `what is held when the whole state has come is stored`() throws {
    var store = try store()
    store.handler.holds = ["c"]
    _ = try store.apply(batch(completes: true), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(try copies(store) == ["a", "b", "c"])
    #expect(try store.consumer?.start() == .cursor(cursor(3), isStartingOver: false))
  }

  @Test func `what is held when another log takes its place is stored, and what is held of its state, too`() throws {
    var store = try store()
    store.handler.holds = ["c"]
    _ = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    _ = try store.apply(
      batch(startsOver: true, completes: true), now: Timestamp(rawValue: 1), isStopping: { false }
    ) { _ in }
    #expect(try copies(store) == ["a", "b", "c"])
    #expect(try store.consumer?.start() == .cursor(cursor(3), isStartingOver: false))
    while store.hasKept { _ = try store.applyKept(now: Timestamp(rawValue: 1), isStopping: { false }) { _ in } }
    #expect(try copies(self.store()) == ["a", "b", "c", "a", "b", "c"])
  }

  @Test func `an event that cannot be applied is put aside, and does not stop the others`() throws {
    var store = try store()
    store.handler.failures["b"] = Fault()
    var putAside: [String] = []
    let published = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { false }) { putAside.append($0) }
    #expect(try published.map { try Event(json: $0.json).subject } == ["a", "c"])
    #expect(try copies(store) == ["a", "c"])
    #expect(putAside.count == 1 && putAside[0].contains("it cannot be applied") && putAside[0].contains("episode"))
    #expect(try store.consumer?.quarantinedCount() == 1)
    #expect(try store.consumer?.start() == .cursor(cursor(3), isStartingOver: true))
    #expect(store.log.head == Position(2))
  }

  @Test func `an error of a statement's values is the event's`() throws {
    var store = try store()
    store.handler.failures["a"] = failure { try store.handler.database.run("INSERT INTO missing VALUES (1)") }
    _ = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(try store.consumer?.quarantinedCount() == 1)
    #expect(try copies(store) == ["b", "c"])
  }

  @Test func `bytes that are no event are put aside, too`() throws {
    var store = try store()
    var batch = try batch()
    batch.malformed = [(json: [1, 2], error: MalformedEventError(reason: "of the test"))]
    var putAside: [String] = []
    _ = try store.apply(batch, now: Timestamp(rawValue: 1), isStopping: { false }) { putAside.append($0) }
    #expect(putAside.count == 1 && putAside[0].contains("of the test"))
    #expect(try store.consumer?.quarantinedCount() == 1)
  }

  @Test func `a full disk puts nothing aside and leaves the cursor`() throws {
    var store = try store()
    let reference = try Database(path: folder.path(of: "reference.sqlite"))
    try reference.execute("CREATE TABLE word (text); PRAGMA max_page_count = 3")
    store.handler.failures["b"] = failure {
      try reference.run("INSERT INTO word VALUES (?1)", .blob([UInt8](repeating: 1, count: 200_000)))
    }
    var putAside: [String] = []
    let error = failure {
      _ = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { false }) { putAside.append($0) }
    }
    #expect((error as? DatabaseError)?.isEnvironmental == true)
    #expect(putAside.isEmpty)
    let next = try self.store()
    #expect(try next.consumer?.quarantinedCount() == 0)
    #expect(try next.consumer?.start() == .beginning)
    #expect(try copies(next).isEmpty)
    #expect(next.log.head == Position(0))
  }

  @Test func `what is not committed is not told to be put aside`() throws {
    var store = try store()
    store.handler.failures = ["a": Fault(), "c": StoppingError()]
    var putAside: [String] = []
    let error = failure {
      _ = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { false }) { putAside.append($0) }
    }
    #expect(error is StoppingError)
    #expect(putAside.isEmpty)
    #expect(try self.store().consumer?.quarantinedCount() == 0)
  }

  @Test func `the end of the service puts nothing aside`() throws {
    var isStopping = false
    var store = try store(isStopping: { isStopping })
    isStopping = true
    let error = failure {
      _ = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    }
    #expect(error is StoppingError)
    isStopping = false
    let again = failure {
      _ = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { true }) { _ in }
    }
    #expect(again is StoppingError)
    #expect(try self.store().consumer?.quarantinedCount() == 0)
    #expect(try self.store().consumer?.start() == .beginning)
  }

  @Test func `starting over brings each subject's newest event once, between its begin and its end`() throws {
    var store = try store()
    #expect(store.isStartingOver, "nothing has been taken in yet")
    _ = try store.apply(batch(completes: true), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(!store.isStartingOver)
    #expect(try self.store().isStartingOver == false)
    store.handler.calls = []
    _ = try store.apply(batch(startsOver: true), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(store.isStartingOver)
    #expect(try self.store().isStartingOver)
    _ = try store.apply(batch(completes: true), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(store.handler.calls == ["startOver"] && store.hasKept && store.isStartingOver)
    _ = try store.applyKept(now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(store.handler.calls == ["startOver", "a", "b", "c", "finish"])
    #expect(!store.isStartingOver && !store.hasKept)
    #expect(try self.store().consumer?.start() == .cursor(cursor(3), isStartingOver: false))
  }

  @Test func `a batch of live events meanwhile does not end the starting over`() throws {
    var store = try store()
    _ = try store.apply(batch(), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(store.isStartingOver)
    #expect(try self.store().isStartingOver)
  }

  @Test func `a large state is applied in parts, goes on after a restart, and what comes meanwhile waits its turn`()
    throws
  {
    var store = try store()
    try upstream.append((0..<1_200).map { "s\($0)" })
    _ = try store.apply(batch(startsOver: true, completes: true), now: Timestamp(rawValue: 1), isStopping: { false }) {
      _ in
    }
    #expect(try store.consumer?.start() == .cursor(cursor(1_203), isStartingOver: false))
    _ = try store.applyKept(now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(store.handler.calls.count == 501 && store.isStartingOver)

    store = try self.store()
    #expect(store.handler.calls == ["continue"] && store.isStartingOver && store.hasKept)
    // Of these, one comes once more, one was applied already, and one is new.
    let before = try upstream.events().count
    try upstream.append(["s1100", "a", "new"])
    var live = try batch()
    live.events.removeFirst(before)
    #expect(try store.apply(live, now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }.isEmpty)
    while store.hasKept { _ = try store.applyKept(now: Timestamp(rawValue: 1), isStopping: { false }) { _ in } }
    let calls = store.handler.calls
    #expect(calls.count == 1 + 705 + 1 && calls.last == "finish")
    #expect(calls.suffix(4) == ["s1100", "a", "new", "finish"])
    #expect(calls.count { $0 == "s1100" } == 1)
    #expect(!store.isStartingOver)
    #expect(try self.store().isStartingOver == false)
  }

  @Test func `another log in the midst of that begins it anew`() throws {
    var store = try store()
    try upstream.append((0..<600).map { "s\($0)" })
    _ = try store.apply(batch(startsOver: true, completes: true), now: Timestamp(rawValue: 1), isStopping: { false }) {
      _ in
    }
    _ = try store.applyKept(now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    _ = try store.apply(batch(startsOver: true), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    #expect(!store.hasKept && store.isStartingOver)
    store.handler.calls = []
    _ = try store.apply(batch(completes: true), now: Timestamp(rawValue: 1), isStopping: { false }) { _ in }
    while store.hasKept { _ = try store.applyKept(now: Timestamp(rawValue: 1), isStopping: { false }) { _ in } }
    #expect(store.handler.calls.count == 605 && store.handler.calls.first == "startOver")
  }
}
