import Foundation

/// A value that threads share, and that a test can wait on: state behind a lock, with a condition that every change signals.
///
/// `@unchecked Sendable`: `state` is read and written only while `condition` is locked.
public final class Monitor<State>: @unchecked Sendable {
  private let condition = NSCondition()
  private var state: State

  /// Takes over the state.
  public init(_ state: sending State) {
    self.state = state
  }

  /// Reads or changes the state, and wakes whoever waits for it.
  @discardableResult
  public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body(&state)
  }

  /// Blocks the thread until `isReached` holds; false if it does not within `limit`, which is for what never comes: a
  /// machine with much else to do may take long.
  public func block(for limit: Duration = .seconds(60), until isReached: (State) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: limit / .seconds(1))
    condition.lock()
    defer { condition.unlock() }
    while !isReached(state) {
      guard condition.wait(until: deadline) else { return isReached(state) }
    }
    return true
  }

  /// Waits until `isReached` holds without blocking the caller's thread; false if it does not within `limit`.
  public func wait(for limit: Duration = .seconds(60), until isReached: @escaping @Sendable (State) -> Bool) async
    -> Bool
  {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: self.block(for: limit, until: isReached))
      }
    }
  }
}
