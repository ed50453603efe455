import CastwireBus
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ServiceLoop

/// Many events at once, and those who hear them.
struct BurstTests {
  private struct Burst: Encodable {
    let word: String
    let count: Int
  }

  @Test(.timeLimit(.minutes(5)))
  func `who joins before, during or after a burst hears all of it, in order and once`() async throws {
    let loop = try RunningLoop()
    let context = Context()
    let before = try Ear(loop.endpoints, context: context)
    _ = try loop.ask("add", ["word": "first"])
    try before.hear(1)
    // Larger than all queues together, and in several transactions.
    let bursts = Monitor(0)
    Thread.detachNewThread {
      for number in 0..<5 {
        let failure = failure { _ = try loop.ask("burst", Burst(word: "\(number)", count: 2_500)) }
        #expect(failure == nil)
        bursts.withLock { $0 += 1 }
      }
    }
    var during: [Ear] = []
    for number in 1...3 {
      #expect(await bursts.wait { $0 >= number })
      let ear = try Ear(loop.endpoints, context: context)
      try ear.turn()
      during.append(ear)
    }
    #expect(await bursts.wait { $0 == 5 })
    let after = try Ear(loop.endpoints, context: context)
    for ear in [before, after] + during {
      try ear.hear(12_501)
      #expect(ear.events.map(\.sequence.rawValue) == Array(1...12_501))
    }
  }

  @Test(.timeLimit(.minutes(5))) func `signals that interrupt every call keep nothing from being done`() throws {
    // One that ends nothing where it is not caught; and without SA_RESTART, so that it interrupts.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    #expect(sigaction(SIGWINCH, &action, nil) == 0)
    let loop = try RunningLoop()
    let ear = try Ear(loop.endpoints)
    #expect(loop.state.block { $0.thread != nil })
    let thread = try #require(loop.state.withLock { $0.thread })
    let me = pthread_self()
    let isOver = Monitor(false)
    let hasEnded = Gate()
    Thread.detachNewThread {
      while !isOver.withLock({ $0 }) {
        pthread_kill(thread, SIGWINCH)
        pthread_kill(me, SIGWINCH)
        // The rate that is promised: a thousand a second.
        usleep(1_000)
      }
      hasEnded.open()
    }
    for number in 0..<500 { _ = try loop.ask("add", ["word": "\(number)"]) }
    _ = try loop.ask("burst", Burst(word: "burst", count: 5_000))
    try ear.hear(5_500)
    isOver.withLock { $0 = true }
    #expect(hasEnded.pass())
    #expect(ear.events.map(\.sequence.rawValue) == Array(1...5_500))
  }
}
