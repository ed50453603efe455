internal import Synchronization

/// Answers of feeds that were taken in by a transaction that has not come to its end: on a full disk it never does, and what
/// was fetched is lost. Without this the feeds would be asked again at once, and again, for as long as the disk is full.
///
/// It outlives the handlers, which are made anew after each such failure. All times in milliseconds since 1970.
final class LostAnswers: Sendable {
  private struct Loss {
    var time: Int64
    var count: Int
  }

  private let losses = Mutex<[String: Loss]>([:])

  /// A feed's answer is taken in at `now`, and lost unless `keep` follows.
  func expect(feed: String, now: Int64) {
    losses.withLock { losses in
      losses[feed] = Loss(time: now, count: (losses[feed]?.count ?? 0) + 1)
    }
  }

  /// What was taken in is committed.
  func keep(feeds: Set<String>) {
    losses.withLock { losses in
      for feed in feeds { losses[feed] = nil }
    }
  }

  /// When a feed may be asked again whose answer was lost: a minute after it, and twice as long after each further loss, up
  /// to `longest`; nil where none was, or where the clock was set back since.
  func end(ofWaitFor feed: String, longest: Int64, now: Int64) -> Int64? {
    losses.withLock { losses in
      guard let loss = losses[feed], loss.time <= now else { return nil }
      return loss.time + min(PollSchedule.firstRetry << Int64(min(loss.count - 1, 20)), longest)
    }
  }
}
