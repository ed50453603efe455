internal import Foundation

/// Notices that the clock was set back, after which words that count from now may be wrong although nothing is stale.
struct ClockWatch {
  /// In seconds. Clocks are set right by less every day, and words hardly tell.
  private static let tolerance = 60
  /// How many entities are looked at in one transaction.
  private static let step = 2_000

  private let store: CellStore
  private let state: KeptState

  init(store: CellStore, state: KeptState) {
    self.store = store
    self.state = state
  }

  /// Takes in that a cell was made whose words count from now.
  func note(_ now: Date) throws {
    let now = Int(now.timeIntervalSince1970)
    // Not with each cell: a start finds out within the tolerance, too.
    if now > state.value.clock + Self.tolerance { try state.change { $0.clock = now } }
  }

  /// Whether the clock stands before the time by which cells were made.
  func wasSetBack(_ now: Date) -> Bool {
    Int(now.timeIntervalSince1970) < state.value.clock - Self.tolerance
  }

  var isDone: Bool {
    state.value.doubtedTo == nil
  }

  /// Has the words of all cells looked at again, where the clock was set back; some of them in the open transaction.
  ///
  /// - Returns: when the first of them is to be made anew, in seconds since 1970.
  func work(_ now: Date) throws -> Int? {
    let seconds = Int(now.timeIntervalSince1970)
    if wasSetBack(now) {
      try state.change {
        $0.clock = seconds
        $0.doubtedTo = 0
      }
    }
    guard let doubtedTo = state.value.doubtedTo else { return nil }
    let last = try store.doubtCells(ofEntitiesAfter: doubtedTo, limit: Self.step, now: seconds)
    try state.change { $0.doubtedTo = last }
    return seconds
  }
}
