import CastwireBus
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// A commit that fails with an I/O error after it may have taken effect: only the file knows.
struct UncertainCommitTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let extent: FaultyWrites.Extent
    let takesEffect: Bool
  }

  static let cases = [
    Case(testDescription: "it has not", extent: .once, takesEffect: false),
    Case(testDescription: "it has", extent: .untilMended, takesEffect: true),
  ]

  @Test(arguments: cases)
  func `what the file says afterwards is what is heard, each event once`(uncertain: Case) throws {
    let loop = try RunningLoop(retention: .lookedAtOnce)
    let path = loop.folder.path(of: "words.sqlite")
    let ear = try Ear(loop.endpoints)
    _ = try loop.ask("add", ["word": "a"])
    try ear.hear(1)

    FaultyWrites.begin(path, uncertain.extent)
    let refusal = loop.refusal(of: "add", ["word": "b"])
    #expect(
      refusal?.code == .unavailable && refusal?.message.contains("disk I/O error") == true, "\(refusal?.message ?? "")")
    // The database is let go of and opened again.
    #expect(loop.state.block { $0.handlers >= 2 })
    if uncertain.takesEffect {
      #expect(try loop.words() == ["a", "b"], "what was refused has happened")
      // It can be read, and nothing can be written yet.
      #expect(loop.refusal(of: "add", ["word": "c"])?.code == .unavailable)
      try ear.hear(2)
    } else {
      #expect(try loop.words() == ["a"])
    }
    FaultyWrites.end(path)

    let end = ContinuousClock.now + .seconds(60)
    while loop.refusal(of: "add", ["word": "last"])?.code == .unavailable, ContinuousClock.now < end {}
    let words = try loop.words()
    #expect(words == (uncertain.takesEffect ? ["a", "b", "last"] : ["a", "last"]))
    try ear.hear(words.count)
    #expect(ear.events.map(\.subject) == words)
    let events = try Database(path: path).all("SELECT json FROM event ORDER BY sequence") {
      try Event(json: $0.blob(0))
    }
    #expect(events.map(\.sequence.rawValue) == Array(1...UInt64(words.count)))
    #expect(events.map(\.subject) == words)
  }
}
