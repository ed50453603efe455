internal import CastwireBus

/// Asks one service, and says at once where there is nobody to ask. For one thread.
final class ServiceClient {
  let address: ServiceAddress
  private let client: RequestClient

  /// - Throws: `CommandError` where the service does not run.
  init(_ address: ServiceAddress, context: Context) throws {
    guard TCPProbe.isListening(host: address.host, port: address.port + 1) else { throw address.notRunning }
    self.address = address
    client = try RequestClient(
      context: context, endpoint: address.endpoints.requests, service: address.service.rawValue)
  }

  /// The result as the service sent it.
  func ask(_ name: String, _ parameters: some Encodable, patience: Duration = .seconds(5)) throws -> [UInt8] {
    guard let json = try askIfFree(name, parameters, patience: patience) else {
      throw CommandError(
        "\(address.service.rawValue) at \(address) accepts connections but gives no answer; look at its log")
    }
    return json
  }

  /// The result as the service sent it; nil where no answer comes in time, as of a service that has much to do.
  func askIfFree(_ name: String, _ parameters: some Encodable, patience: Duration = .seconds(5)) throws -> [UInt8]? {
    do {
      return try client.ask(name, parameters, patience: patience)
    } catch let error as RequestError where error.code == .unavailable && error.message.hasPrefix("no answer") {
      return nil
    }
  }

  func ask<Result: Decodable>(_ name: String, _ parameters: some Encodable, as type: Result.Type) throws -> Result {
    try BusCoder.decode(type, from: try ask(name, parameters))
  }
}

/// The parameters of a request that has none.
struct NoParameters: Encodable {}
