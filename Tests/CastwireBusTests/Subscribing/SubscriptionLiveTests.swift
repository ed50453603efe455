import TestSupport
import Testing

@testable import CastwireBus

@Suite(.timeLimit(.minutes(5)))
struct SubscriptionLiveTests {
  @Test func `events that follow each other are taken without a replay`() throws {
    let drive = try Drive.live(at: 7)
    for sequence in 8...10 as ClosedRange<UInt64> { try drive.service.publish(sequence) }
    var taken: [UInt64] = []
    while taken.count < 3 {
      let batch = try drive.batch()
      #expect(!batch.startsOver && !batch.completes)
      taken += batch.sequences
      #expect(batch.cursor.sequence.rawValue == taken.last && batch.cursor.time == DrivenService.time(taken.last ?? 0))
    }
    #expect(taken == [8, 9, 10])
    #expect(try drive.service.responder.receive() == nil)
    #expect(drive.subscription.counters == Subscription.Counters())
    #expect(drive.subscription.knownHead == Position(10))
  }

  @Test func `what was applied before is passed over`() throws {
    let drive = try Drive.live(at: 7)
    for sequence in [6, 7, 8, 8, 7, 9] as [UInt64] { try drive.service.publish(sequence) }
    var taken: [UInt64] = []
    while taken.last != 9 { taken += try drive.batch().sequences }
    #expect(taken == [8, 9])
    #expect(drive.subscription.counters.gaps == 0)
  }

  @Test func `a gap is filled by a replay, asked for at once`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    try service.publish(8)
    try service.publish(10)
    #expect(try drive.batch().sequences == [8])
    try drive.turn(until: "the gap is seen") { !drive.subscription.isLive }
    // No further turn: an owner that waits for its sockets would come too late.
    let asked = try drive.answerWaiting(with: service.page([service.event(9), service.event(10)], to: 10))
    #expect(asked.after == Position(8) && asked.log == "log-a")
    #expect(try drive.batch().sequences == [9, 10])
    #expect(drive.subscription.isLive)
    #expect(drive.subscription.counters.gaps == 1 && drive.subscription.counters.replays == 1)
    try service.publish(11)
    #expect(try drive.batch().sequences == [11])
  }

  @Test func `live events that arrive during a replay are taken after it, at once and only once`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    try service.publishHead(8)
    let incoming = try drive.incoming()
    for sequence in 8...12 as ClosedRange<UInt64> { try service.publish(sequence) }
    try drive.waitForArrival()
    #expect(try drive.next() == nil)
    try service.responder.send(service.page([service.event(8), service.event(9)], to: 9), to: incoming)
    #expect(try drive.batch().sequences == [8, 9])
    var taken: [UInt64] = []
    while taken.last != 12 {
      // What is held back stands in no socket, so that no poll would tell of it.
      if let deadline = drive.subscription.nextDeadline, deadline > drive.now { try drive.waitForArrival() }
      taken += try drive.next(limit: 2)?.sequences ?? []
    }
    #expect(taken == [10, 11, 12])
    #expect(drive.subscription.counters.gaps == 1)
  }

  @Test func `held events are due at once`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    try service.publishHead(8)
    let incoming = try drive.incoming()
    for sequence in 8...12 as ClosedRange<UInt64> { try service.publish(sequence) }
    try drive.turn(until: "some are held") { drive.subscription.live.isHolding }
    try service.responder.send(service.page([service.event(8)], to: 8), to: incoming)
    #expect(try drive.batch().sequences == [8])
    var due = 0
    while drive.subscription.live.isHolding, due < 100 {
      let deadline = try #require(drive.subscription.nextDeadline)
      #expect(deadline <= drive.now, "nothing would wake the owner for what is held")
      _ = try drive.next(limit: 1)
      due += 1
    }
    #expect(due > 0)
  }

  @Test func `what the sockets dropped is fetched, and every event is given once and in order`() throws {
    let drive = try Drive.live(at: 0)
    let service = drive.service
    let count: UInt64 = 15_000
    // Nobody reads meanwhile: the queues and the system's buffers hold some thousands of events, and the rest is lost.
    for sequence in 1...count { try service.publish(sequence, size: 4_000) }
    var taken: [UInt64] = []
    var pages = 0
    let end = ContinuousClock.now + .seconds(60)
    while taken.count < Int(count), ContinuousClock.now < end {
      taken += try drive.next()?.sequences ?? []
      if let incoming = try service.responder.receive() {
        let after = try incoming.request.decode(ReplayAsked.self).after.rawValue
        let last = min(after + 500, count)
        let events = after < last ? (after + 1...last).map { service.event($0) } : []
        try service.responder.send(service.page(events, to: last, head: count, more: last < count), to: incoming)
        pages += 1
      } else {
        try service.publishHead(count)
      }
    }
    #expect(taken == Array(1...count))
    #expect(pages > 0)
  }

  @Test func `a head beyond the cursor begins a replay, one at the cursor does not`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    try service.publishHead(7)
    try service.publish(8)
    #expect(try drive.batch().sequences == [8])
    #expect(drive.subscription.isLive)
    try service.publishHead(9)
    #expect(try drive.answerReplay(with: service.page([service.event(9)], to: 9)).after == Position(8))
    #expect(try drive.batch().sequences == [9])
  }

  @Test func `a head before the cursor is asked about: the log may have been put back`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    try service.publishHead(5)
    #expect(try drive.answerReplay(with: service.truncated).after == Position(7))
    try drive.answerReplay(with: service.page([service.event(1)], to: 5))
    #expect(try drive.batch().startsOver)
  }

  @Test func `an event of another log starts over, after what came before it was given`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    try service.publish(8)
    try service.publish(1, log: "log-b")
    #expect(try drive.batch().sequences == [8])
    service.log = "log-b"
    let doubted = try drive.answerReplay(with: service.truncated)
    #expect(doubted.log == "log-a" && doubted.after == Position(8))
    let asked = try drive.answerReplay(with: service.page([service.event(1)], to: 1))
    #expect(asked.log == nil && asked.after == Position(0))
    let batch = try drive.batch()
    #expect(batch.startsOver && batch.completes && batch.cursor.log == "log-b")
    try service.publish(2)
    #expect(try drive.batch().sequences == [2])
  }

  @Test func `another log in a head starts over, also where its head is behind`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    service.log = "log-b"
    try service.publishHead(0)
    #expect(try drive.answerReplay(with: service.truncated).after == Position(7))
    #expect(try drive.answerReplay(with: service.page(to: 0)).after == Position(0))
    let batch = try drive.batch()
    #expect(batch.startsOver && batch.completes && batch.events.isEmpty)
  }

  @Test func `what the former log sent before it went does not start over again`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    try service.publishHead(9)
    _ = try drive.incoming()
    // The service dies before it answers, and comes back with another log.
    for sequence in 10...20 as ClosedRange<UInt64> { try service.publish(sequence, log: "log-a") }
    try service.publishHead(20, log: "log-a")
    service.log = "log-b"
    drive.now += .seconds(5)
    try drive.answerReplay(with: service.truncated)
    try drive.answerReplay(with: service.page([service.event(1)], to: 1))
    #expect(try drive.batch().startsOver)
    try service.publish(2)
    #expect(try drive.batch().sequences == [2])
    #expect(try service.responder.receive() == nil)
    #expect(drive.subscription.isLive)
  }

  @Test func `the last words of a former log, after the next one is followed, cost no replay of all`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    try service.publish(30, log: "log-before")
    #expect(try drive.answerReplay(with: service.page(to: 7)).after == Position(7))
    #expect(try !drive.batch().startsOver)
    try service.publishHead(30, log: "log-before")
    #expect(try drive.answerReplay(with: service.page(to: 7)).after == Position(7))
    #expect(try !drive.batch().startsOver)
    try service.publish(8)
    #expect(try drive.batch().sequences == [8])
  }

  @Test func `a message that is no event is counted, and shows as a gap where the log holds it`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    for bad in ["", "{}", "null", #"{"specversion":"1.0"}"#] {
      try service.publisher.send(topic: Topic(text: "episode.f.added"), json: Array(bad.utf8))
    }
    try service.publisher.send(head: Array(#"{"log":"log-a"}"#.utf8))
    try service.publish(9)
    try drive.answerReplay(with: service.page([service.event(9)], to: 9))
    #expect(try drive.batch().sequences == [9])
    #expect(drive.subscription.counters.malformed == 5)
  }

  @Test func `a batch holds no more than its limit`() throws {
    let drive = try Drive.live(at: 0)
    for sequence in 1...10 as ClosedRange<UInt64> { try drive.service.publish(sequence) }
    var taken: [UInt64] = []
    while taken.count < 10 {
      let batch = try drive.batch(limit: 3)
      #expect(batch.events.count <= 3)
      taken += batch.sequences
    }
    #expect(taken == Array(1...10))
  }

  @Test func `silence for six seconds makes the connection anew and begins a replay`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    drive.now += .milliseconds(5_999)
    #expect(try drive.next() == nil)
    #expect(drive.subscription.counters.reconnects == 0)
    drive.now += .milliseconds(1)
    #expect(drive.subscription.nextDeadline.map { $0 <= drive.now } == true)
    #expect(try drive.next() == nil)
    #expect(drive.subscription.counters.reconnects == 1)
    #expect(drive.subscription.trouble?.contains("nothing heard") == true)
    #expect(try drive.answerReplay(with: service.page(to: 7)).after == Position(7))
    _ = try drive.batch()
    #expect(drive.subscription.trouble == nil)
    try drive.waitForSubscriber()
    try service.publish(8)
    #expect(try drive.batch().sequences == [8])
  }

  @Test func `a head breaks the silence, an event does not`() throws {
    let drive = try Drive.live(at: 7)
    drive.now += .seconds(5)
    try drive.service.publishHead(7)
    try drive.waitForArrival()
    #expect(try drive.next() == nil)
    drive.now += .seconds(5)
    try drive.service.publish(8)
    #expect(try drive.batch().sequences == [8])
    #expect(drive.subscription.counters.reconnects == 0)
    drive.now += .seconds(1)
    _ = try drive.next()
    #expect(drive.subscription.counters.reconnects == 1)
  }

  @Test func `a service that went and came back at the same address is followed on`() throws {
    let port = try FreePort.pair()
    let (events, requests) = ("tcp://127.0.0.1:\(port)", "tcp://127.0.0.1:\(port + 1)")
    var drive: Drive? = try Drive.live(at: 7, service: DrivenService(events: events, requests: requests))
    let subscription = try #require(drive?.subscription)
    drive = nil
    let service = try DrivenService.again(events: events, requests: requests)
    var isSubscribed = false
    var taken: [UInt64] = []
    let end = ContinuousClock.now + .seconds(60)
    while taken.isEmpty, ContinuousClock.now < end {
      taken += try subscription.next(now: .now)?.sequences ?? []
      if !isSubscribed, try service.publisher.receiveSubscriptions() {
        isSubscribed = true
        try service.publish(8)
      }
      if let incoming = try service.responder.receive() {
        try service.responder.send(service.page([service.event(8)], to: 8), to: incoming)
      }
      try Poller.wait(for: subscription.pollItems + [service.publisher.pollItem], milliseconds: 20)
    }
    #expect(taken == [8])
  }
}
