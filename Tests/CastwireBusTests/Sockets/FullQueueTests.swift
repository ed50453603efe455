import TestSupport
import Testing

@testable import CastwireBus

/// A service that is busy for some seconds while clients fill its queues, come and go: libzmq takes that amiss where
/// heartbeats of the service's own are due (SocketKind.swift), and ends the process.
@Suite(.timeLimit(.minutes(5)))
struct FullQueueTests {
  /// Longer than two intervals of heartbeats.
  private static let duration: Duration = .seconds(6)

  /// Keeps eight clients sending, and replaces one of them again and again.
  private func flood(_ make: () throws -> Socket, _ send: (Socket, Int) throws -> Void) throws {
    var clients = try (0..<8).map { _ in try make() }
    let end = ContinuousClock.now + Self.duration
    var turn = 0
    while ContinuousClock.now < end {
      for client in clients { try send(client, turn) }
      turn += 1
      if turn % 200 == 0 { clients[turn / 200 % 8] = try make() }
      try Poller.wait(for: [], milliseconds: 1)
    }
  }

  @Test func `requests that nobody takes for seconds end no service`() throws {
    let responder = try Responder(context: Context(), endpoint: "tcp://127.0.0.1:0")
    let context = Context()
    let request = Array(#"{"request":"x","padding":"\#(String(repeating: "x", count: 16_000))"}"#.utf8)
    try flood {
      let client = try Socket(.requester, in: context)
      try client.connect(responder.endpoint)
      return client
    } _: { client, _ in
      _ = try client.send([request])
    }
    #expect(try responder.receive()?.request.name == "x")
  }

  @Test func `subscriptions that nobody takes for seconds end no service`() throws {
    let publisher = try EventPublisher(context: Context(), endpoint: "tcp://127.0.0.1:0")
    let context = Context()
    try flood {
      let client = try Socket(.subscriber, in: context)
      try client.connect(publisher.endpoint)
      return client
    } _: { client, turn in
      for number in 0..<30 { try client.subscribe("\(turn).\(number)") }
    }
    #expect(try publisher.receiveSubscriptions())
  }
}
