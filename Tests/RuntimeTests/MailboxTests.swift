import Foundation
import Glibc
import Runtime
import TestSupport
import Testing

struct MailboxTests {
  private func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, milliseconds) == 1
  }

  @Test func `values come out in order, once, and the descriptor tells of them`() throws {
    let mailbox = try Mailbox<Int>()
    #expect(!isReadable(mailbox.descriptor) && mailbox.takeAll().isEmpty)
    mailbox.put(1)
    mailbox.put(2)
    #expect(isReadable(mailbox.descriptor))
    #expect(mailbox.takeAll() == [1, 2])
    #expect(!isReadable(mailbox.descriptor) && mailbox.takeAll().isEmpty)
  }

  @Test func `what many threads put in comes out whole, each thread's in its order`() throws {
    let mailbox = try Mailbox<(thread: Int, number: Int)>()
    for thread in 0..<4 {
      Thread.detachNewThread { for number in 0..<5_000 { mailbox.put((thread, number)) } }
    }
    var taken: [[Int]] = [[], [], [], []]
    while taken.map(\.count).reduce(0, +) < 20_000 {
      // A call that went missing would leave the loop asleep.
      guard isReadable(mailbox.descriptor, within: 10_000) else {
        Issue.record("nothing told of what is still to come")
        return
      }
      for value in mailbox.takeAll() { taken[value.thread].append(value.number) }
    }
    #expect(taken.allSatisfy { $0 == Array(0..<5_000) })
  }

  @Test func `more calls than a pipe holds keep nobody waiting`() throws {
    let wakeUp = try WakeUp()
    for _ in 0..<200_000 { wakeUp.call() }
    #expect(isReadable(wakeUp.descriptor))
    wakeUp.clear()
    #expect(!isReadable(wakeUp.descriptor))
  }
}
