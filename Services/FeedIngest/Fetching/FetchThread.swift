import Glibc
import Synchronization

/// A POSIX thread that can be waited for, which Foundation's cannot.
final class FetchThread: Sendable {
  fileprivate final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// nil once the thread has been waited for.
  private let thread: Mutex<pthread_t?>

  /// Starts the thread at once. Without memory for one more thread there is no service: the process ends with a message.
  init(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(&thread, nil, run, work.toOpaque())
    precondition(code == 0, "cannot start the fetch thread: \(String(cString: strerror(code)))")
    self.thread = Mutex(thread)
  }

  /// Returns when the thread has ended. On the thread itself, which cannot wait for its own end, it returns at once.
  func join() {
    thread.withLock { thread in
      guard let id = thread else { return }
      thread = nil
      if pthread_equal(id, pthread_self()) != 0 {
        pthread_detach(id)
      } else {
        pthread_join(id, nil)
      }
    }
  }

}

private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  // Signals are the main thread's; and libcurl, told not to touch signals, leaves SIGPIPE to us.
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, nil)
  // Retained by init for this one call.
  Unmanaged<FetchThread.Work>.fromOpaque(context!).takeRetainedValue().body()
  return nil
}
