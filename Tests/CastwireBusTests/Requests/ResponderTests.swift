import CZeroMQ
import Foundation
import TestSupport
import Testing

@testable import CastwireBus

struct ResponderTests {
  private let context = Context()
  private let responder: Responder
  private let client: Socket

  init() throws {
    responder = try Responder(context: context, endpoint: "tcp://127.0.0.1:0")
    client = try Socket(.requester, in: context)
    try client.set(ZMQ_SNDHWM, 4)
    try client.connect(responder.endpoint)
  }

  private func wait<Value>(_ attempt: () throws -> Value?) throws -> Value? {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let value = try attempt() { return value }
      try Poller.wait(for: [responder.pollItem, PollItem(client)], milliseconds: 20)
    }
    return nil
  }

  private func send(_ frames: [[UInt8]]) throws {
    let sent = try wait { try client.send(frames) ? true : nil }
    #expect(sent == true)
  }

  /// What comes back for a request that the responder itself answers.
  private func refusal(of frames: [[UInt8]]) throws -> [[UInt8]] {
    try send(frames)
    return try #require(
      try wait {
        #expect(try responder.receive() == nil)
        return try client.receive()
      })
  }

  private func object(_ json: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
  }

  @Test(arguments: [
    #""7""#, "7", "-1.5e3", "null", "true", #"{"a":[1,{"b":"c"}]}"#, "[]", #""\"é\\\u00e4\n""#, #""""#,
  ])
  func `an id of any kind goes back as it came`(id: String) throws {
    try send([Array(#"{"id": \#(id) ,"request":"replay","after":0}"#.utf8)])
    let incoming = try #require(try wait { try responder.receive() })
    #expect(incoming.request.name == "replay")
    try responder.send(.ok(result: Array("{}".utf8), events: [[1, 2], []]), to: incoming)
    let reply = try #require(try wait { try client.receive() })
    #expect(String(decoding: reply[0], as: UTF8.self) == #"{"status":"ok","id":\#(id),"result":{}}"#)
    #expect(Array(reply.dropFirst()) == [[1, 2], []])
    _ = try object(reply[0])
  }

  @Test func `a request without an id is answered with null`() throws {
    try send([Array(#"{"request":"x"}"#.utf8)])
    let incoming = try #require(try wait { try responder.receive() })
    try responder.send(.error(RequestError(.notFound, "none \"here\"\n")), to: incoming)
    let reply = try object(try #require(try wait { try client.receive() })[0])
    #expect(reply["status"] as? String == "error")
    #expect(reply["id"] is NSNull)
    #expect(reply["code"] as? String == "not_found")
    #expect(reply["message"] as? String == "none \"here\"\n")
  }

  @Test func `an empty delimiter goes back where one was sent`() throws {
    try send([[], Array(#"{"request":"x","id":1}"#.utf8)])
    let incoming = try #require(try wait { try responder.receive() })
    try responder.send(.truncated(result: Array("{}".utf8)), to: incoming)
    let reply = try #require(try wait { try client.receive() })
    #expect(reply.count == 2 && reply[0].isEmpty)
    #expect(String(decoding: reply[1], as: UTF8.self) == #"{"status":"truncated","id":1,"result":{}}"#)
  }

  @Test(arguments: [
    "", " ", "null", "[]", "7", "\"replay\"", "{", "{\"request\":\"replay\"", "{\"request\":7,\"id\":\"a\"}",
    "{\"id\":\"a\"}",
    "{\"request\":null}", "\u{FEFF}{\"request\":\"replay\"}", "replay",
  ])
  func `what is no request is refused`(json: String) throws {
    let reply = try object(try refusal(of: [Array(json.utf8)])[0])
    #expect(reply["status"] as? String == "error" && reply["code"] as? String == "bad_request")
    #expect((reply["message"] as? String)?.isEmpty == false)
    if json.contains("\"a\"}") { #expect(reply["id"] as? String == "a") }
  }

  @Test func `bytes that are no text are refused`() throws {
    let reply = try object(try refusal(of: [[0xff, 0xfe, 0x00, 0x80]])[0])
    #expect(reply["code"] as? String == "bad_request")
  }

  @Test func `an id that is no JSON does not make the reply unreadable`() throws {
    try send([Array(#"{"request":"x","id":nonsense}"#.utf8)])
    let incoming = try #require(try wait { try responder.receive() })
    try responder.send(.ok(result: Array("{}".utf8)), to: incoming)
    #expect(try object(try #require(try wait { try client.receive() })[0])["id"] is NSNull)
  }

  @Test(arguments: [false, true])
  func `a request of several frames is refused, with the delimiter it came with`(hasDelimiter: Bool) throws {
    let json = Array(#"{"request":"x","id":1}"#.utf8)
    let reply = try refusal(of: (hasDelimiter ? [[]] : []) + [json, json])
    #expect(reply.count == (hasDelimiter ? 2 : 1))
    #expect(reply[0].isEmpty == hasDelimiter)
    #expect(try object(try #require(reply.last))["code"] as? String == "bad_request")
  }

  @Test func `a request of 4 MiB is taken, one of a byte more is refused, one far beyond ends its connection`() throws {
    func request(_ size: Int) -> [UInt8] {
      let head = Array(#"{"request":"x","id":"big","opml":""#.utf8)
      return head + [UInt8](repeating: UInt8(ascii: "x"), count: size - head.count - 2) + Array("\"}".utf8)
    }
    try send([request(4 << 20)])
    #expect(try wait { try responder.receive() }?.request.name == "x")
    let reply = try object(try refusal(of: [request((4 << 20) + 1)])[0])
    #expect(reply["code"] as? String == "bad_request" && reply["id"] as? String == "big")
    #expect((reply["message"] as? String)?.contains("4 MiB") == true)

    try send([request((4 << 20) + 4_097)])
    // The responder serves the others, and this client once it connects anew.
    let other = try Socket(.requester, in: context)
    try other.connect(responder.endpoint)
    let small = Array(#"{"request":"small"}"#.utf8)
    _ = try wait { try other.send([small]) ? true : nil }
    #expect(try wait { try responder.receive() }?.request.name == "small")
    #expect(try responder.receive() == nil)
  }

  @Test func `a client that asks without reading is not waited for`() throws {
    try send([Array(#"{"request":"x"}"#.utf8)])
    let incoming = try #require(try wait { try responder.receive() })
    let large = [UInt8](repeating: UInt8(ascii: " "), count: 64 << 10) + Array("{}".utf8)
    // Far more than the high-water marks and the system's buffers hold.
    for _ in 0..<4_000 where responder.undeliveredReplies == 0 { try responder.send(.ok(result: large), to: incoming) }
    #expect(responder.undeliveredReplies == 1)
  }

  @Test func `a client that went is not waited for`() throws {
    var leaving: Socket? = try Socket(.requester, in: context)
    try leaving?.connect(responder.endpoint)
    _ = try wait { try leaving?.send([Array(#"{"request":"x"}"#.utf8)]) == true ? true : nil }
    let incoming = try #require(try wait { try responder.receive() })
    leaving = nil
    let isNoticed = try wait {
      try responder.send(.ok(result: Array("{}".utf8)), to: incoming)
      return responder.undeliveredReplies > 0 ? true : nil
    }
    #expect(isNoticed == true)
  }

  @Test func `a flood of what is no request does not keep the responder for ever`() throws {
    for _ in 0..<900 { try send([Array("nonsense".utf8)]) }
    try send([Array(#"{"request":"x"}"#.utf8)])
    var turns = 0
    let incoming = try wait {
      turns += 1
      return try responder.receive()
    }
    #expect(incoming?.request.name == "x")
    #expect(turns >= 9, "each turn is bounded")
  }

  @Test func `requests that nobody takes do not fill the memory`() throws {
    let request = Array(#"{"request":"x","padding":"\#(String(repeating: "x", count: 1 << 20))"}"#.utf8)
    var (sent, turns) = (0, 0)
    // Room comes within moments, as long as there is some.
    while sent < 100, turns < 50 {
      if try client.send([request]) {
        (sent, turns) = (sent + 1, 0)
      } else {
        try Poller.wait(for: [], milliseconds: 10)
        turns += 1
      }
    }
    #expect(sent < 100)
    var taken = 0
    while taken < sent {
      let incoming = try wait { try responder.receive() }
      #expect(incoming != nil)
      taken += 1
    }
  }

  @Test func `an address that is taken is told`() throws {
    let error = #expect(throws: BusError.self) {
      _ = try Responder(context: context, endpoint: responder.endpoint)
    }
    #expect(error?.description == "cannot listen at \(responder.endpoint): Address already in use")
    #expect(throws: BusError.self) { _ = try EventPublisher(context: context, endpoint: "tcp://203.0.113.7:0") }
  }
}
