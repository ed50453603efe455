internal import Foundation

/// Looks whether anybody listens at a port: ZeroMQ itself never says that nobody does.
enum TCPProbe {
  /// How long a peer has for its first byte, in milliseconds. A service that works takes one.
  private static let greetingPatience: Int32 = 300

  /// True where a connection is accepted within a second; false where it is refused or the host is not known.
  static func isListening(host: String, port: Int) -> Bool {
    withAddresses(host: host, port: port) { address in
      let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      // It ends with a reset, and after the service's first byte: who hangs up in order during the handshake, or before
      // the service has written its own, stands in the service's log.
      var reset = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
      guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { return false }
      guard isConnected(descriptor, to: address) else { return false }
      var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&item, 1, greetingPatience)
      return true
    }
  }

  private static func isConnected(_ descriptor: Int32, to address: addrinfo) -> Bool {
    if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return true }
    guard errno == EINPROGRESS else { return false }
    var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&item, 1, 1_000) == 1 else { return false }
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 && failure == 0
  }

  /// True where a service could listen at the port.
  static func isFree(host: String, port: Int) -> Bool {
    withAddresses(host: host, port: port) { address in
      let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      // As ZeroMQ binds: connections that have just ended do not count.
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
      return bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 && listen(descriptor, 1) == 0
    }
  }

  private static func withAddresses(host: String, port: Int, _ isGood: (addrinfo) -> Bool) -> Bool {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    // As the bus does: names are of IPv4, and an address in brackets is of IPv6.
    let isIPv6 = host.contains(":")
    hints.ai_family = isIPv6 ? AF_INET6 : AF_INET
    let host = isIPv6 ? host.trimmingCharacters(in: ["[", "]"]) : host
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &first) == 0 else { return false }
    defer { freeaddrinfo(first) }
    var next = first
    while let address = next {
      if isGood(address.pointee) { return true }
      next = address.pointee.ai_next
    }
    return false
  }
}
