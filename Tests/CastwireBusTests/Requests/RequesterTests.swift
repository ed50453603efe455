import TestSupport
import Testing

@testable import CastwireBus

struct RequesterTests {
  private let context = Context()
  private let router: Socket
  private let endpoint: String

  init() throws {
    router = try Socket(.responder, in: context)
    try router.bind("tcp://127.0.0.1:0")
    endpoint = try router.boundEndpoint()
  }

  private func wait<Value>(_ attempt: () throws -> Value?) throws -> Value {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let value = try attempt() { return value }
      try Poller.wait(for: [PollItem(router)], milliseconds: 10)
    }
    throw Drive.NothingCame(wanted: "something")
  }

  private func reply(_ requester: Requester, _ now: ContinuousClock.Instant) throws -> [[UInt8]]? {
    if case .reply(let frames) = try requester.advance(now: now) { frames } else { nil }
  }

  @Test func `an answer with another id, or none, is dropped`() throws {
    let now = ContinuousClock.now
    let requester = try Requester(context: context, endpoint: endpoint)
    try requester.ask("x", parameters: Array("{}".utf8), now: now)
    let asked = try wait {
      _ = try requester.advance(now: now)
      return try router.receive()
    }
    #expect(String(decoding: asked[1], as: UTF8.self) == #"{"request":"x","id":"1"}"#)
    for bad in [#"{"id":"0"}"#, #"{"id":1}"#, #"{"id":"11"}"#, "{}", "nonsense", ""] {
      #expect(try router.send([asked[0], Array(bad.utf8)]))
    }
    #expect(try router.send([asked[0], Array(#"{"id":"1","good":true}"#.utf8), [7]]))
    let frames = try wait { try reply(requester, now) }
    #expect(frames == [Array(#"{"id":"1","good":true}"#.utf8), [7]])
    #expect(!requester.isAsking && requester.nextDeadline == nil)
  }

  @Test func `what was asked before and is answered now is dropped`() throws {
    let now = ContinuousClock.now
    let requester = try Requester(context: context, endpoint: endpoint)
    try requester.ask("x", parameters: Array(#"{"a":1}"#.utf8), now: now)
    let first = try wait {
      _ = try requester.advance(now: now)
      return try router.receive()
    }
    try requester.ask("y", parameters: Array("{}".utf8), now: now)
    let second = try wait { try router.receive() }
    #expect(String(decoding: first[1], as: UTF8.self) == #"{"request":"x","id":"1","a":1}"#)
    #expect(String(decoding: second[1], as: UTF8.self) == #"{"request":"y","id":"2"}"#)
    #expect(try router.send([first[0], Array(#"{"id":"1"}"#.utf8)]))
    #expect(try router.send([first[0], Array(#"{"id":"2"}"#.utf8)]))
    #expect(try wait { try reply(requester, now) } == [Array(#"{"id":"2"}"#.utf8)])
  }

  @Test func `the time for an answer runs from when the question was sent`() throws {
    var now = ContinuousClock.now
    let port = try FreePort.pair()
    let requester = try Requester(context: context, endpoint: "tcp://127.0.0.1:\(port)")
    try requester.ask("x", parameters: Array("{}".utf8), now: now)
    now += .seconds(4)
    let late = try Socket(.responder, in: context)
    try late.bind("tcp://127.0.0.1:\(port)")
    let asked = try wait {
      _ = try requester.advance(now: now)
      return try late.receive()
    }
    now += .milliseconds(4_999)
    #expect(try reply(requester, now) == nil)
    #expect(try late.send([asked[0], Array(#"{"id":"1"}"#.utf8)]))
    #expect(try wait { try reply(requester, now) } == [Array(#"{"id":"1"}"#.utf8)])
  }

  @Test func `what the service took with it when it went is asked again once it is back`() throws {
    let now = ContinuousClock.now
    let endpoint = "tcp://127.0.0.1:\(try FreePort.pair())"
    let requester = try Requester(context: context, endpoint: endpoint)
    try requester.ask("x", parameters: Array("{}".utf8), now: now)
    var service: Socket? = try Socket.bound(.responder, to: endpoint)
    var asked: [[[UInt8]]] = []
    for _ in 0..<2 {
      let question = try wait {
        #expect(try reply(requester, now) == nil)
        return try service?.receive()
      }
      asked.append(question)
      service = nil
      service = try Socket.bound(.responder, to: endpoint)
    }
    #expect(asked[0][1] == asked[1][1])
    let last = try wait {
      _ = try requester.advance(now: now)
      return try service?.receive()
    }
    let isAnswered = try service?.send([last[0], Array(#"{"id":"1"}"#.utf8)])
    #expect(isAnswered == true)
    #expect(try wait { try reply(requester, now) } == [Array(#"{"id":"1"}"#.utf8)])
    #expect(try reply(requester, now + .seconds(60)) == nil, "nothing is asked any more")
  }

  @Test func `the first question after the service was started anew is asked once`() throws {
    let now = ContinuousClock.now
    let endpoint = "tcp://127.0.0.1:\(try FreePort.pair())"
    let requester = try Requester(context: context, endpoint: endpoint)
    var service: Socket? = try Socket.bound(.responder, to: endpoint)
    func answer(_ id: Int) throws {
      let asked = try wait {
        _ = try requester.advance(now: now)
        return try service?.receive()
      }
      let json = Array(#"{"id":"\#(id)"}"#.utf8)
      #expect(String(decoding: asked[1], as: UTF8.self).contains(#""id":"\#(id)""#), "and not the one before again")
      let isSent = try service?.send([asked[0], json])
      #expect(isSent == true)
      #expect(try wait { try reply(requester, now) } == [json])
    }
    try requester.ask("x", parameters: Array("{}".utf8), now: now)
    try answer(1)
    service = nil
    service = try Socket.bound(.responder, to: endpoint)
    // Nobody turns the requester while its connection comes back.
    _ = try wait {
      while let event = try service?.monitor.next() { if event.kind == .handshakeSucceeded { return true } }
      return nil
    }
    try requester.ask("y", parameters: Array("{}".utf8), now: now)
    try answer(2)
    try requester.ask("z", parameters: Array("{}".utf8), now: now)
    try answer(3)
  }

  @Test func `a connection that a protocol error has ended is made anew, and the question kept`() throws {
    var now = ContinuousClock.now
    // Something at the service's address that speaks another protocol: ZeroMQ gives such a connection up for good.
    let other = try FeedServer { _ in .ok(Array("hello".utf8)) }
    let port = try #require(other.url().split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
    let requester = try Requester(context: context, endpoint: "tcp://127.0.0.1:\(port)")
    try requester.ask("x", parameters: Array("{}".utf8), now: now)
    for _ in 0..<3 {
      now += .seconds(5)
      guard case .unreachable = try requester.advance(now: now) else {
        Issue.record("there is no service")
        return
      }
      #expect(requester.isAsking)
      #expect(requester.nextDeadline == now + .seconds(5))
    }
  }
}
