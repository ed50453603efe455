import CastwireBus
import Foundation
import Storage
import Testing

@testable import ServiceLoop

struct EventLogTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  @Test func `positions have no hole, and previous counts by family`() throws {
    try bench.append(["a", "b"])
    try bench.append(["c"], family: "podcast")
    try bench.append(["d"])
    let events = try bench.events()
    #expect(events.map(\.sequence.rawValue) == [1, 2, 3, 4])
    #expect(events.map(\.previous.rawValue) == [0, 1, 0, 2])
    #expect(events.map(\.subject) == ["a", "b", "c", "d"])
    #expect(events.allSatisfy { $0.log == bench.log.id && $0.service == "catalog" })
    #expect(bench.log.head == Position(4))
    #expect(bench.log.headMessage.heads == ["episode": Position(4), "podcast": Position(3)])
  }

  @Test func `what is committed is given back to be sent, byte for byte, and only once`() throws {
    let published = try bench.log.transaction {
      try bench.log.append(Workbench.draft("a"))
      try bench.log.append(Workbench.draft("b"))
    }
    #expect(published.map(\.json) == (try bench.events().map(\.json)))
    #expect(published.map(\.topic.text) == ["episode.f.added", "episode.f.added"])
    #expect(try bench.log.transaction {}.isEmpty)
    #expect(try bench.log.event(at: Position(2))?.subject == "b")
    #expect(try bench.log.event(at: Position(3)) == nil)
  }

  @Test func `time never decreases, whatever the clock does`() throws {
    bench.now = Timestamp(rawValue: 5_000)
    try bench.append(["a"])
    bench.now = Timestamp(rawValue: 2_000)
    try bench.append(["b"])
    let reopened = try bench.reopenedLog()
    _ = try reopened.transaction { try reopened.append(Workbench.draft("c")) }
    bench.now = Timestamp(rawValue: 6_000)
    _ = try reopened.transaction { try reopened.append(Workbench.draft("d")) }
    #expect(try bench.events().map(\.time.rawValue) == [5_000, 5_000, 5_000, 6_000])
  }

  @Test func `an open transaction is no part of the head, and lets happen what cannot wait for its end`() throws {
    try bench.append(["a"])
    var heads: [Position] = []
    bench.log.whileWorking = { [bench] in heads.append(bench.log.headMessage.head) }
    _ = try bench.log.transaction {
      try bench.log.append(Workbench.draft("b"))
      try bench.log.append(Workbench.draft("c"))
    }
    #expect(heads == [Position(1), Position(1)])
    #expect(bench.log.headMessage.head == Position(3))
  }

  @Test func `a failed transaction leaves the memory as it was`() throws {
    try bench.append(["a"])
    let error = failure {
      _ = try bench.log.transaction {
        try bench.log.append(Workbench.draft("gone"))
        try bench.log.append(Workbench.draft("gone", family: "podcast"))
        throw Fault()
      }
    }
    #expect(error is Fault)
    #expect(bench.log.head == Position(1))
    #expect(bench.log.headMessage.heads == ["episode": Position(1)])
    let published = try bench.log.transaction { try bench.log.append(Workbench.draft("b")) }
    #expect(published.count == 1)
    #expect(try bench.events().map(\.sequence.rawValue) == [1, 2])
    #expect(try bench.events().map(\.previous.rawValue) == [0, 1])
    #expect(try bench.reopenedLog().headMessage.heads == ["episode": Position(2)])
  }

  @Test func `a commit without room leaves the memory and the file as they were`() throws {
    try bench.append(["a"])
    try bench.database.execute("PRAGMA max_page_count = 12")
    let error = failure {
      _ = try bench.log.transaction {
        for _ in 0..<50 {
          try bench.log.append(Workbench.draft("gone", data: "\"\(String(repeating: "x", count: 10_000))\""))
        }
      }
    }
    #expect((error as? DatabaseError)?.isEnvironmental == true)
    #expect(bench.log.head == Position(1))
    #expect(try bench.reopenedLog().head == Position(1))
    try bench.database.execute("PRAGMA max_page_count = 10000")
    try bench.append(["b"])
    #expect(try bench.events().map(\.subject) == ["a", "b"])
  }

  @Test func `a failed part undoes its own events and no others`() throws {
    let published = try bench.log.transaction {
      try bench.log.append(Workbench.draft("a"))
      let error = failure {
        try bench.log.attempt {
          try bench.log.append(Workbench.draft("gone"))
          try bench.log.append(Workbench.draft("gone", family: "podcast"))
          throw Fault()
        }
      }
      #expect(error is Fault)
      try bench.log.attempt { try bench.log.append(Workbench.draft("b")) }
    }
    #expect(published.count == 2)
    let events = try bench.events()
    #expect(events.map(\.subject) == ["a", "b"])
    #expect(events.map(\.sequence.rawValue) == [1, 2])
    #expect(events.map(\.previous.rawValue) == [0, 1])
    #expect(bench.log.headMessage.heads == ["episode": Position(2)])
    #expect(try bench.reopenedLog().headMessage.heads == ["episode": Position(2)])
  }

  @Test func `an event of 1 MiB is taken, one of a byte more is refused`() throws {
    try bench.append(["a"], data: "\"\"")
    let envelope = try #require(try bench.events().first).json.count
    try bench.append(["b"], data: "\"\(String(repeating: "x", count: (1 << 20) - envelope))\"")
    #expect(try bench.events().last?.json.count == 1 << 20)
    let error = failure {
      try bench.append(["c"], data: "\"\(String(repeating: "x", count: (1 << 20) - envelope + 1))\"")
    }
    #expect((error as? EventTooLargeError)?.size == (1 << 20) + 1)
    #expect(bench.log.head == Position(2))
  }

  @Test func `a service that ends undoes what is under way`() throws {
    let error = failure {
      _ = try bench.log.transaction {
        try bench.log.append(Workbench.draft("gone"))
        bench.isStopping = true
        try bench.log.append(Workbench.draft("gone"))
      }
    }
    #expect(error is StoppingError)
    #expect(bench.log.head == Position(0))
    #expect(try bench.events().isEmpty)
  }

  @Test func `a log keeps its id, its head and its families`() throws {
    try bench.append(["a", "b"])
    try bench.append(["c"], family: "cell.en_US")
    let reopened = try bench.reopenedLog()
    #expect(reopened.id == bench.log.id && UUID(uuidString: reopened.id) != nil)
    #expect(reopened.source == "castwire://catalog/\(reopened.id)")
    #expect(reopened.headMessage.head == Position(3))
    #expect(reopened.headMessage.heads == bench.log.headMessage.heads)
    #expect(try Workbench().log.id != bench.log.id)
  }

  @Test func `an empty log says so`() {
    let head = bench.log.headMessage
    #expect(head.head == Position(0) && head.heads.isEmpty && head.oldest == Position(1) && head.log == bench.log.id)
  }
}
