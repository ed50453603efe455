import Glibc
import Synchronization

/// Ports that nobody listens on.
///
/// They lie below the range from which the system takes ports for outgoing connections and for port 0, so that no other
/// test gets one by chance between the look and the use; and none is given twice in a process.
public enum FreePort {
  private static let given = Mutex<Set<UInt16>>([])

  /// A port P on 127.0.0.1 that is free, with P + 1 free too: an event socket and its request socket.
  public static func pair() throws -> Int {
    try pairs(at: [0])
  }

  /// A port P such that at each of the even offsets from it a pair is free.
  public static func pairs(at offsets: [UInt16]) throws -> Int {
    for _ in 0..<1000 {
      let port = UInt16.random(in: 10_000..<16_000) * 2
      let pairs = Set(offsets.map { port + $0 })
      let isNew = given.withLock { given in
        guard given.isDisjoint(with: pairs) else { return false }
        given.formUnion(pairs)
        return true
      }
      if isNew, pairs.allSatisfy({ isFree($0) && isFree($0 + 1) }) { return Int(port) }
    }
    throw SystemError("look for a free pair of ports", code: EADDRINUSE)
  }

  private static func isFree(_ port: UInt16) -> Bool {
    guard let descriptor = try? LoopbackSocket.bound(to: port) else { return false }
    defer { close(descriptor) }
    return listen(descriptor, 1) == 0
  }
}
