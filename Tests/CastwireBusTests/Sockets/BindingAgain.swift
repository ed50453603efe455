import TestSupport
import Testing

@testable import CastwireBus

/// Binds where another socket was: ZeroMQ lets go of an address some time after its socket was closed.
func bindingAgain<Value>(_ bind: () throws(BusError) -> Value) throws -> Value {
  let end = ContinuousClock.now + .seconds(60)
  while true {
    do {
      return try bind()
    } catch {
      guard error.message == "Address already in use", ContinuousClock.now < end else { throw error }
      try Poller.wait(for: [], milliseconds: 10)
    }
  }
}

extension Socket {
  /// A socket bound where another one may have been.
  static func bound(_ kind: SocketKind, to endpoint: String) throws -> Socket {
    let socket = try Socket(kind, in: Context())
    try bindingAgain { () throws(BusError) in try socket.bind(endpoint) }
    return socket
  }
}
