internal import CZeroMQ

extension Socket {
  /// Makes the socket a CURVE server or client where the context has keys.
  ///
  /// - Parameter service: whom a client connects to: its public key proves it.
  func secure(_ kind: SocketKind, in context: Context, service: String?) throws(BusError) {
    if let domain = kind.domain {
      // In a domain libzmq takes no clients of ZMTP 1 and 2. As such any garbage passes, and of some it keeps the memory for
      // good (4.3.4). Without keys nobody is asked whether a client may come in, and all may.
      try set(ZMQ_ZAP_DOMAIN, Array(domain.rawValue.utf8))
    }
    guard let keys = context.keys else { return }
    if kind.domain != nil {
      // libzmq lets anybody in where nobody is there to be asked (4.3.4).
      guard context.authenticator != nil else {
        throw BusError("cannot make a \(kind) socket", message: "with keys it needs an allow-list")
      }
      try set(ZMQ_CURVE_SERVER, 1)
      try set(ZMQ_CURVE_SECRETKEY, keys.pair.secretKey.bytes)
      try set(ZMQ_ZAP_ENFORCE_DOMAIN, 1)
    } else {
      guard let service else {
        throw BusError("cannot make a \(kind) socket", message: "with keys it must be said which service it is for")
      }
      guard let serverKey = keys.services[service] else {
        throw BusError(
          "cannot connect to \(service)", message: "the key file of '\(keys.name)' has no public key of it")
      }
      try secure(pair: keys.pair, server: serverKey)
    }
  }

  /// Makes the socket a CURVE client.
  func secure(pair: KeyPair, server: PublicKey) throws(BusError) {
    try set(ZMQ_CURVE_SERVERKEY, server.bytes)
    try set(ZMQ_CURVE_PUBLICKEY, pair.publicKey.bytes)
    try set(ZMQ_CURVE_SECRETKEY, pair.secretKey.bytes)
  }

  private func set(_ option: Int32, _ bytes: [UInt8]) throws(BusError) {
    guard zmq_setsockopt(handle, option, bytes, bytes.count) == 0 else {
      throw BusError("cannot set socket option \(option)")
    }
  }
}

extension SocketKind {
  /// What its clients ask to connect to; nil for a socket that connects.
  var domain: SecurityDomain? {
    switch self {
    case .publisher: .events
    case .responder: .requests
    case .subscriber, .requester: nil
    }
  }
}
