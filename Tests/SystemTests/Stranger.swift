import Foundation
import Glibc
import TestSupport

/// A TCP connection to a service of something that speaks no ZMTP.
final class Stranger {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard descriptor >= 0, result == 0 else { throw SystemError("connect to port \(port)", code: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// What the service does about it, its end shows.
  func say(_ bytes: [UInt8]) {
    _ = LoopbackSocket.send(bytes, to: descriptor)
  }

  /// Waits until the service has ended the connection.
  func waitForEnd() {
    while LoopbackSocket.receive(from: descriptor) != nil {}
  }

  /// What strangers say: nothing, or something else than a greeting.
  static let greetings: [[UInt8]] = [
    [],
    Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8),
    // The beginning of TLS.
    [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03] + [UInt8](repeating: 0x5a, count: 200),
    // The signature of ZMTP, and no more.
    [0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f],
    // A whole greeting (ZMTP 3.1, mechanism NULL), and then a frame that claims to be of 2⁶³ bytes.
    [0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 1] + Array("NULL".utf8) + [UInt8](repeating: 0, count: 48)
      + [0x06, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) },
  ]
}
