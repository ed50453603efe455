/// Finds feeds that are due, the longest due first.
///
/// A feed that could not be read may take as long again as the network allows: so those are found apart from the others,
/// and neither keep the other waiting.
struct DueFeeds {
  enum Next {
    case feed(FeedStore.Entry)
    /// None is due before that time, in milliseconds since 1970.
    case later(Int64)
  }

  /// How many are looked up at once.
  private static let batch = 256

  private let feeds: FeedStore
  let isFailing: Bool
  /// Ids of feeds that were due when they were looked up.
  private var found: ArraySlice<String> = []

  /// - Parameter isFailing: whether it is for the feeds that could not be read last, or for the others.
  init(feeds: FeedStore, isFailing: Bool) {
    self.feeds = feeds
    self.isFailing = isFailing
  }

  /// The next feed that is due and has no poll under way.
  mutating func next(now: Int64, besides polls: [String: RunningPoll]) throws -> Next {
    while true {
      if found.isEmpty {
        // Those under way are due as well, since only their outcome makes them due later.
        let rows = try feeds.due(isFailing: isFailing, limit: polls.count + Self.batch).filter { polls[$0.id] == nil }
        found = rows.prefix { $0.due <= now }.map(\.id)[...]
        if found.isEmpty { return .later(rows.first?.due ?? .max) }
      }
      // What was looked up some time ago may have changed since.
      if let id = found.popFirst(), polls[id] == nil, let entry = try feeds.feed(id: id), entry.isPolled,
        entry.due <= now, (entry.failures > 0) == isFailing
      {
        return .feed(entry)
      }
    }
  }
}

/// A poll under way.
struct RunningPoll {
  /// The number that the crawler gave it.
  let number: Int
  let url: String
  /// The server that was asked first.
  let host: String
  /// Whether the feed could not be read last.
  let isFailing: Bool
}
