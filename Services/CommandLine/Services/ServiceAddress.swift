internal import CastwireBus
internal import Runtime

/// Where a service listens.
struct ServiceAddress: Sendable, Hashable {
  let service: ServiceName
  let host: String
  /// For events; the next one is for requests.
  let port: Int

  init(_ service: ServiceName, host: String = "127.0.0.1", port: Int) {
    self.service = service
    self.host = host
    self.port = port
  }

  /// The address that the command line or the environment gives, or else the usual one.
  init(_ service: ServiceName, _ arguments: Arguments) throws(UsageError) {
    guard let text = arguments.value(service.rawValue) else {
      self.init(service, port: service.usualPort)
      return
    }
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
      let port = Int(text[text.index(after: colon)...]),
      (1...65_534).contains(port)
    else { throw UsageError("--\(service.rawValue) must be HOST:PORT, not '\(text)'") }
    self.init(service, host: String(text[..<colon]), port: port)
  }

  var endpoints: Subscription.Endpoints {
    Subscription.Endpoints(events: "tcp://\(host):\(port)", requests: "tcp://\(host):\(port + 1)")
  }

  /// Why nothing can be got from it, and what to do.
  var notRunning: CommandError {
    CommandError(
      "\(service.rawValue) does not run at \(host):\(port); start it with 'castwire up', or say where it is with "
        + "--\(service.rawValue) HOST:PORT")
  }
}

extension ServiceAddress: CustomStringConvertible {
  var description: String { "\(host):\(port)" }
}
