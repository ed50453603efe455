import Testing

@testable import CastwireBus

/// A subscription that wants no history.
struct SubscriptionHeadTests {
  @Test func `it starts after what the log holds, without taking it`() throws {
    let drive = try Drive(start: .head)
    let service = drive.service
    #expect(try drive.answerReplay(with: service.page([service.event(1)], to: 1, head: 9, more: true)).limit == 1)
    let asked = try drive.answerReplay(with: service.page(to: 9))
    #expect(asked.log == "log-a" && asked.after == Position(9) && asked.afterTime == nil)
    let batch = try drive.batch()
    #expect(batch.events.isEmpty && !batch.completes && !batch.startsOver)
    #expect(batch.cursor == Cursor(log: "log-a", sequence: Position(9), time: DrivenService.time(9)))
    try drive.waitForSubscriber()
    try service.publish(10)
    #expect(try drive.batch().sequences == [10])
  }

  @Test func `what is committed while it finds the head is given`() throws {
    let drive = try Drive(start: .head)
    let service = drive.service
    try drive.answerReplay(with: service.page([service.event(1)], to: 1, head: 9, more: true))
    try drive.answerReplay(with: service.page([service.event(10)], to: 10))
    #expect(try drive.batch().sequences == [10])
  }

  @Test func `an empty log is one with a head at 0`() throws {
    let drive = try Drive(start: .head)
    try drive.answerReplay(with: drive.service.page(to: 0))
    #expect(try drive.batch().cursor.sequence == Position(0))
    try drive.waitForSubscriber()
    try drive.service.publish(1)
    #expect(try drive.batch().sequences == [1])
  }

  @Test func `a log with a single event is one with a head at 1`() throws {
    let drive = try Drive(start: .head)
    try drive.answerReplay(with: drive.service.page([drive.service.event(1)], to: 1))
    let batch = try drive.batch()
    #expect(batch.events.isEmpty && batch.cursor.sequence == Position(1))
  }

  @Test func `an answer that does not come or is refused brings no history`() throws {
    let drive = try Drive(start: .head)
    let service = drive.service
    try drive.answerReplay(with: service.page([service.event(1)], to: 1, head: 9, more: true))
    _ = try drive.incoming()
    drive.now += .seconds(5)
    try drive.answerReplay(with: .error(RequestError(.unavailable, "not now")))
    try drive.turn(until: "it is told") { drive.subscription.trouble?.contains("not now") == true }
    drive.now += .seconds(1)
    // Whether it looks for the head again or goes on from the one it found, no event before it may come.
    var asked = try drive.answerReplay(with: service.page(to: 9))
    if asked.after == Position(0) { asked = try drive.answerReplay(with: service.page(to: 9)) }
    let batch = try drive.batch()
    #expect(batch.events.isEmpty && batch.cursor.sequence == Position(9))
    #expect(asked.after == Position(9))
  }

  @Test func `one family is looked at alone`() throws {
    let drive = try Drive(scope: .family("video"), start: .head)
    let asked = try drive.answerReplay(
      with: drive.service.page([drive.service.event(2, family: "video")], to: 2, head: 9, more: true))
    #expect(asked.families == ["video"])
    #expect(try drive.answerReplay(with: drive.service.page(to: 9)).families == ["video"])
    #expect(try drive.batch().events.isEmpty)
  }
}
