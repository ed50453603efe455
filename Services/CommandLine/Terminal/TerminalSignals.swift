internal import Foundation
internal import Runtime
internal import Synchronization

/// SIGWINCH, another size of the terminal, and SIGTSTP, Ctrl-Z, as a descriptor that becomes readable. Installed once a
/// process, by who has taken over the screen.
final class TerminalSignals {
  private let wakeUp: WakeUp

  init() throws(SystemError) {
    wakeUp = try WakeUp()
    signalDescriptor.store(wakeUp.writeDescriptor, ordering: .sequentiallyConsistent)
    signal(SIGWINCH, handleSignal)
    signal(SIGTSTP, handleSignal)
  }

  deinit {
    signal(SIGWINCH, SIG_DFL)
    signal(SIGTSTP, SIG_DFL)
    signalDescriptor.store(-1, ordering: .sequentiallyConsistent)
  }

  /// Readable until `take`.
  var descriptor: Int32 { wakeUp.descriptor }

  /// What came since it was asked last.
  func take() -> (isResized: Bool, isSuspended: Bool) {
    // In this order: what comes in between is told next time.
    wakeUp.clear()
    return (
      isResized.exchange(false, ordering: .sequentiallyConsistent),
      isSuspended.exchange(false, ordering: .sequentiallyConsistent)
    )
  }

  /// Stops the process as SIGTSTP does by itself, and returns when it goes on.
  func suspend() {
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    signal(SIGTSTP, handleSignal)
  }
}

private let isResized = Atomic<Bool>(false)
private let isSuspended = Atomic<Bool>(false)
private let signalDescriptor = Atomic<Int32>(-1)

/// Only what is safe in a signal handler (signal-safety(7)): atomics and write(2).
private func handleSignal(_ number: Int32) {
  let failure = errno
  if number == SIGTSTP {
    isSuspended.store(true, ordering: .sequentiallyConsistent)
  } else {
    isResized.store(true, ordering: .sequentiallyConsistent)
  }
  var byte: UInt8 = 1
  _ = write(signalDescriptor.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = failure
}
