/// The formatter's state, in memory and in the database alike.
final class KeptState {
  private let store: CellStore
  private(set) var value: FormatterState

  /// - Parameter now: in milliseconds since 1970; for tables that were just made.
  init(store: CellStore, now: Int) throws {
    self.store = store
    value = try store.state(now: now)
  }

  /// Changes it, in the open transaction.
  func change(_ body: (inout FormatterState) -> Void) throws {
    body(&value)
    try store.put(value)
  }
}
