import Testing

@testable import CastwireBus

struct SubscriptionReplayTests {
  @Test func `from the beginning the whole state is asked for and given, and completes`() throws {
    let drive = try Drive(consumer: "mine")
    let asked = try drive.answerReplay(
      with: drive.service.page([drive.service.event(1), drive.service.event(2)], to: 2))
    #expect(asked == ReplayAsked(log: nil, after: Position(0), families: [], limit: 1_000, consumer: "mine"))
    let batch = try drive.batch()
    #expect(batch.sequences == [1, 2])
    #expect(batch.cursor == Cursor(log: "log-a", sequence: Position(2), time: DrivenService.time(2)))
    #expect(batch.completes && !batch.startsOver && batch.malformed.isEmpty)
    #expect(drive.subscription.isLive)
    #expect(drive.subscription.position == Position(2))
    #expect(drive.subscription.trouble == nil)
  }

  @Test func `an empty log completes, too`() throws {
    let drive = try Drive()
    try drive.answerReplay(with: drive.service.page(to: 0))
    let batch = try drive.batch()
    #expect(batch.events.isEmpty && batch.completes && batch.cursor.sequence == Position(0))
  }

  @Test func `a cursor is asked for with its log and time, and what follows it completes nothing`() throws {
    let cursor = Cursor(log: "log-a", sequence: Position(7), time: DrivenService.time(7))
    let drive = try Drive(start: .cursor(cursor))
    let asked = try drive.answerReplay(with: drive.service.page([drive.service.event(8)], to: 9))
    #expect(
      asked
        == ReplayAsked(
          log: "log-a", after: Position(7), afterTime: DrivenService.time(7), families: [], limit: 1_000, consumer: nil)
    )
    let batch = try drive.batch()
    #expect(batch.sequences == [8])
    #expect(batch.cursor.sequence == Position(9), "what was scanned counts, not what was found")
    #expect(!batch.completes && !batch.startsOver)
  }

  @Test func `the next page is asked for before the one at hand is applied`() throws {
    let drive = try Drive()
    let service = drive.service
    try drive.answerReplay(with: service.page([service.event(1), service.event(2)], to: 2, head: 3, more: true))
    let first = try drive.batch()
    #expect(first.sequences == [1, 2] && first.cursor.sequence == Position(2))
    #expect(!first.completes && !drive.subscription.isLive)
    let asked = try drive.answerWaiting(with: service.page([service.event(3)], to: 3))
    #expect(asked.after == Position(2) && asked.log == "log-a" && asked.afterTime == DrivenService.time(2))
    let second = try drive.batch()
    #expect(second.sequences == [3] && second.completes)
  }

  @Test func `until the service has caught up itself nothing completes, and it is asked again each second`() throws {
    let drive = try Drive()
    let service = drive.service
    try drive.answerReplay(with: service.page([service.event(1)], to: 1, complete: false))
    #expect(try !drive.batch().completes)
    try drive.waitForSubscriber()
    #expect(drive.subscription.isLive)
    #expect(drive.subscription.nextDeadline == drive.now + .seconds(1))
    // Live events are taken meanwhile.
    try service.publish(2)
    #expect(try drive.batch().sequences == [2])
    drive.now += .seconds(1)
    #expect(try drive.answerReplay(with: service.page(to: 2)).after == Position(2))
    let last = try drive.batch()
    #expect(last.events.isEmpty && last.completes)
    drive.now += .seconds(1)
    #expect(try drive.next() == nil)
    #expect(try service.responder.receive() == nil)
  }

  @Test func `a start over that was under way goes on after a restart, and completes`() throws {
    let cursor = Cursor(log: "log-a", sequence: Position(7), time: DrivenService.time(7))
    let drive = try Drive(start: .cursor(cursor, isStartingOver: true))
    try drive.answerReplay(with: drive.service.page([drive.service.event(8)], to: 8))
    let batch = try drive.batch()
    #expect(batch.completes && !batch.startsOver)
  }

  @Test func `truncated starts over from the beginning`() throws {
    let drive = try Drive(
      start: .cursor(Cursor(log: "log-a", sequence: Position(7), time: DrivenService.time(7))))
    let service = drive.service
    service.log = "log-b"
    try drive.answerReplay(with: service.truncated)
    let asked = try drive.answerReplay(with: service.page([service.event(1)], to: 1, head: 2, more: true))
    #expect(asked.log == nil && asked.after == Position(0) && asked.afterTime == nil)
    let first = try drive.batch()
    #expect(first.startsOver && !first.completes && first.cursor.log == "log-b")
    try drive.answerWaiting(with: service.page([service.event(2)], to: 2))
    let second = try drive.batch()
    #expect(!second.startsOver && second.completes)
  }

  @Test func `truncated from the beginning is asked again only after a pause`() throws {
    let drive = try Drive()
    try drive.answerReplay(with: drive.service.truncated)
    try drive.turn(until: "the answer is in") { drive.subscription.trouble != nil }
    for _ in 0..<20 { #expect(try drive.next() == nil) }
    #expect(try drive.service.responder.receive() == nil)
    #expect(drive.subscription.nextDeadline == drive.now + .seconds(1))
    drive.now += .seconds(1)
    try drive.answerReplay(with: drive.service.page([drive.service.event(1)], to: 1))
    #expect(try drive.batch().completes)
    #expect(drive.subscription.trouble == nil)
  }

  @Test func `a page of another log than was asked for starts over`() throws {
    let drive = try Drive.live(at: 7)
    try drive.service.publishHead(8)
    drive.service.log = "log-b"
    try drive.answerReplay(with: drive.service.page([drive.service.event(8)], to: 8))
    #expect(try drive.answerReplay(with: drive.service.page([drive.service.event(1)], to: 1)).after == Position(0))
    let batch = try drive.batch()
    #expect(batch.startsOver && batch.completes && batch.sequences == [1])
  }

  @Test func `a page that leads nowhere is not asked for without end`() throws {
    let drive = try Drive()
    let service = drive.service
    try drive.answerReplay(with: service.page([service.event(1), service.event(2)], to: 2, head: 9, more: true))
    _ = try drive.batch()
    try drive.answerWaiting(with: service.page(to: 2, head: 9, more: true))
    try drive.turn(until: "it is told") { drive.subscription.trouble != nil }
    #expect(drive.subscription.counters.malformed == 1)
    for _ in 0..<20 { #expect(try drive.next() == nil) }
    #expect(try service.responder.receive() == nil)
    drive.now += .seconds(1)
    #expect(try drive.answerReplay(with: service.page([service.event(3)], to: 3)).after == Position(2))
    #expect(try drive.batch().sequences == [3])
  }

  @Test func `a page that goes back gives nothing twice`() throws {
    let drive = try Drive.live(at: 7)
    try drive.service.publishHead(9)
    try drive.answerReplay(with: drive.service.page([drive.service.event(3)], to: 3, head: 3))
    try drive.turn(until: "it is told") { drive.subscription.trouble != nil }
    #expect(drive.subscription.position == Position(7))
  }

  @Test func `what stands in a page and is no event is handed over to be put aside`() throws {
    let drive = try Drive()
    let bad = Array(#"{"no":"event"}"#.utf8)
    try drive.answerReplay(
      with: drive.service.page([drive.service.event(1), bad, drive.service.event(3)], to: 3))
    let batch = try drive.batch()
    #expect(batch.sequences == [1, 3])
    #expect(batch.malformed.map(\.json) == [bad])
    #expect(batch.cursor.sequence == Position(3))
    #expect(drive.subscription.counters.malformed == 1)
  }

  @Test func `a service that refuses is asked again after a second, and what it said is told`() throws {
    let drive = try Drive()
    try drive.answerReplay(with: .error(RequestError(.unavailable, "the disk is full")))
    try drive.turn(until: "it is told") { drive.subscription.trouble?.contains("the disk is full") == true }
    #expect(try drive.next() == nil)
    #expect(try drive.service.responder.receive() == nil)
    #expect(drive.subscription.nextDeadline == drive.now + .seconds(1))
    drive.now += .seconds(1)
    try drive.answerReplay(with: drive.service.page([drive.service.event(1)], to: 1))
    #expect(try drive.batch().sequences == [1])
    #expect(drive.subscription.trouble == nil)
  }

  @Test(arguments: [
    #"{}"#, #"{"log":"a"}"#, #"[]"#, #"null"#, #"{"log":1,"scannedTo":1}"#,
    #"{"log":"a","scannedTo":"x","scannedTime":"2026-11-30T07:53:05Z","head":"1","more":false,"complete":true}"#,
    #"{"log":"a","scannedTo":"1","scannedTime":"noon","head":"1","more":false,"complete":true}"#,
  ])
  func `an answer that is not understood is told, and asked for again after a second`(result: String) throws {
    let drive = try Drive()
    try drive.answerReplay(with: .ok(result: Array(result.utf8)))
    try drive.turn(until: "it is told") { drive.subscription.trouble?.contains("not understood") == true }
    #expect(drive.subscription.counters.malformed == 1)
    #expect(try drive.service.responder.receive() == nil)
    drive.now += .seconds(1)
    try drive.answerReplay(with: drive.service.page([drive.service.event(1)], to: 1))
    #expect(try drive.batch().sequences == [1])
  }

  @Test func `an answer that does not come is asked for again at once, and is dropped should it come late`() throws {
    let drive = try Drive()
    let first = try drive.incoming()
    drive.now += .milliseconds(4_999)
    #expect(try drive.next() == nil)
    #expect(drive.subscription.counters.timeouts == 0)
    drive.now += .milliseconds(1)
    #expect(try drive.next() == nil)
    #expect(drive.subscription.counters.timeouts == 1)
    #expect(drive.subscription.trouble?.contains("no answer") == true)
    // Its owner would sleep if it had nothing to wait for.
    let second = try drive.incoming()
    try drive.service.responder.send(drive.service.page([drive.service.event(1)], to: 1), to: first)
    try drive.service.responder.send(drive.service.page([drive.service.event(1)], to: 2), to: second)
    #expect(try drive.batch().cursor.sequence == Position(2))
    #expect(drive.subscription.trouble == nil)
  }

  @Test func `a second answer to one question does not keep the owner awake`() throws {
    let drive = try Drive()
    let incoming = try drive.incoming()
    for _ in 0..<2 { try drive.service.responder.send(drive.service.page(to: 0), to: incoming) }
    _ = try drive.batch()
    #expect(drive.subscription.isLive)
    #expect(drive.subscription.pollItems.count == 2, "only the event socket and its monitor are to be waited for")
  }

  @Test func `a batch that could not be committed is asked for again`() throws {
    let drive = try Drive.live(at: 7)
    try drive.service.publish(8)
    #expect(try drive.batch().sequences == [8])
    let cursor = Cursor(log: "log-a", sequence: Position(7), time: DrivenService.time(7))
    try drive.subscription.rewind(to: .cursor(cursor))
    #expect(!drive.subscription.isLive)
    let service = drive.service
    #expect(try drive.answerReplay(with: service.page([service.event(8)], to: 8)).after == Position(7))
    #expect(try drive.batch().sequences == [8])
  }

  @Test func `a start over that could not be committed is announced again`() throws {
    let old = Subscription.Start.cursor(Cursor(log: "log-a", sequence: Position(7), time: DrivenService.time(7)))
    let drive = try Drive(start: old)
    let service = drive.service
    for _ in 0..<2 {
      try drive.answerReplay(with: service.truncated)
      try drive.answerReplay(with: service.page([service.event(1, log: "log-b")], to: 1, log: "log-b"))
      let batch = try drive.batch()
      #expect(batch.startsOver && batch.completes)
      try drive.subscription.rewind(to: old)
    }
  }
}
