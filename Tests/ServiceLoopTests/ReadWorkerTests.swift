import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// Requests that change nothing are answered beside the loop.
@Suite(.timeLimit(.minutes(5)))
struct ReadWorkerTests {
  /// Answers from the words that are committed; some of it only once it is let.
  private struct WordReader: ServiceReader {
    let database: Database
    let log: any ReadableLog
    let gate: Monitor<Gates>

    func respond(to request: Request) throws -> [UInt8] {
      switch request.name {
      case "count":
        return try BusCoder.encode([
          "words": try database.first("SELECT count(*) FROM word") { $0.integer(0) } ?? 0,
          "head": Int(log.head.rawValue),
        ])
      case "long":
        gate.withLock { $0.waiting += 1 }
        _ = gate.block { $0.isOpen }
        return Array("{}".utf8)
      case "endless":
        gate.withLock { $0.waiting += 1 }
        let sql =
          "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number) SELECT count(*) FROM number"
        return try BusCoder.encode(["count": try database.first(sql) { $0.integer(0) } ?? 0])
      case "write":
        try database.execute("INSERT INTO word (text) VALUES ('from a reader')")
        return Array("{}".utf8)
      default:
        throw RequestError(.unknownRequest, "no request '\(request.name)'")
      }
    }
  }

  struct Gates {
    var waiting = 0
    var isOpen = false
  }

  private let gate = Monitor(Gates())
  private let loop: RunningLoop

  init() throws {
    let gate = gate
    loop = try RunningLoop { WordReader(database: $0, log: $1, gate: gate) }
  }

  private func askLong() -> Monitor<Bool> {
    let isAnswered = Monitor(false)
    let loop = loop
    Thread.detachNewThread {
      if (try? loop.ask("long")) != nil { isAnswered.withLock { $0 = true } }
    }
    return isAnswered
  }

  @Test func `a reader sees what is committed, and how far the log is`() throws {
    for (number, word) in ["a", "b", "c"].enumerated() {
      _ = try loop.ask("add", ["word": word])
      let counts = try BusCoder.decode([String: Int].self, from: loop.ask("count"))
      #expect(counts == ["words": number + 1, "head": number + 1])
    }
  }

  @Test func `a read that takes long holds neither events nor what changes something up`() throws {
    let isAnswered = askLong()
    #expect(gate.block { $0.waiting == 1 })
    _ = try loop.ask("add", ["word": "meanwhile"])
    #expect(try loop.status().head == Position(1))
    #expect(!isAnswered.withLock { $0 })
    gate.withLock { $0.isOpen = true }
    #expect(isAnswered.block { $0 })
  }

  @Test func `a service that ends waits for no read`() throws {
    let loop = loop
    for _ in 0..<3 {
      Thread.detachNewThread { _ = loop.refusal(of: "endless") }
    }
    #expect(gate.block { $0.waiting == 1 })
    _ = loop.refusal(of: "halt")
    #expect(loop.state.block { $0.isOver })
    #expect(gate.withLock { $0.waiting } == 1, "what had not begun was not begun any more")
  }

  @Test func `a failed commit interrupts reads, and they can be asked again`() throws {
    let refusal = Monitor(RequestError?.none)
    let loop = loop
    Thread.detachNewThread {
      let error = loop.refusal(of: "endless")
      refusal.withLock { $0 = error }
    }
    #expect(gate.block { $0.waiting == 1 })
    FaultyWrites.begin(loop.folder.path(of: "words.sqlite"), .once)
    #expect(loop.refusal(of: "add", ["word": "a"])?.code == .unavailable)
    #expect(refusal.block { $0?.code == .unavailable })
    let counts = try BusCoder.decode([String: Int].self, from: loop.ask("count"))
    #expect(counts["words"] == 0)
  }

  @Test func `of more reads than are begun at once, each is answered`() throws {
    let answers = (0..<3 * ReadWorker.limit).map { _ in askLong() }
    #expect(gate.block { $0.waiting == 1 })
    gate.withLock { $0.isOpen = true }
    for answer in answers { #expect(answer.block { $0 }) }
    #expect(try loop.status().head == Position(0))
  }

  @Test func `a reader cannot write, and is told so`() throws {
    let refusal = loop.refusal(of: "write")
    #expect(refusal?.code == .unavailable)
    #expect(refusal?.message.contains("readonly") == true)
    _ = try loop.ask("add", ["word": "a"])
    #expect(try BusCoder.decode([String: Int].self, from: loop.ask("count"))["words"] == 1)
  }

  @Test func `a request that nobody knows is refused`() {
    #expect(loop.refusal(of: "nothing")?.code == .unknownRequest)
  }
}
