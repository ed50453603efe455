internal import Synchronization

/// Hands values from worker threads to a service's loop, in order, and wakes it.
public final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let wakeUp: WakeUp

  /// - Throws: `SystemError` where the process has no file descriptors left.
  public init() throws(SystemError) {
    wakeUp = try WakeUp()
  }

  /// Readable while there may be something to take.
  public var descriptor: Int32 {
    wakeUp.descriptor
  }

  /// Puts a value in. For any thread.
  public func put(_ value: Value) {
    values.withLock { $0.append(value) }
    wakeUp.call()
  }

  /// Takes out all values. For the loop's thread.
  public func takeAll() -> [Value] {
    wakeUp.clear()
    return values.withLock { values in
      defer { values = [] }
      return values
    }
  }
}
