/// How a connection to a service stands.
public enum ConnectionState: String, Codable, Sendable, Hashable, CaseIterable {
  /// Nothing is known yet.
  case connecting
  /// The handshake is done.
  case connected
  /// Nobody listens there, or nobody answers.
  case unreachable
  /// It was there and is gone; it is looked for.
  case disconnected
  /// The service does not let this key in.
  case refused
  /// One side encrypts and the other does not.
  case encryptionMismatch
  /// The service ends the handshake, as it does where the client has another public key of it.
  case handshakeFailed
  /// What is there does not speak ZMTP as it should.
  case protocolError

  /// Whether a person has to do something.
  var needsMending: Bool {
    switch self {
    case .refused, .encryptionMismatch, .handshakeFailed, .protocolError: true
    case .connecting, .connected, .unreachable, .disconnected: false
    }
  }
}
