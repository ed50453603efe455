internal import CZeroMQ

/// What became of the connection of a socket that connects to a service.
struct ClientConnection {
  private static let keyAdvice =
    "give this process a key file, as 'castwire keys new NAME DIR' makes one (the services and castwire take theirs from "
    + "CASTWIRE_KEYS=DIR)"

  private let endpoint: String
  private let service: String?
  private let keys: KeyFile?
  private(set) var state = ConnectionState.connecting
  /// libzmq has given the connection up for good: only a new one helps.
  private(set) var isGivenUp = false
  private(set) var handshakes = 0
  private(set) var failures = 0
  private var brokenInARow = 0

  init(endpoint: String, service: String?, keys: KeyFile?) {
    self.endpoint = endpoint
    self.service = service
    self.keys = keys
  }

  /// Takes in what has happened.
  mutating func update(from monitor: SocketMonitor) throws(BusError) {
    while let event = try monitor.next() { take(event.kind) }
  }

  /// A new connection is made. What was wrong stays until it turns out otherwise.
  mutating func begin() {
    isGivenUp = false
    if state == .connected { state = .connecting }
  }

  private mutating func take(_ event: SocketMonitor.Event.Kind) {
    switch event {
    case .handshakeSucceeded:
      handshakes += 1
      brokenInARow = 0
      isGivenUp = false
      state = .connected
    case .attemptFailed:
      if !state.needsMending { state = .unreachable }
    case .notAdmitted:
      failures += 1
      state = .refused
      isGivenUp = true
    case .protocolError(let code):
      failures += 1
      state = code == ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH ? .encryptionMismatch : .protocolError
      isGivenUp = true
    case .handshakeBroken:
      failures += 1
      brokenInARow += 1
      // Once may be a service that is about to end.
      state = brokenInARow < 2 ? .disconnected : .handshakeFailed
    case .disconnected:
      if state == .connected { state = .disconnected }
    case .accepted, .connected:
      break
    }
  }

  /// What a person has to mend; nil where there is nothing.
  var trouble: String? {
    let name = service.map { "\($0) at \(endpoint)" } ?? endpoint
    switch state {
    case .refused:
      let key = keys.map { "'\($0.name)' (\($0.publicKey))" } ?? "of this process"
      return "\(name) refuses the key \(key): its allow-list must have that name and key, with the roles it needs; "
        + "after a change send the service SIGHUP"
    case .encryptionMismatch where keys == nil:
      return "\(name) encrypts, and this process has no keys: \(Self.keyAdvice)"
    case .encryptionMismatch:
      return "\(name) does not encrypt, and this process has keys: start it with CASTWIRE_KEYS, or unset that here"
    case .handshakeFailed where keys == nil:
      return "\(name) ends the handshake: if it encrypts, \(Self.keyAdvice)"
    case .handshakeFailed:
      return "\(name) ends the handshake: perhaps it does not encrypt, or its key is another than the key file of "
        + "'\(keys?.name ?? "")' says"
    case .protocolError:
      return "what listens at \(endpoint) does not speak ZMTP 3 as it should: is that \(service ?? "the service")?"
    case .connecting, .connected, .unreachable, .disconnected:
      return nil
    }
  }
}
