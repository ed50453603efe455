/// How much one step of a compaction may do: so much that it is worth its commit, and so little that the service's loop
/// never stands still for more than 20 ms.
struct StepSize: Equatable {
  /// A step is to take so long with its commit: a fifth of what it may, for a disk that is slow for once.
  static let aim = Duration.milliseconds(4)

  /// What a step has done so far.
  struct Work {
    fileprivate let end: ContinuousClock.Instant
    private var rows = 0
    /// Of the events that were dropped.
    var bytes = 0

    fileprivate init(end: ContinuousClock.Instant) {
      self.end = end
    }

    /// Counts rows, and says whether the step is to end with them.
    mutating func isEnough(_ size: StepSize, after count: Int = 1) -> Bool {
      rows += count
      // A clock is not worth asking for each row.
      return bytes >= size.bytes || rows >= size.rows || (rows % 8 < count && ContinuousClock.now >= end)
    }
  }

  /// In events. Found while it runs, since disks differ: the next step is to take `aim`.
  private(set) var rows = 100
  /// Of the events that are dropped, in bytes: large ones lie on many pages.
  let bytes = 1 << 20

  func begin() -> Work {
    // The commit takes as long as the work before it, at least.
    Work(end: .now + Self.aim / 2)
  }

  /// The size for the next step after one that took so long.
  mutating func adapt(to took: Duration) {
    let share = Self.aim / max(took, .microseconds(100))
    rows = min(max(Int((Double(rows) * min(max(share, 0.25), 1.25)).rounded(.up)), 10), 5_000)
  }
}
