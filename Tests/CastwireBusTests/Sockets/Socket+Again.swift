@testable import CastwireBus

extension Socket {
  /// A socket bound where another one was: ZeroMQ lets go of an address some time after its socket was closed.
  static func bound(_ kind: SocketKind, to endpoint: String) throws -> Socket {
    let socket = try Socket(kind, in: Context())
    let end = ContinuousClock.now + .seconds(20)
    while true {
      do {
        try socket.bind(endpoint)
        return socket
      } catch {
        guard error.message == "Address already in use", ContinuousClock.now < end else { throw error }
        try Poller.wait(for: [], milliseconds: 10)
      }
    }
  }
}
