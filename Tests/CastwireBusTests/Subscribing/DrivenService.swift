import TestSupport
import Testing

@testable import CastwireBus

/// A service's two sockets, whose part the test plays: what is sent and answered, and when, is the test's to say.
final class DrivenService {
  static let log = "log-a"

  let context: Context
  let publisher: EventPublisher
  let responder: Responder
  var log = DrivenService.log
  private let name = "catalog"

  init(
    context: Context = Context(), events: String = "tcp://127.0.0.1:0", requests: String = "tcp://127.0.0.1:0"
  ) throws(BusError) {
    self.context = context
    publisher = try EventPublisher(context: context, endpoint: events)
    responder = try Responder(context: context, endpoint: requests)
  }

  /// A service where another one was.
  static func again(events: String, requests: String) throws -> DrivenService {
    let context = Context()
    return try bindingAgain { () throws(BusError) in
      try DrivenService(context: context, events: events, requests: requests)
    }
  }

  var endpoints: Subscription.Endpoints {
    Subscription.Endpoints(events: publisher.endpoint, requests: responder.endpoint)
  }

  /// An event of that place in the log; its time is the place in seconds.
  func event(
    _ sequence: UInt64, previous: UInt64? = nil, family: String = "episode", log: String? = nil, size: Int = 0
  ) -> [UInt8] {
    EventDraft(
      family: family, topic: Topic(family: family, feed: "f", verb: "added"), type: "castwire.\(family).added.v1",
      subject: "s\(sequence)", partitionKey: "f", schema: "urn:castwire:schema:\(family):1",
      data: Array("\"\(String(repeating: "x", count: size))\"".utf8)
    ).json(
      source: "castwire://\(name)/\(log ?? self.log)", sequence: Position(sequence),
      previous: Position(previous ?? (sequence > 0 ? sequence - 1 : 0)), time: Self.time(sequence))
  }

  static func time(_ sequence: UInt64) -> Timestamp {
    Timestamp(rawValue: Int64(sequence) * 1_000)
  }

  func publish(
    _ sequence: UInt64, previous: UInt64? = nil, family: String = "episode", log: String? = nil, size: Int = 0
  ) throws {
    try publisher.send(
      topic: Topic(family: family, feed: "f", verb: "added"),
      json: event(sequence, previous: previous, family: family, log: log, size: size))
  }

  func publishHead(_ head: UInt64, heads: [String: UInt64] = [:], log: String? = nil) throws {
    let message = Head(
      log: log ?? self.log, head: Position(head), oldest: Position(1), time: Self.time(head),
      heads: heads.mapValues { Position($0) })
    try publisher.send(head: try BusCoder.encode(message))
  }

  /// The reply of a replay: a page of those events.
  func page(
    _ events: [[UInt8]] = [], to scannedTo: UInt64, head: UInt64? = nil, more: Bool = false, complete: Bool = true,
    log: String? = nil
  ) -> Reply {
    let head = Position(head ?? scannedTo)
    return .ok(
      result: Array(
        """
        {"log":"\(log ?? self.log)","scannedTo":"\(Position(scannedTo))","scannedTime":"\(Self.time(scannedTo))",\
        "head":"\(head)","oldest":"\(Position(1))","more":\(more),"complete":\(complete),"later":[]}
        """.utf8), events: events)
  }

  var truncated: Reply {
    .truncated(result: Array(#"{"log":"\#(log)","oldest":"\#(Position(1))","head":"\#(Position(1))"}"#.utf8))
  }
}

/// What a replay asked, as the test sees it.
struct ReplayAsked: Decodable, Equatable {
  var log: String?
  var after: Position
  var afterTime: Timestamp?
  var families: [String]
  var limit: Int
  var consumer: String?
}

/// A subscription and the service that it follows, in one thread: nothing happens but what the test does.
final class Drive {
  struct NothingCame: Error {
    let wanted: String
  }

  let service: DrivenService
  let subscription: Subscription
  /// The clock that the subscription is told.
  var now = ContinuousClock.now

  init(
    service: DrivenService? = nil, scope: Subscription.Scope = .wholeLog, consumer: String? = nil,
    start: Subscription.Start = .beginning
  ) throws {
    let service = try service ?? DrivenService()
    self.service = service
    subscription = try Subscription(
      context: service.context, endpoints: service.endpoints, scope: scope, consumer: consumer, start: start)
  }

  /// Starts at position `sequence`, live, with nothing missed.
  static func live(
    at sequence: UInt64, scope: Subscription.Scope = .wholeLog, service: DrivenService? = nil
  ) throws -> Drive {
    let cursor = Cursor(log: DrivenService.log, sequence: Position(sequence), time: DrivenService.time(sequence))
    let drive = try Drive(service: service, scope: scope, start: .cursor(cursor))
    try drive.answerReplay(with: drive.service.page(to: sequence))
    _ = try drive.batch()
    try drive.waitForSubscriber()
    #expect(drive.subscription.isLive)
    return drive
  }

  func next(limit: Int = Limits.batchCount) throws -> Batch? {
    try subscription.next(limit: limit, now: now)
  }

  /// The next batch; fails where none comes.
  func batch(limit: Int = Limits.batchCount) throws -> Batch {
    try wait(for: "a batch") { try self.next(limit: limit) }
  }

  /// Turns the subscription until it asks; the request is still to be answered.
  func incoming() throws -> Responder.Incoming {
    try wait(for: "a request") {
      if let batch = try self.next() { throw NothingCame(wanted: "a request, but a batch came: \(batch.sequences)") }
      return try self.service.responder.receive()
    }
  }

  /// Turns the subscription until it asks for a replay, and answers.
  @discardableResult
  func answerReplay(with reply: Reply) throws -> ReplayAsked {
    let incoming = try incoming()
    #expect(incoming.request.name == "replay")
    try service.responder.send(reply, to: incoming)
    return try incoming.request.decode(ReplayAsked.self)
  }

  /// Answers what the subscription has asked already, without turning it.
  @discardableResult
  func answerWaiting(with reply: Reply) throws -> ReplayAsked {
    let incoming = try wait(for: "a request that was made already") { try self.service.responder.receive() }
    try service.responder.send(reply, to: incoming)
    return try incoming.request.decode(ReplayAsked.self)
  }

  /// Turns the subscription until `isReached`.
  func turn(until wanted: String, _ isReached: () throws -> Bool) throws {
    try wait(for: wanted) { () -> Bool? in
      if let batch = try self.next() { throw NothingCame(wanted: "\(wanted), but a batch came: \(batch.sequences)") }
      return try isReached() ? true : nil
    }
  }

  /// Waits until what the subscription says has come to the event socket.
  func waitForSubscriber() throws {
    try wait(for: "a subscriber") { try self.service.publisher.receiveSubscriptions() ? true : nil }
  }

  /// Waits until a message has arrived at the subscription's event socket.
  func waitForArrival() throws {
    // Its other items tell of connections, and of replies.
    try Poller.wait(for: [subscription.pollItems[0]], milliseconds: 60_000)
  }

  /// Tries again whenever something arrives, or 20 ms later, until it gives a value.
  @discardableResult
  func wait<Value>(for wanted: String, _ attempt: () throws -> Value?) throws -> Value {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let value = try attempt() { return value }
      try Poller.wait(
        for: subscription.pollItems + [service.responder.pollItem, service.publisher.pollItem], milliseconds: 20)
    }
    throw NothingCame(wanted: wanted)
  }
}

extension Batch {
  var sequences: [UInt64] { events.map(\.sequence.rawValue) }
}
