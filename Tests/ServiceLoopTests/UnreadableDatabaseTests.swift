import Foundation
import Glibc
import Storage
import TestSupport
import Testing

@testable import CastwireBus
@testable import ServiceLoop

/// A commit fails, and then the database or what belongs to it cannot be opened again.
@Suite(.timeLimit(.minutes(5)))
struct UnreadableDatabaseTests {
  private let loop: RunningLoop
  private let path: String

  init() throws {
    loop = try RunningLoop()
    path = loop.folder.path(of: "words.sqlite")
    _ = try loop.ask("add", ["word": "a"])
  }

  /// Puts a folder where a file is, while `body` runs.
  private func hiding(_ name: String, _ body: () throws -> Void) throws {
    let path = loop.folder.path(of: name)
    #expect(rename(path, "\(path).aside") == 0 && mkdir(path, 0o700) == 0)
    defer { #expect(rmdir(path) == 0 && rename("\(path).aside", path) == 0) }
    FaultyWrites.begin(self.path, .once)
    #expect(loop.refusal(of: "add", ["word": "lost"])?.code == .unavailable)
    try body()
  }

  private func goesOn() throws {
    let end = ContinuousClock.now + .seconds(60)
    while loop.refusal(of: "add", ["word": "b"])?.code == .unavailable, ContinuousClock.now < end {}
    // What was refused may have happened.
    let words = try loop.words()
    #expect(words == ["a", "b"] || words == ["a", "lost", "b"])
    #expect(try loop.status().head == Position(UInt64(words.count)))
  }

  /// What the loop's thread has used of the processor so far.
  private func processorTime() throws -> Duration {
    let thread = try #require(loop.state.withLock { $0.thread })
    var (clock, time) = (clockid_t(), timespec())
    #expect(pthread_getcpuclockid(thread, &clock) == 0 && clock_gettime(clock, &time) == 0)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test func `while a database cannot be opened, its service says so and waits, whoever subscribes`() throws {
    try hiding("words.sqlite") {
      #expect(loop.refusal(of: "words")?.message.contains("cannot be read") == true)
      let subscriber = try Socket(.subscriber, in: Context())
      try subscriber.subscribe("")
      try subscriber.connect(loop.endpoints.events)
      // The subscription has arrived once the connection stands; nothing is to be heard.
      let before = try processorTime()
      try Poller.wait(for: [PollItem(subscriber)], milliseconds: 1_000)
      #expect(try processorTime() - before < .milliseconds(100))
    }
    try goesOn()
  }

  @Test func `a record of the log that cannot be written keeps nobody from reading`() throws {
    try hiding("words.identity") {
      #expect(try loop.words() == ["a"])
      let page = try loop.ask("replay", ["after": "0"])
      #expect(String(decoding: page, as: UTF8.self).contains(#""complete":true"#))
      #expect(loop.refusal(of: "add", ["word": "c"])?.code == .unavailable)
      #expect(try loop.words() == ["a"])
    }
    try goesOn()
  }
}
