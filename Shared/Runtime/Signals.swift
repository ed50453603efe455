internal import Foundation
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// SIGTERM, SIGINT and where it is asked for SIGHUP as flags and a descriptor that becomes readable. Installed once a
/// process.
public final class Signals: Sendable {
  private let wakeUp: WakeUp

  /// Takes over SIGTERM and SIGINT, and ignores SIGPIPE.
  ///
  /// - Parameters:
  ///   - endsWithInput: take the end of standard input for SIGTERM, too: whoever started the process holds a
  ///     pipe to it, and no process can die without closing its pipes.
  ///   - catchesHangUp: tell SIGHUP by `takeHangUp`; else it ends the process, as when its terminal is closed.
  /// - Throws: `SystemError` where the process has no file descriptors left.
  public init(endsWithInput: Bool = false, catchesHangUp: Bool = false) throws(SystemError) {
    wakeUp = try WakeUp()
    signalDescriptor.store(wakeUp.writeDescriptor, ordering: .sequentiallyConsistent)
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGTERM, SIGINT] + (catchesHangUp ? [SIGHUP] : []) { signal(number, handleSignal) }
    guard endsWithInput else { return }
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) > 0 || errno == EINTR { errno = 0 }
      handleSignal(SIGTERM)
    }
  }

  deinit {
    // The number may be another file's next, and a signal would write into that.
    _ = signalDescriptor.compareExchange(
      expected: wakeUp.writeDescriptor, desired: -1, ordering: .sequentiallyConsistent)
  }

  /// Readable once a signal came: for SIGTERM and SIGINT from then on, for SIGHUP until `takeHangUp`.
  public var descriptor: Int32 {
    wakeUp.descriptor
  }

  /// True once SIGTERM or SIGINT came.
  public var isStopping: Bool {
    stopSignal.load(ordering: .relaxed) != 0
  }

  /// True where SIGHUP came since it was asked last.
  public func takeHangUp() -> Bool {
    // In this order, and whether or not the flag is set: a signal may come, or its handler be half done, at any point of
    // this, and then leaves the descriptor readable for the next call.
    wakeUp.clear()
    let came = hasHungUp.exchange(false, ordering: .sequentiallyConsistent)
    if isStopping { wakeUp.call() }
    return came
  }
}

private let stopSignal = Atomic<Int32>(0)
private let hasHungUp = Atomic<Bool>(false)
private let signalDescriptor = Atomic<Int32>(-1)

/// Only what is safe in a signal handler (signal-safety(7)): atomics and write(2).
private func handleSignal(_ number: Int32) {
  let failure = errno
  if number == SIGHUP {
    hasHungUp.store(true, ordering: .sequentiallyConsistent)
  } else {
    stopSignal.store(number, ordering: .sequentiallyConsistent)
  }
  var byte: UInt8 = 1
  _ = write(signalDescriptor.load(ordering: .relaxed), &byte, 1)
  errno = failure
}
