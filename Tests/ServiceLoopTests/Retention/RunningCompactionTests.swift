import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// Compaction and identity in a loop that runs.
struct RunningCompactionTests {
  private struct Page: Decodable {
    let log: String
  }

  private func wait(until isDone: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !isDone() {
      try #require(ContinuousClock.now < end)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a service compacts between what it is asked, and what it keeps is the whole present state`() throws {
    let loop = try RunningLoop(retention: Retention(age: .seconds(86_400), size: 20_000, endings: .seconds(86_400)))
    // More than waits for the timer, and never an idle turn between.
    for number in 0..<1_300 { _ = try loop.ask("add.again", ["word": "\(number % 30)"]) }
    let compactedTo = { try loop.status().counters["compactedTo"] ?? 0 }
    try wait { try compactedTo() > 1_200 }
    let database = try Database(path: loop.folder.path(of: "words.sqlite"), access: .reading)
    let events = try database.all("SELECT json FROM event ORDER BY sequence") { try Event(json: $0.blob(0)) }
    #expect(events.count < 200 && Set(events.map(\.subject)).count == 30)
    #expect(events.suffix(40).map(\.sequence.rawValue) == Array(1_261...1_300))
    #expect(try loop.status().oldest == Position(1))
  }

  @Test(.timeLimit(.minutes(5)))
  func `a log whose disk was put back takes a new id once a consumer shows that it has seen more`() throws {
    let folder = try TemporaryDirectory()
    let files = ["words.sqlite", "words.identity"]
    let cursor: [String: String]
    let id: String
    do {
      let loop = try RunningLoop(in: folder)
      for word in ["a", "b"] { _ = try loop.ask("add", ["word": word]) }
      loop.stop()
    }
    let copies = try files.map { try Data(contentsOf: URL(filePath: folder.path(of: $0))) }
    do {
      let loop = try RunningLoop(in: folder)
      _ = try loop.ask("add", ["word": "c"])
      id = try loop.status().log
      cursor = ["log": id, "after": "\(Position(3))", "afterTime": "2030-01-01T00:00:00Z"]
      #expect(try BusCoder.decode(Page.self, from: loop.ask("replay", cursor)).log == id)
      loop.stop()
    }
    // Into the same files, as a snapshot of a disk does it.
    for (name, copy) in zip(files, copies) {
      let file = try FileHandle(forWritingTo: URL(filePath: folder.path(of: name)))
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: copy)
      try file.close()
    }
    let loop = try RunningLoop(in: folder)
    #expect(try loop.status().log == id, "nothing here can tell")
    let listener = try Subscriber(loop.endpoints.events)
    #expect(try BusCoder.decode(Page.self, from: loop.ask("replay", cursor)).log != id)
    let new = try loop.status().log
    #expect(new != id)
    try listener.wait { $0.heads.contains { $0.log == new } }
    // What else comes from before the id is no new proof, and an id is not changed at will.
    _ = try loop.ask("replay", cursor)
    _ = try loop.ask("replay", ["log": new, "after": "\(Position(99))", "afterTime": "2030-01-01T00:00:00Z"])
    #expect(try loop.status().log == new)
    #expect(try loop.words() == ["a", "b"])
  }
}
