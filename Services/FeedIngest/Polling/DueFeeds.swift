/// Finds feeds that are due, the longest due first.
///
/// A feed that could not be read may take as long again as the network allows: so those are found apart from the others,
/// and neither keep the other waiting. Nor do the feeds of one server, of which few are fetched at once, keep those of
/// others waiting.
struct DueFeeds {
  enum Next {
    case feed(FeedStore.Entry)
    /// None is due before that time, in milliseconds since 1970, unless a poll under way ends.
    case later(Int64)
  }

  /// How many are looked up at once.
  private static let batch = 256
  /// How many polls of one server's feeds are under way at most: enough for the next to be there when one ends.
  private static let mostOfHost = 16

  private let feeds: FeedStore
  private let lostAnswers: LostAnswers
  /// The longest wait after an answer was lost, in milliseconds.
  private let longestLoss: Int64
  let isFailing: Bool
  /// Ids of feeds that were due when they were looked up.
  private var found: ArraySlice<String> = []

  /// - Parameter isFailing: whether it is for the feeds that could not be read last, or for the others.
  init(feeds: FeedStore, isFailing: Bool, lostAnswers: LostAnswers, longestLoss: Int64) {
    self.feeds = feeds
    self.isFailing = isFailing
    self.lostAnswers = lostAnswers
    self.longestLoss = longestLoss
  }

  /// The next feed that is due and has no poll under way.
  mutating func next(now: Int64, besides polls: [String: RunningPoll]) throws -> Next {
    while true {
      if found.isEmpty {
        let (ids, later) = try lookUp(now: now, besides: polls)
        if ids.isEmpty { return .later(later) }
        found = ids[...]
      }
      // What was looked up some time ago may have changed since.
      if let id = found.popFirst(), polls[id] == nil, let entry = try feeds.feed(id: id), entry.isPolled,
        entry.due <= now, (entry.failures > 0) == isFailing
      {
        return .feed(entry)
      }
    }
  }

  private func lookUp(now: Int64, besides polls: [String: RunningPoll]) throws -> (ids: [String], later: Int64) {
    var ids: [String] = []
    var later = Int64.max
    var hosts = polls.values.reduce(into: [:]) { $0[$1.host, default: 0] += 1 }
    try feeds.forEachDue(isFailing: isFailing) { id, due, host in
      if due > now {
        later = min(later, due)
        return false
      }
      // Those under way are due as well, since only their outcome makes them due later.
      if polls[id] != nil || hosts[host, default: 0] >= Self.mostOfHost { return true }
      if let end = lostAnswers.end(ofWaitFor: id, longest: longestLoss, now: now), end > now {
        later = min(later, end)
        return true
      }
      hosts[host, default: 0] += 1
      ids.append(id)
      return ids.count < Self.batch
    }
    return (ids, later)
  }
}

/// A poll under way.
struct RunningPoll {
  /// The number that the crawler gave it.
  let number: Int
  let url: String
  /// With which user and password it asks.
  let account: FetchURL?
  /// The server that is asked first; empty for a file.
  let host: String
  /// Whether the feed could not be read last.
  let isFailing: Bool
}
