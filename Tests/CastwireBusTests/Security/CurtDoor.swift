import Foundation
import TestSupport

/// A socket that ends the connection of a client that does not encrypt as soon as it has the client's greeting, before
/// its own says which mechanism it wants; others are told that it does not encrypt (ZMTP 3.1, section 3.1).
final class CurtDoor: Sendable {
  let endpoint: String
  private let descriptor: Int32

  init() throws {
    let descriptor = try LoopbackSocket.bound(to: 0)
    guard listen(descriptor, 16) == 0 else { throw SystemError("listen", code: errno) }
    self.descriptor = descriptor
    endpoint = "tcp://127.0.0.1:\(try LoopbackSocket.port(of: descriptor))"
    Thread.detachNewThread {
      while case let client = accept(descriptor, nil, nil), client >= 0 {
        Self.greet(client)
        close(client)
      }
      close(descriptor)
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private static func greet(_ client: Int32) {
    let signature: [UInt8] = [0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f]
    guard LoopbackSocket.send(signature + [3], to: client) else { return }
    var greeting: [UInt8] = []
    while greeting.count < 64 {
      guard let bytes = LoopbackSocket.receive(from: client) else { return }
      greeting += bytes
    }
    let none = Array("NULL".utf8)
    if greeting[12...].starts(with: none) { return }
    _ = LoopbackSocket.send([1] + none + [UInt8](repeating: 0, count: 48), to: client)
    while LoopbackSocket.receive(from: client) != nil {}
  }
}
