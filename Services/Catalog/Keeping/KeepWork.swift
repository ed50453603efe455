/// Removes what has become too old to be kept, feed by feed, once an hour.
final class KeepWork {
  /// So many are removed in one step.
  private static let stepLimit = 500
  private static let period: Duration = .seconds(3_600)

  private let store: CatalogStore
  private let keeping: Keeping
  /// The number of the last feed that this round is done with.
  private var reached = 0
  private(set) var due: ContinuousClock.Instant

  init(store: CatalogStore, keeping: Keeping, start: ContinuousClock.Instant) {
    self.store = store
    self.keeping = keeping
    due = start
  }

  /// Does the next step.
  func step(now: ContinuousClock.Instant) throws {
    guard let feed = try store.feedsKeptByAge(after: reached, limit: 1).first else {
      reached = 0
      due = now + Self.period
      return
    }
    let removed = try keeping.trim(feed, limit: Self.stepLimit, cause: .none)
    if removed < Self.stepLimit { reached = feed.number }
    due = now
  }
}
