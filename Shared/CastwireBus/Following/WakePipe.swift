#if canImport(Glibc)
  internal import Glibc
#endif

/// Wakes a thread that waits for sockets, from another one.
final class WakePipe: Sendable {
  /// Readable once somebody called.
  let descriptor: Int32
  private let writeDescriptor: Int32

  init() throws(BusError) {
    var descriptors: [Int32] = [0, 0]
    guard pipe(&descriptors) == 0 else { throw BusError("cannot make a pipe", code: errno) }
    for descriptor in descriptors {
      // Neither fails for a descriptor that is open.
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    descriptor = descriptors[0]
    writeDescriptor = descriptors[1]
  }

  deinit {
    close(descriptor)
    close(writeDescriptor)
  }

  /// Makes the descriptor readable. A full pipe is as good: it is readable already.
  func call() {
    var byte: UInt8 = 1
    _ = write(writeDescriptor, &byte, 1)
  }

  /// Makes the descriptor silent again.
  func clear() {
    var buffer = [UInt8](repeating: 0, count: 256)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }
}
