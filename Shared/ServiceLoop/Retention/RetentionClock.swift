internal import CastwireBus

/// Says whether the clock on the wall can be believed about how old events are.
///
/// A clock that is wrong by years would make all events old at once. So what depends on their age pauses while the clock
/// stands before the log's last event, and for a day after it has jumped by more than a day: that is when somebody can
/// notice and set it right. A service that was down for more than a day cannot tell that from a jump, and waits, too.
struct RetentionClock: Equatable {
  static let day = Duration.seconds(86_400)

  /// When the clock was looked at last, by itself; nil where it never was.
  private(set) var seen: Timestamp?
  /// From when on it is believed.
  private(set) var trustedFrom: Timestamp
  /// When it was looked at last, by the clock that cannot be set; nil after a start.
  private var steady: ContinuousClock.Instant?

  /// The clock as it was stored.
  init(seen: Timestamp? = nil, trustedFrom: Timestamp = Timestamp(rawValue: 0)) {
    self.seen = seen
    self.trustedFrom = trustedFrom
  }

  /// Looks at the clock.
  ///
  /// - Parameters:
  ///   - now: what it says.
  ///   - steady: what the clock says that cannot be set.
  ///   - lastTime: the time of the log's newest event.
  /// - Returns: whether events can be taken for as old as it says.
  mutating func look(_ now: Timestamp, steady: ContinuousClock.Instant, lastTime: Timestamp) -> Bool {
    if let seen {
      let passed = self.steady.map { steady - $0 } ?? .zero
      let difference = Duration.milliseconds(now.rawValue - seen.rawValue) - passed
      if difference > Self.day || difference < .zero - Self.day { trustedFrom = now.adding(Self.day) }
    }
    seen = now
    self.steady = steady
    return now >= lastTime && now >= trustedFrom
  }
}

extension Timestamp {
  /// The instant so much later.
  func adding(_ duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    return Timestamp(rawValue: rawValue + seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }
}
