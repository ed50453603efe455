import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// A real service that committed an event and was gone before it sent it.
struct CommittedUnsentTests {
  @Test(arguments: [Subscription.Scope.family("episode"), .wholeLog])
  func `it is heard after the next start, although what is sent then is of another family`(
    scope: Subscription.Scope
  ) throws {
    var loop: RunningLoop? = try RunningLoop()
    let first = try #require(loop)
    let ear = try Ear(first.endpoints, scope: scope)
    _ = try first.ask("add", ["word": "a"])
    try ear.hear { ear.events.count == 1 && ear.isLive }
    first.stop()
    let (folder, port) = (first.folder, first.port)
    loop = nil

    // What a service has done that is killed between the commit and the sending.
    do {
      let database = try Database(path: folder.path(of: "words.sqlite"))
      let log = try EventLog(database: database, service: "words", now: { Timestamp(rawValue: 4_000_000_000_000) })
      _ = try log.transaction { try log.append(Workbench.draft("unsent")) }
    }
    let next = try RunningLoop(in: folder, port: port)
    _ = try next.ask("add", ["word": "b", "family": "podcast"])
    let wanted = scope == .wholeLog ? ["a", "unsent", "b"] : ["a", "unsent"]
    try ear.hear(wanted.count)
    #expect(ear.events.map(\.subject) == wanted)
  }
}
