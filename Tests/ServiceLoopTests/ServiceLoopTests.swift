import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

struct ServiceLoopTests {
  @Test func `what changes something is answered once it is committed, with its event in the log`() throws {
    let loop = try RunningLoop()
    _ = try loop.ask("add", ["word": "a"])
    let other = try Database(path: loop.folder.path(of: "words.sqlite"))
    #expect(try other.all("SELECT text FROM word") { $0.text(0) } == ["a"])
    #expect(try other.first("SELECT count(*) FROM event", make: { $0.integer(0) }) == 1)
    #expect(try loop.status().head == Position(1))
  }

  @Test func `a refusal undoes what was begun`() throws {
    let loop = try RunningLoop()
    _ = try loop.ask("add", ["word": "a"])
    #expect(loop.refusal(of: "add.half", ["word": "b"]) == RequestError(.refused, "not this one"))
    #expect(try loop.words() == ["a"])
    #expect(try loop.status().head == Position(1))
    _ = try loop.ask("add", ["word": "b"])
    #expect(try loop.status().head == Position(2))
  }

  @Test func `what a service does not know or does wrong is told, and it goes on`() throws {
    let loop = try RunningLoop()
    #expect(loop.refusal(of: "nothing")?.code == .unknownRequest)
    #expect(loop.refusal(of: "add")?.code == .badRequest)
    #expect(loop.refusal(of: "fail") == RequestError(.internal, "it cannot be applied"))
    _ = try loop.ask("add", ["word": "a"])
    #expect(loop.state.withLock { $0.handlers } == 1)
  }

  @Test func `a statement that is at fault itself is the request's trouble, not the database's`() throws {
    let loop = try RunningLoop()
    #expect(loop.refusal(of: "bad.query")?.code == .internal)
    _ = try loop.ask("add", ["word": "a"])
    #expect(loop.refusal(of: "add", ["word": "a"])?.code == .internal, "the word is there")
    #expect(try loop.words() == ["a"])
    #expect(loop.state.withLock { $0.handlers } == 1, "the database was not let go of")
  }

  @Test func `after a failed commit the service reads again what is committed, and publishes nothing else`() throws {
    let loop = try RunningLoop()
    let ear = try Ear(loop.endpoints)
    _ = try loop.ask("add", ["word": "a"])
    try ear.hear(1)
    let refusal = loop.refusal(of: "fill")
    #expect(refusal?.code == .unavailable)
    #expect(refusal?.message.contains("free some space") == true)
    // Nothing can be asked until the database is open again, soon after.
    #expect(loop.state.block { $0.handlers == 2 })
    let end = ContinuousClock.now + .seconds(60)
    while loop.refusal(of: "add", ["word": "b"])?.code == .unavailable, ContinuousClock.now < end {}
    #expect(try loop.words() == ["a", "b"])
    try ear.hear(2)
    #expect(ear.events.map(\.subject) == ["a", "b"])
    #expect(ear.position == Position(2))
  }

  @Test func `a consumer and its lag are shown`() throws {
    let loop = try RunningLoop()
    for word in ["a", "b", "c"] { _ = try loop.ask("add", ["word": word]) }
    _ = try loop.ask("replay", ["after": "1", "consumer": "mine"])
    let status = try loop.status()
    #expect(status.consumers.map(\.name) == ["mine"])
    #expect(status.consumers.first?.after == Position(1) && status.consumers.first?.lag == 2)
    #expect(status.service == "words" && status.head == Position(3) && status.complete && status.peers.isEmpty)
    #expect(status.counters["published"] == 3)
  }

  @Test func `a head never runs ahead of the events, comes with each subscription, and not without end`() throws {
    let loop = try RunningLoop()
    let started = ContinuousClock.now
    let first = try Subscriber(loop.endpoints.events)
    try first.wait { $0.heads.count >= 1 }
    var others: [Subscriber] = []
    for number in 0..<40 {
      _ = try loop.ask("add", ["word": "\(number)"])
      others.append(try Subscriber(loop.endpoints.events))
    }
    for other in others { try other.wait { $0.heads.count >= 1 } }
    try first.wait { $0.events == 40 && $0.heads.last?.head == Position(40) }
    #expect(first.headsAhead == 0)
    #expect(first.heads.allSatisfy { $0.heads["episode"] ?? Position(0) == $0.head })
    // One is due each second and one for each subscription, of which many at once cost ten a second.
    let elapsed = (ContinuousClock.now - started) / .milliseconds(100)
    #expect(Double(first.heads.count) <= elapsed + 2)
  }

  @Test func `the loop ends where it is told to`() throws {
    let loop = try RunningLoop()
    _ = try loop.ask("add", ["word": "a"])
    loop.stop()
    #expect(loop.state.withLock { $0.error } == nil)
  }
}
