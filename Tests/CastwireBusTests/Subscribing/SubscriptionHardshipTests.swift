import TestSupport
import Testing

@testable import CastwireBus

/// What a subscription lives through, beside gaps.
struct SubscriptionHardshipTests {
  /// An event of one family was committed and not sent when the service was killed; what it sends next is of another.
  struct Unsent: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let scope: Subscription.Scope
    /// What the service sends after it has come back.
    let send: @Sendable (DrivenService) throws -> Void
  }

  static let unsent = [
    Unsent(testDescription: "the whole log, by the next event", scope: .wholeLog) {
      try $0.publish(9, previous: 3, family: "podcast")
    },
    Unsent(testDescription: "the whole log, by the head", scope: .wholeLog) {
      try $0.publishHead(8, heads: ["episode": 8, "podcast": 3])
    },
    Unsent(testDescription: "the family, by its head", scope: .family("episode")) {
      try $0.publish(9, previous: 3, family: "podcast")
      try $0.publishHead(9, heads: ["episode": 8, "podcast": 9])
    },
    Unsent(testDescription: "the family, by its next event", scope: .family("episode")) {
      try $0.publish(9, previous: 3, family: "podcast")
      try $0.publish(10, previous: 8)
    },
  ]

  @Test(arguments: unsent) func `an event that was committed and not sent at a kill is fetched`(_ unsent: Unsent) throws
  {
    let drive = try Drive.live(at: 7, scope: unsent.scope)
    try unsent.send(drive.service)
    let asked = try drive.answerReplay(with: drive.service.page([drive.service.event(8)], to: 10))
    #expect(asked.after == Position(7))
    let batch = try drive.batch()
    #expect(batch.sequences == [8] && batch.cursor.sequence == Position(10))
    #expect(drive.subscription.counters.gaps == 1)
  }

  @Test func `another family's event alone leaves the cursor of a family where it is`() throws {
    let drive = try Drive.live(at: 7, scope: .family("episode"))
    try drive.service.publish(9, previous: 3, family: "podcast")
    // What comes after it has come, so it has been looked at.
    try drive.service.publish(11, previous: 7)
    #expect(try drive.batch().sequences == [11])
    #expect(drive.subscription.counters.gaps == 0)
  }

  @Test func `a message beyond all sizes ends the connection, and silence makes a new one`() throws {
    let drive = try Drive.live(at: 7)
    let service = drive.service
    try service.publisher.send(head: [UInt8](repeating: 32, count: 2 << 20))
    try drive.turn(until: "the connection ends") { drive.subscription.connectionState != .connected }
    drive.now += .seconds(6)
    try service.publish(8)
    #expect(try drive.answerReplay(with: service.page([service.event(8)], to: 8)).after == Position(7))
    #expect(try drive.batch().sequences == [8])
    #expect(drive.subscription.counters.reconnects == 1)
    try drive.waitForSubscriber()
    try service.publish(9)
    #expect(try drive.batch().sequences == [9])
  }

  @Test func `a handler that blocks while the service goes and comes back misses nothing`() throws {
    let port = try FreePort.pair()
    let (events, requests) = ("tcp://127.0.0.1:\(port)", "tcp://127.0.0.1:\(port + 1)")
    var drive: Drive? = try Drive.live(at: 7, service: DrivenService(events: events, requests: requests))
    let subscription = try #require(drive?.subscription)
    try drive?.service.publish(8)
    try drive?.waitForArrival()
    // From here on the handler is busy with something: nobody turns the subscription.
    drive = nil
    let service = try DrivenService.again(events: events, requests: requests)
    for sequence in 9...11 as ClosedRange<UInt64> { try service.publish(sequence) }
    // And here it is done.
    var taken: [UInt64] = []
    let end = ContinuousClock.now + .seconds(60)
    while taken.last != 12, ContinuousClock.now < end {
      taken += try subscription.next(now: .now)?.sequences ?? []
      if try service.publisher.receiveSubscriptions() {
        try service.publish(12)
        try service.publishHead(12)
      }
      if let incoming = try service.responder.receive() {
        let after = try incoming.request.decode(ReplayAsked.self).after.rawValue
        let missing = (after + 1..<13).map { service.event($0) }
        try service.responder.send(service.page(missing, to: 12), to: incoming)
      }
      try Poller.wait(for: subscription.pollItems + [service.publisher.pollItem], milliseconds: 20)
    }
    #expect(taken == [8, 9, 10, 11, 12])
  }

  @Test func `2,000 subscriptions of one socket all count, also after the publisher was away`() throws {
    let endpoint = "tcp://127.0.0.1:\(try FreePort.pair())"
    let subscriber = try Socket(.subscriber, in: Context())
    for number in 0..<2_000 { try subscriber.subscribe("episode.f\(number).") }
    try subscriber.connect(endpoint)
    for _ in 0..<2 {
      let publisher = try Socket.bound(.publisher, to: endpoint)
      try Self.hearsAll(subscriber, publisher)
    }
  }

  private static func hearsAll(_ subscriber: Socket, _ publisher: Socket) throws {
    var subscribed: Set<[UInt8]> = []
    var heard: Set<[UInt8]> = []
    let end = ContinuousClock.now + .seconds(60)
    while heard.count < 2_000, ContinuousClock.now < end {
      // Its thread has to call into libzmq for subscriptions to be made again.
      while let frames = try subscriber.receive() {
        #expect(heard.insert(frames[0]).inserted)
      }
      while let frames = try publisher.receive() {
        guard let frame = frames.first, frame.first == 1, subscribed.insert(frame).inserted else { continue }
        let isTaken = try publisher.send([Array(frame.dropFirst()) + Array("added".utf8), [1]])
        #expect(isTaken)
      }
      try Poller.wait(for: [PollItem(subscriber), PollItem(publisher)], milliseconds: 10)
    }
    #expect(subscribed.count == 2_000 && heard.count == 2_000)
  }
}
