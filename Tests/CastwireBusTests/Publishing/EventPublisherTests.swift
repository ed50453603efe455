import TestSupport
import Testing

@testable import CastwireBus

struct EventPublisherTests {
  private let context = Context()
  private let publisher: EventPublisher

  init() throws {
    publisher = try EventPublisher(context: context, endpoint: "tcp://127.0.0.1:0")
  }

  private func subscriber(_ prefixes: [String]) throws -> Socket {
    let socket = try Socket(.subscriber, in: context)
    for prefix in prefixes { try socket.subscribe(prefix) }
    try socket.connect(publisher.endpoint)
    _ = try wait { try publisher.receiveSubscriptions() ? true : nil }
    return socket
  }

  private func wait<Value>(_ attempt: () throws -> Value?) throws -> Value {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let value = try attempt() { return value }
      try Poller.wait(for: [publisher.pollItem], milliseconds: 10)
    }
    throw Drive.NothingCame(wanted: "something")
  }

  @Test func `an event of 64 KiB is sent live, a larger one is left to replay`() throws {
    let socket = try subscriber([""])
    let topic = Topic(text: "episode.f.added")
    try publisher.send(topic: topic, json: [UInt8](repeating: 1, count: (64 << 10) + 1))
    try publisher.send(topic: topic, json: [UInt8](repeating: 2, count: 64 << 10))
    let frames = try wait { try socket.receive() }
    #expect(frames == [Array("episode.f.added".utf8), [UInt8](repeating: 2, count: 64 << 10)])
  }

  @Test func `each prefix hears its own`() throws {
    let socket = try subscriber(["episode."])
    for topic in ["podcast.f.added", "episodes.f.added", "episode.f.added"] {
      try publisher.send(topic: Topic(text: topic), json: [1])
    }
    try publisher.send(head: [2])
    try publisher.send(topic: Topic(text: "episode.f.updated"), json: [3])
    #expect(try wait { try socket.receive() }.first == Array("episode.f.added".utf8))
    #expect(try wait { try socket.receive() }.first == Array("episode.f.updated".utf8))
  }

  @Test func `a flood of subscriptions does not keep the publisher for ever`() throws {
    let socket = try Socket(.subscriber, in: context)
    try socket.connect(publisher.endpoint)
    for number in 0..<500 { try socket.subscribe("\(number).") }
    // The last of them is there once it hears.
    _ = try wait {
      try publisher.send(topic: Topic(text: "499.f.added"), json: [1])
      return try socket.receive()
    }
    var turns = 0
    while try publisher.receiveSubscriptions() { turns += 1 }
    #expect(turns >= 5, "each turn is bounded")
  }

  @Test func `every subscription is told, also one that somebody else has already, and its end is not`() throws {
    var first: Socket? = try subscriber([""])
    let second = try subscriber([""])
    #expect(try !publisher.receiveSubscriptions())
    first = nil
    try publisher.send(head: [1])
    _ = try wait { try second.receive() }
    #expect(try !publisher.receiveSubscriptions())
    #expect(first == nil)
  }

  @Test func `a subscriber that does not read keeps nobody waiting, not even the others`() throws {
    let stalled = try subscriber([""])
    let reading = try subscriber([""])
    let json = [UInt8](repeating: 1, count: 10_000)
    var heard = 0
    let end = ContinuousClock.now + .seconds(60)
    // Several times what the queues and the system's buffers hold for the one that does not read.
    while heard < 10_000, ContinuousClock.now < end {
      try publisher.send(topic: Topic(text: "episode.f.added"), json: json)
      while try reading.receive() != nil { heard += 1 }
    }
    #expect(heard >= 10_000)
    withExtendedLifetime(stalled) {}
  }
}
