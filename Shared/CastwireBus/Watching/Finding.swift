/// Who was not let in at a service's socket, or did not come as far as that.
enum Finding: Sendable, Hashable {
  case unknownKey(PublicKey)
  case lacksRole(name: String, role: Role)
  /// It does not encrypt, and the service does; or the other way round.
  case encryptionMismatch(address: String)
  /// It has another public key of the service than the service has.
  case otherServerKey(address: String)
  case protocolError(address: String)
  /// It hung up before the handshake was done.
  case brokenHandshake(address: String)

  /// What stands for the address of a connection that was gone before it could be looked at.
  static let unknownAddress = "an unknown address"

  /// Whether having told of another makes it no news.
  func isCovered(by other: Finding) -> Bool {
    switch (self, other) {
    case (.brokenHandshake(let address), .encryptionMismatch(let told)),
      (.brokenHandshake(let address), .otherServerKey(let told)):
      address == told || address == Self.unknownAddress
    case (.encryptionMismatch(Self.unknownAddress), .encryptionMismatch),
      (.otherServerKey(Self.unknownAddress), .otherServerKey), (.protocolError(Self.unknownAddress), .protocolError),
      (.brokenHandshake(Self.unknownAddress), .brokenHandshake):
      true
    default: self == other
    }
  }

  /// Where it came from, as far as that is not said by the authenticator.
  var address: String? {
    switch self {
    case .encryptionMismatch(let address), .otherServerKey(let address), .protocolError(let address),
      .brokenHandshake(let address):
      address
    case .unknownKey, .lacksRole: nil
    }
  }
}
