import TestSupport

@testable import CastwireBus

/// What comes over a service's sockets, byte for byte.
enum BareClient {
  /// The frames of the reply to a request.
  ///
  /// - Parameter parameters: one JSON object.
  static func reply(to name: String, _ parameters: [UInt8], from endpoint: String) throws -> [[UInt8]] {
    let requester = try Requester(context: Context(), endpoint: endpoint)
    try requester.ask(name, parameters: parameters, now: .now)
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      switch try requester.advance(now: .now) {
      case .reply(let frames): return frames
      case .timedOut: try requester.ask(name, parameters: parameters, now: .now)
      case .waiting, .unreachable: try Poller.wait(for: requester.pollItems, milliseconds: 100)
      }
    }
    throw Silence(endpoint: endpoint)
  }

  /// The next message under a topic that begins with `prefix`.
  static func message(under prefix: String, from endpoint: String) throws -> [[UInt8]] {
    let socket = try Socket(.subscriber, in: Context())
    try socket.subscribe(prefix)
    try socket.connect(endpoint)
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let frames = try socket.receive() { return frames }
      try Poller.wait(for: [PollItem(socket)], milliseconds: 100)
    }
    throw Silence(endpoint: endpoint)
  }

  /// Nothing came within a minute.
  struct Silence: Error {
    let endpoint: String
  }
}
