internal import CastwireBus

/// Says `$head`: once a second, and to new subscribers, also while a long transaction is under way.
final class HeadBeacon {
  private let publisher: EventPublisher
  private let clock = ContinuousClock()
  private var sent: ContinuousClock.Instant
  /// When it is to be said next.
  private(set) var due: ContinuousClock.Instant

  init(publisher: EventPublisher) {
    self.publisher = publisher
    sent = clock.now
    due = sent
  }

  /// Says what a log has committed, where it is time to. All events up to there must have been sent.
  ///
  /// - Parameter log: nil where it cannot be read: then nothing is said.
  func sayIfDue(_ log: EventLog?) throws {
    let now = clock.now
    // A new subscriber is told at once, but many at once cost no more than ten a second. What they say is taken in also
    // where there is nothing to tell them: it would wake the loop for ever.
    if try publisher.receiveSubscriptions() { due = min(due, max(now, sent + .milliseconds(100))) }
    guard let log, now >= due else { return }
    try publisher.send(head: try BusCoder.encode(log.headMessage))
    sent = now
    due = now + .seconds(1)
  }
}
