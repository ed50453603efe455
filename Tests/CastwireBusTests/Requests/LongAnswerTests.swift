import CZeroMQ
import TestSupport
import Testing

@testable import CastwireBus

/// An answer of many frames, as a replay has, whose sender goes while it is being read.
struct LongAnswerTests {
  @Test func `an answer that has come is read to its end, although its sender is gone`() throws {
    let endpoint = "tcp://127.0.0.1:\(try FreePort.pair())"
    var router: Socket? = try Socket.bound(.responder, to: endpoint)
    let client = try Socket(.requester, in: Context())
    try client.connect(endpoint)
    _ = try Self.wait(for: client) { try client.send([[1]]) ? true : nil }
    let asked = try #require(try Self.wait(for: router) { try router?.receive() })
    let frames = (0..<501).map { [UInt8($0 & 255)] }
    let isSent = try router?.send([asked[0]] + frames)
    #expect(isSent == true)
    try Poller.wait(for: [PollItem(client)], milliseconds: 10_000)
    var read = try Self.frames(10, of: client)

    // Connected to the next one, libzmq is done with all that the end of the first brings with it.
    router = nil
    let next = try Socket.bound(.responder, to: endpoint)
    _ = try Self.wait(for: client) { () -> Bool? in
      while let event = try client.monitor.next() {
        if case .disconnected = event.kind { return true }
      }
      return nil
    }
    _ = try Self.wait(for: client) { () -> Bool? in
      while let event = try client.monitor.next() {
        if event.kind == .handshakeSucceeded { return true }
      }
      return nil
    }
    read += try Self.frames(491, of: client)
    #expect(read == frames)
    withExtendedLifetime(next) {}
  }

  private static func wait<Value>(for socket: Socket?, _ attempt: () throws -> Value?) throws -> Value {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let value = try attempt() { return value }
      try Poller.wait(for: socket.map { [PollItem($0), $0.monitor.pollItem] } ?? [], milliseconds: 10)
    }
    throw Drive.NothingCame(wanted: "something")
  }

  /// The next frames, of whichever message.
  private static func frames(_ count: Int, of socket: Socket) throws -> [[UInt8]] {
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    defer { zmq_msg_close(&message) }
    return try (0..<count).map { _ in
      guard zmq_msg_recv(&message, socket.handle, ZMQ_DONTWAIT) >= 0 else { throw BusError("cannot receive") }
      return Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message)))
    }
  }
}
