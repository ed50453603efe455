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
    let subscription = try Subscription(context: Context(), endpoints: first.endpoints, scope: scope, start: .beginning)
    var heard: [String] = []
    func hear(until isEnough: () -> Bool) throws {
      let end = ContinuousClock.now + .seconds(30)
      while !isEnough(), ContinuousClock.now < end {
        heard += try subscription.next(now: .now)?.events.map(\.subject) ?? []
        try Poller.wait(for: subscription.pollItems, milliseconds: 20)
      }
    }
    _ = try first.ask("add", ["word": "a"])
    try hear { heard == ["a"] && subscription.isLive }
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
    try hear { heard.count >= wanted.count }
    #expect(heard == wanted)
  }
}
