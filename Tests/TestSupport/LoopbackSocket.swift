import Glibc

/// Plain sockets on this machine's own addresses.
public enum LoopbackSocket {
  /// A socket bound to `port` (0: any free one), not yet listening. Throws `SystemError`.
  public static func bound(
    to port: UInt16, at host: String = "127.0.0.1", forDatagrams: Bool = false
  ) throws(SystemError) -> Int32 {
    let type = forDatagrams ? SOCK_DGRAM : SOCK_STREAM
    let descriptor = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("socket", code: errno) }
    var reuse: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let code = errno
      close(descriptor)
      throw SystemError("bind to \(host):\(port)", code: code)
    }
    return descriptor
  }

  /// A socket on its way to a port of this machine, whether that accepts it or not. Throws `SystemError`.
  public static func connecting(to port: UInt16) throws(SystemError) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_INET, type, 0)
    guard descriptor >= 0 else { throw SystemError("socket", code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 || errno == EINPROGRESS else {
      let code = errno
      close(descriptor)
      throw SystemError("connect to port \(port)", code: code)
    }
    return descriptor
  }

  /// The port that a bound socket has.
  public static func port(of descriptor: Int32) throws(SystemError) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0 else { throw SystemError("getsockname", code: errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Sends everything; false once the peer is gone. Never raises SIGPIPE.
  public static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// What has arrived, at most `limit` bytes; nil once the peer has closed or is gone.
  public static func receive(from descriptor: Int32, atMost limit: Int = 65536) -> [UInt8]? {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, length in
        count = recv(descriptor, buffer.baseAddress!, limit, 0)
        length = max(count, 0)
      }
      if count < 0 && errno == EINTR { continue }
      return count > 0 ? bytes : nil
    }
  }
}
