import Glibc

/// A stream from one process to another that no third process inherits by accident.
enum Pipe {
  static func open() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: (Int32, Int32) = (-1, -1)
    // A pair of sockets, because pipe2 is not in Glibc's module: a pipe that is marked only afterwards can slip into a
    // process that another thread starts in between, and then never ends.
    let result = withUnsafeMutableBytes(of: &ends) {
      socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0,
        $0.assumingMemoryBound(to: Int32.self).baseAddress!)
    }
    guard result == 0 else { throw SystemError("socketpair", code: errno) }
    return ends
  }

  /// What has arrived; nil at the end.
  static func read(_ descriptor: Int32) -> [UInt8]? {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, length in
        count = Glibc.read(descriptor, buffer.baseAddress!, buffer.count)
        length = max(count, 0)
      }
      if count < 0 && errno == EINTR { continue }
      return count > 0 ? bytes : nil
    }
  }
}
