internal import CastwireBus

/// How much of a feed is to be kept: asked for, and answered.
struct KeepRequests {
  /// `feed.keep`: neither of the two is for ever.
  struct Keep: Codable {
    let feed: String
    let newest: Int?
    let days: Int?
  }

  struct ByFeed: Codable {
    let feed: String
  }

  /// What is kept, and how much was removed for it.
  private struct Kept: Encodable {
    let feed: String
    let newest: Int?
    let days: Int?
    let removed: Int?
  }

  private static let mostNewest = 1_000_000
  private static let mostDays = 36_500

  /// Answers `feed.keep`: what is beyond what is to be kept is removed at once, or what is too old later, while the clock
  /// cannot be believed.
  static func keep(_ request: Request, store: CatalogStore, keeping: Keeping) throws -> [UInt8] {
    let parameters = try request.decode(Keep.self)
    guard parameters.newest.map((1...mostNewest).contains) ?? true else {
      throw RequestError(.badRequest, "\"newest\" is from 1 to \(mostNewest)")
    }
    guard parameters.days.map((1...mostDays).contains) ?? true else {
      throw RequestError(.badRequest, "\"days\" is from 1 to \(mostDays)")
    }
    var feed = try feed(parameters.feed, store)
    (feed.keepNewest, feed.keepDays) = (parameters.newest, parameters.days)
    try store.put(feed)
    let removed = try keeping.trim(feed, cause: .none)
    return try BusCoder.encode(
      Kept(feed: feed.id, newest: feed.keepNewest, days: feed.keepDays, removed: removed))
  }

  /// Answers `feed.keeping`.
  static func keeping(_ request: Request, store: CatalogStore) throws -> [UInt8] {
    let feed = try feed(try request.decode(ByFeed.self).feed, store)
    return try BusCoder.encode(Kept(feed: feed.id, newest: feed.keepNewest, days: feed.keepDays, removed: nil))
  }

  private static func feed(_ id: String, _ store: CatalogStore) throws -> FeedRow {
    guard let feed = try store.feed(id) else { throw RequestError(.notFound, "there is no feed \(id)") }
    return feed
  }
}
