/// What a key asks to connect to: the ZAP domain (RFC 27) of a service's two sockets.
enum SecurityDomain: String, Sendable, Hashable {
  case events = "castwire.events"
  case requests = "castwire.requests"

  /// The role without which a key is refused at the handshake. What a request needs depends on the request.
  var role: Role? {
    self == .events ? .subscribe : nil
  }

  /// For a person.
  var words: String {
    self == .events ? "the event socket" : "the request socket"
  }
}
