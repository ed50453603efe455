import CCurl
import Synchronization

/// What other threads tell the fetch thread.
final class FetchMailbox: Sendable {
  enum Command: Sendable {
    case fetch(FetchRequest)
    case cancel(id: String)
  }

  /// `@unchecked Sendable`: the one call made through it from other threads, curl_multi_wakeup, is the one that libcurl
  /// documents as safe from any thread; and it is made under the mailbox's lock, under which the handle is also taken away.
  struct Sleeper: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer
  }

  private struct State {
    var commands: [Command] = []
    var isStopping = false
    var sleeper: Sleeper?
  }

  private let state = Mutex(State())

  func send(_ command: Command) {
    state.withLock { state in
      state.commands.append(command)
      Self.wake(state)
    }
  }

  /// Wakes the thread, which then looks what it can do.
  func wake() {
    state.withLock { Self.wake($0) }
  }

  func stop() {
    state.withLock { state in
      state.isStopping = true
      Self.wake(state)
    }
  }

  /// What has come since the last call; nil when the thread is to end.
  func take() -> [Command]? {
    state.withLock { state in
      guard !state.isStopping else { return nil }
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Says whom to wake, or with nil that nobody sleeps any more.
  func wakes(_ sleeper: Sleeper?) {
    state.withLock { $0.sleeper = sleeper }
  }

  private static func wake(_ state: State) {
    guard let sleeper = state.sleeper else { return }
    // Fails only when the wake-up is pending already or has no descriptors; then the loop's longest sleep is the wait.
    curl_multi_wakeup(sleeper.multi)
  }
}
