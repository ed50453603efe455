import CastwireBus
import Foundation
import Glibc
import Runtime
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// A service of the test's own in a thread of the test's process: a real loop, real sockets, a real file.
final class RunningLoop: Sendable {
  /// A service that keeps words, each an event.
  final class Words: ServiceHandler {
    static let controlRequests: Set<String> = ["add", "add.half", "add.again", "burst", "fill", "halt"]

    private struct Word: Decodable {
      let word: String
      let family: String?
      let count: Int?
    }

    let database: Database
    let log: EventLog
    private let gate: Gate

    init(_ database: Database, _ log: EventLog, _ gate: Gate) throws {
      self.database = database
      self.log = log
      self.gate = gate
      try database.execute("CREATE TABLE IF NOT EXISTS word (text TEXT UNIQUE)")
    }

    func respond(to request: Request) throws -> [UInt8] {
      switch request.name {
      case "add":
        let word = try request.decode(Word.self)
        try add(word.word, family: word.family ?? "episode")
      case "add.again":
        try log.append(Workbench.draft(try request.decode(Word.self).word))
      case "burst":
        let word = try request.decode(Word.self)
        for number in 0..<(word.count ?? 0) { try add("\(word.word)-\(number)") }
      case "add.half":
        try add(try request.decode(Word.self).word)
        throw RequestError(.refused, "not this one")
      case "fill":
        try add("too much")
        try database.execute("PRAGMA max_page_count = 10")
        try database.run("INSERT INTO word (text) VALUES (?1)", .text(String(repeating: "x", count: 1_000_000)))
      case "words":
        return try BusCoder.encode(["words": try database.all("SELECT text FROM word") { $0.text(0) }])
      case "bad.query":
        _ = try database.all("SELECT nothing FROM nowhere") { $0.text(0) }
      case "fail":
        throw Fault()
      case "stand.still":
        guard gate.pass() else { throw Fault() }
      case "stop", "halt":
        throw StoppingError()
      default:
        throw RequestError(.unknownRequest, "no request '\(request.name)'")
      }
      return Array("{}".utf8)
    }

    private func add(_ word: String, family: String = "episode") throws {
      try database.run("INSERT INTO word (text) VALUES (?1)", .text(word))
      try log.append(Workbench.draft(word, family: family))
    }
  }

  struct State {
    var handlers = 0
    var thread: pthread_t?
    var error: String?
    var isOver = false
  }

  let folder: TemporaryDirectory
  let state = Monitor(State())
  /// What "stand.still" waits at.
  let gate = Gate()
  let endpoints: Subscription.Endpoints
  let port: Int
  private let context = Context()

  /// - Parameters:
  ///   - given: the folder that another one has left.
  ///   - port: the port that it had.
  ///   - makeReader: makes what answers the requests that change nothing; nil for the handler.
  init(
    in given: TemporaryDirectory? = nil, port givenPort: Int? = nil, retention: Retention = .usual,
    supervisor: Supervisor.Address? = nil, makeReader: MakeReader? = nil
  ) throws {
    let folder = try given ?? TemporaryDirectory()
    self.folder = folder
    let port = try givenPort ?? FreePort.pair()
    self.port = port
    let endpoints = Subscription.Endpoints(
      events: "tcp://127.0.0.1:\(port)", requests: "tcp://127.0.0.1:\(port + 1)")
    self.endpoints = endpoints
    let signals = try Signals()
    // The test runner is to end as it always does.
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    let (state, gate) = (state, gate)
    Thread.detachNewThread {
      state.withLock { $0.thread = pthread_self() }
      do {
        var configuration = ServiceConfiguration(
          name: "words", dataFolder: folder.path, eventEndpoint: endpoints.events, requestEndpoint: endpoints.requests,
          supervisor: supervisor)
        configuration.retention = retention
        let loop = try ServiceLoop(
          configuration, journal: Log(service: "words", level: .error), signals: signals, makeReader: makeReader
        ) { database, log in
          state.withLock { $0.handlers += 1 }
          return try Words(database, log, gate)
        }
        try loop.run()
      } catch {
        state.withLock { $0.error = "\(error)" }
      }
      state.withLock { $0.isOver = true }
    }
  }

  deinit {
    stop()
  }

  func ask(_ name: String, _ parameters: some Encodable = [String: String]()) throws -> [UInt8] {
    try RequestClient(context: context, endpoint: endpoints.requests).ask(name, parameters, patience: .seconds(60))
  }

  func words() throws -> [String] {
    try BusCoder.decode([String: [String]].self, from: ask("words"))["words"] ?? []
  }

  func refusal(of name: String, _ parameters: [String: String] = [:]) -> RequestError? {
    failure { _ = try ask(name, parameters) } as? RequestError
  }

  func status() throws -> ServiceStatus {
    try BusCoder.decode(ServiceStatus.self, from: ask("service.status"))
  }

  /// Ends the loop, and waits for that.
  func stop() {
    let end = ContinuousClock.now + .seconds(60)
    while !state.withLock({ $0.isOver }), ContinuousClock.now < end {
      // A loop whose database is closed has no handler that could stop it.
      // The one goes to its reader, where it has one.
      if ["stop", "halt"].contains(where: { refusal(of: $0)?.message == "the service is ending" }) { break }
    }
    #expect(state.block { $0.isOver })
  }
}

extension Retention {
  /// The usual limits, looked at when a database is opened and then no more: no step of compaction comes between a test
  /// and its database.
  static let lookedAtOnce = Retention(
    age: usual.age, size: usual.size, endings: usual.endings, interval: .seconds(86_400))
}
