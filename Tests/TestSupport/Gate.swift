/// Holds threads until a test opens it; once open it stays open.
public final class Gate: Sendable {
  private let isOpen = Monitor(false)

  /// A gate that is shut.
  public init() {}

  /// Lets everyone through, now and later.
  public func open() {
    isOpen.withLock { $0 = true }
  }

  /// Blocks the thread until the gate opens; false if it stays shut for `limit`.
  @discardableResult
  public func pass(within limit: Duration = .seconds(60)) -> Bool {
    isOpen.block(for: limit) { $0 }
  }
}
