internal import Castwire
internal import Foundation

/// Renews cells whose words time has changed: the longest stale first, at a bounded rate, however many there are.
final class Renewal {
  /// How often in a second cells are renewed while there are stale ones: so many small transactions let others come in
  /// between, and do not wait for the disk too often.
  private static let stepsPerSecond = 10
  /// After so long at the most the clock is looked at again, for it may have been set.
  private static let longestWait = Duration.seconds(30)

  private let store: CellStore
  private let publisher: CellPublisher
  private let settings: Settings
  /// When the next cell goes stale, or when the first did, in seconds since 1970; nil where none ever does. It may be too
  /// early, never too late.
  private var soonest: Int?
  private var notBefore: ContinuousClock.Instant?
  /// Of its own, since the start.
  private(set) var count = 0

  init(store: CellStore, publisher: CellPublisher, settings: Settings) throws {
    self.store = store
    self.publisher = publisher
    self.settings = settings
    soonest = try store.soonestStale()
  }

  /// Takes in that cells were made, the first of which goes stale then, in seconds since 1970.
  func note(staleAt: Int?) {
    guard let staleAt else { return }
    soonest = min(soonest ?? staleAt, staleAt)
  }

  /// When there is something to do; nil where no cell ever goes stale.
  var due: ContinuousClock.Instant? {
    guard let soonest else { return nil }
    let wait = Duration.seconds(TimeInterval(soonest) - settings.now().timeIntervalSince1970)
    let next = ContinuousClock.now + min(max(wait, .zero), Self.longestWait)
    return max(next, notBefore ?? next)
  }

  func isDue(_ now: ContinuousClock.Instant) -> Bool {
    guard let soonest, notBefore.map({ $0 <= now }) ?? true else { return false }
    return TimeInterval(soonest) <= settings.now().timeIntervalSince1970
  }

  /// Renews some cells in the open transaction.
  func work(_ now: ContinuousClock.Instant) throws {
    let time = settings.now()
    let limit = max(1, settings.renewalRate / Self.stepsPerSecond)
    let stale = try store.staleCells(at: Int(time.timeIntervalSince1970.rounded(.down)), limit: limit)
    for cell in stale { try renew(cell, time) }
    count += stale.count
    // By what was done, so that the rate is bounded after a long rest, too.
    notBefore = now + .seconds(Double(stale.count) / Double(settings.renewalRate))
    soonest = try store.soonestStale()
  }

  private func renew(_ stale: CellStore.StaleCell, _ now: Date) throws {
    guard let entity = try store.entity(number: stale.entity),
      let locale = settings.locales.first(where: { $0.description == stale.cell.locale })
    else {
      // Of a locale that was dropped: it is about to be taken back.
      let kept = CellStore.Cell(locale: stale.cell.locale, sequence: stale.cell.sequence, staleAt: nil)
      return try store.replace(kept, of: stale.entity)
    }
    try publisher.remake(entity, in: [locale], reason: .stale, origin: .itself, now: now)
  }
}
