/// Asks a service and waits for the answer. For one thread.
public final class RequestClient {
  private let requester: Requester
  private let endpoint: String

  /// - Parameters:
  ///   - endpoint: the service's request socket: `tcp://127.0.0.1:5712`.
  ///   - service: the service's name, whose public key proves it; needed where the context has keys.
  public init(context: Context, endpoint: String, service: String? = nil) throws(BusError) {
    requester = try Requester(context: context, endpoint: endpoint, service: service)
    self.endpoint = endpoint
  }

  /// Asks, and gives the result as JSON.
  ///
  /// - Parameters:
  ///   - parameters: a value that is encoded as a JSON object.
  ///   - patience: how long to wait for the service to come up and answer.
  /// - Throws: `RequestError` as the service sent it; of code `unavailable` where no answer came in time, of `refused`
  ///   at once where the service does not let this process in or is none, and of
  ///   `bad_request` where the parameters are over 4 MiB, for which the service would end the connection.
  public func ask(
    _ name: String, _ parameters: some Encodable, patience: Duration = .seconds(5)
  ) throws -> [UInt8] {
    let json = try BusCoder.encode(parameters)
    guard json.count <= Limits.requestSize else {
      throw RequestError(.badRequest, "a request is at most 4 MiB; this one has \(json.count) bytes")
    }
    let clock = ContinuousClock()
    let end = clock.now + patience
    try requester.ask(name, parameters: json, now: clock.now)
    while true {
      let now = clock.now
      switch try requester.advance(now: now) {
      case .reply(let frames):
        return try Self.result(frames)
      case .timedOut where now < end:
        // Asking twice does no harm, and the first may have been lost with a service that was killed.
        try requester.ask(name, parameters: json, now: now)
      case .timedOut:
        throw RequestError(.unavailable, "no answer from \(endpoint) within \(patience)")
      case .waiting, .unreachable:
        if requester.connection.isGivenUp, let trouble = requester.connection.trouble {
          requester.reset()
          throw RequestError(.refused, trouble)
        }
        guard now < end else {
          let trouble = requester.connection.trouble
          requester.reset()
          throw RequestError(
            .unavailable, trouble ?? "no answer from \(endpoint) within \(patience); is the service running?")
        }
        let left = min(end, requester.nextDeadline ?? end) - now
        try Poller.wait(for: requester.pollItems, milliseconds: left.wholeMilliseconds)
      }
    }
  }

  /// Asks, and gives the result as a value. Dates are read as ISO 8601.
  ///
  /// - Throws: as `ask(_:_:patience:)`, and `DecodingError`.
  public func ask<Result: Decodable>(
    _ name: String, _ parameters: some Encodable, as type: Result.Type, patience: Duration = .seconds(5)
  ) throws -> Result {
    try BusCoder.decode(type, from: try ask(name, parameters, patience: patience))
  }

  /// How the connection to the service stands.
  public var connectionState: ConnectionState {
    requester.connection.state
  }

  private static func result(_ frames: [[UInt8]]) throws -> [UInt8] {
    guard let first = frames.first, let members = JSONMembers(first), let status = members.string("status") else {
      throw RequestError(.internal, "the answer is no reply of the bus")
    }
    guard status == "error" else {
      guard let range = members.value("result") else {
        throw RequestError(.internal, "the answer has no result")
      }
      return Array(first[range])
    }
    throw try BusCoder.decode(RequestError.self, from: first)
  }
}
