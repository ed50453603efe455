import Glibc
import TestSupport

/// TCP on 127.0.0.1 without waiting.
enum LinkSocket {
  static func listening(at port: UInt16) throws -> Int32 {
    let descriptor = try LoopbackSocket.bound(to: port)
    guard listen(descriptor, 128) == 0, makeNonblocking(descriptor) else {
      throw SystemError("listen at port \(port)", code: errno)
    }
    return descriptor
  }

  /// - Returns: nil where nobody waits to be accepted.
  static func accept(from listener: Int32) -> Int32? {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard makeNonblocking(descriptor) else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Begins to connect; whether that succeeds, the first write tells.
  ///
  /// - Returns: nil where it fails at once.
  static func connecting(to port: UInt16) -> Int32? {
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 || errno == EINPROGRESS else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func makeNonblocking(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
  }
}
