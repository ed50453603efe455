#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Wakes a thread that waits for file descriptors, from another thread or a signal handler: a pipe.
public final class WakeUp: Sendable {
  /// Readable once somebody called.
  public let descriptor: Int32
  /// To write a byte to, which makes the other readable: all that a signal handler may do.
  public let writeDescriptor: Int32

  /// - Throws: `SystemError` where the process has no file descriptors left.
  public init() throws(SystemError) {
    var descriptors: [Int32] = [0, 0]
    guard pipe(&descriptors) == 0 else { throw SystemError("cannot make a pipe") }
    for descriptor in descriptors {
      guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
        throw SystemError("cannot set up a pipe")
      }
    }
    descriptor = descriptors[0]
    writeDescriptor = descriptors[1]
  }

  deinit {
    close(descriptor)
    close(writeDescriptor)
  }

  /// Makes the descriptor readable. A full pipe is as good: it is readable already.
  public func call() {
    var byte: UInt8 = 1
    _ = write(writeDescriptor, &byte, 1)
  }

  /// Makes the descriptor silent again.
  public func clear() {
    var buffer = [UInt8](repeating: 0, count: 256)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }
}

/// What the system said when it would not do something.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The error in words, for a person.
  public let description: String

  init(_ action: String) {
    description = "\(action): \(String(cString: strerror(errno)))"
  }
}
