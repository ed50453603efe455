internal import CastwireBus
internal import Foundation
internal import Runtime
internal import ServiceLoop
internal import Storage
internal import TestSupport

/// What a measured service is to publish, and what it has done: shared by its thread and the measurement's.
final class BenchPlan: Sendable {
  struct State {
    /// Events to publish in batches of 500 as fast as it goes.
    var burst = 0
    /// Events to publish one at a time, and how long from one to the next.
    var paced = 0
    var interval: Duration = .milliseconds(1)
    /// When the burst's first transaction began and its last one was sent.
    var burstBegan: ContinuousClock.Instant?
    var burstEnded: ContinuousClock.Instant?
    /// From an event's append to the commit of what it made its consumer do.
    var delays: [Duration] = []
    var isOver = false
    var error: String?
  }

  let state = Monitor(State())
}

/// A service that publishes what its plan says, each event with the time at which it was made.
final class BenchPublisher: ServiceHandler {
  static let controlRequests: Set<String> = ["publish"]
  static let feed = "0a5c8f1e-1f0a-4a53-8f1e-5d4f3c2b1a00"

  private let plan: BenchPlan
  private let log: EventLog
  private var due: ContinuousClock.Instant?

  init(_ plan: BenchPlan, _ log: EventLog) {
    self.plan = plan
    self.log = log
  }

  func respond(to request: Request) throws -> [UInt8] {
    switch request.name {
    case "publish": return Array("{}".utf8)
    case "stop": throw StoppingError()
    default: throw RequestError(.unknownRequest, "no request '\(request.name)'")
    }
  }

  var nextWork: ContinuousClock.Instant? {
    plan.state.withLock { state in
      if state.burst > 0 { return .now }
      return state.paced > 0 ? due ?? .now : nil
    }
  }

  func collectWork(now: ContinuousClock.Instant) throws -> Bool {
    plan.state.withLock { state in state.burst > 0 || state.paced > 0 && (due ?? now) <= now }
  }

  func work(now: ContinuousClock.Instant) throws {
    let (count, interval) = plan.state.withLock { state in
      guard state.burst > 0 else { return (min(1, state.paced), state.interval) }
      if state.burstBegan == nil { state.burstBegan = .now }
      return (min(500, state.burst), state.interval)
    }
    for _ in 0..<count { try log.append(BenchPublisher.draft(at: .now)) }
    due = (due ?? now) + interval
    plan.state.withLock { state in
      if state.burst > 0 { state.burst -= count } else { state.paced -= count }
    }
  }

  func committed() {
    plan.state.withLock { state in
      if state.burst == 0, state.burstBegan != nil, state.burstEnded == nil { state.burstEnded = .now }
    }
  }

  /// An event of 780 bytes with its envelope, made at no great cost.
  static func draft(at now: ContinuousClock.Instant) -> EventDraft {
    let number = max(0, Int64((now - start) / .nanoseconds(1)))
    var data = Array("{\"at\":\(number),\"text\":\"".utf8)
    data += text[..<(text.count - data.count)]
    data += Array("\"}".utf8)
    return EventDraft(
      family: "episode", topic: topic, type: "castwire.episode.updated.v1",
      subject: subjects[Int(number.magnitude % UInt64(subjects.count))], partitionKey: feed,
      schema: "urn:castwire:schema:episode:1",
      data: data)
  }

  private static let topic = Topic(family: "episode", feed: feed, verb: "updated")
  private static let text = Array(String(repeating: "x", count: 330).utf8)
  private static let subjects = (0..<100_000).map { _ in UUID().uuidString.lowercased() }
  static let start = ContinuousClock.now
}

/// A service that follows one, keeps a row for each event, and notes how late that was committed.
final class BenchConsumer: ServiceHandler {
  static let controlRequests: Set<String> = []

  private struct Made: Decodable { let at: Double }

  private let plan: BenchPlan
  private let database: Database
  private var applied: [Double] = []

  init(_ plan: BenchPlan, _ database: Database) throws {
    self.plan = plan
    self.database = database
    try database.execute("CREATE TABLE IF NOT EXISTS seen (subject TEXT NOT NULL, at INTEGER NOT NULL)")
  }

  func apply(_ event: Event) throws {
    let made = try event.decode(Made.self)
    try database.run(
      "INSERT INTO seen (subject, at) VALUES (?1, ?2)", .text(event.subject), .integer(Int64(made.at)))
    applied.append(made.at)
  }

  func committed() {
    let now = (ContinuousClock.now - BenchPublisher.start) / .nanoseconds(1)
    plan.state.withLock { state in state.delays += applied.map { .nanoseconds(Int64(now - $0)) } }
    applied = []
  }

  func respond(to request: Request) throws -> [UInt8] {
    if request.name == "stop" { throw StoppingError() }
    throw RequestError(.unknownRequest, "no request '\(request.name)'")
  }
}

/// A service in a thread of this process: a real loop, real sockets, a real file.
struct BenchProcess<Handler: ServiceHandler & SendableMetatype> {
  let plan: BenchPlan
  let endpoints: Subscription.Endpoints
  private let service: String
  private let client: KeyFile?

  init(
    _ service: String, folder: String, signals: Signals, plan: BenchPlan,
    following upstream: (name: String, endpoints: Subscription.Endpoints)? = nil, keys: KeyFolder?,
    makeHandler: @escaping @Sendable (Database, EventLog) throws -> Handler
  ) throws {
    let port = try FreePort.pair()
    let endpoints = Subscription.Endpoints(
      events: "tcp://127.0.0.1:\(port)", requests: "tcp://127.0.0.1:\(port + 1)")
    (self.plan, self.endpoints, self.service) = (plan, endpoints, service)
    client = try keys?.keyFile(of: "client")
    let configuration = ServiceConfiguration(
      name: service, dataFolder: folder, eventEndpoint: endpoints.events, requestEndpoint: endpoints.requests,
      upstream: upstream, security: try keys.map { try ServiceSockets.Security(service: service, folder: $0) })
    Thread.detachNewThread {
      do {
        try ServiceLoop(
          configuration, journal: Log(service: service, level: .warning), signals: signals, makeHandler: makeHandler
        ).run()
      } catch {
        plan.state.withLock { $0.error = "\(service): \(error)" }
      }
      plan.state.withLock { $0.isOver = true }
    }
    try waitUntilItAnswers()
  }

  private func waitUntilItAnswers() throws {
    while true {
      do {
        _ = try ask("service.status")
        return
      } catch let error as RequestError where error.code == .unavailable {
        if let error = plan.state.withLock({ $0.error }) { throw BenchmarkError(message: error) }
      }
    }
  }

  private func ask(_ name: String) throws -> [UInt8] {
    try RequestClient(context: Context(keys: client), endpoint: endpoints.requests, service: service)
      .ask(name, [String: String](), patience: .seconds(30))
  }

  /// Has the plan looked at.
  func wake() throws {
    _ = try ask("publish")
  }

  func stop() throws {
    do {
      _ = try ask("stop")
    } catch let error as RequestError where error.code == .unavailable {
      // It says that it is ending.
    }
    try plan.wait { $0.isOver }
  }
}

extension BenchPlan {
  /// Waits until something holds, for two minutes at most.
  func wait(until isTrue: (State) -> Bool) throws {
    let holds = state.block(for: .seconds(120)) { $0.error != nil || isTrue($0) }
    if let error = state.withLock({ $0.error }) { throw BenchmarkError(message: error) }
    if !holds { throw BenchmarkError(message: "it takes longer than two minutes") }
  }
}
