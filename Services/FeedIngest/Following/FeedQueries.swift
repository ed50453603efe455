internal import Castwire
internal import CastwireBus
internal import FeedParsing
internal import Foundation
internal import ServiceLoop
internal import Storage

/// Answers what is asked about the feeds that are followed.
struct FeedQueries: ServiceReader {
  struct ByFeed: Codable {
    let feed: String
  }

  struct List: Codable {
    let before: String?
    let limit: Int?
  }

  private let feeds: FeedStore
  private let subscriptions: SubscriptionStore

  init(database: Database) throws {
    feeds = try FeedStore(database: database)
    subscriptions = try SubscriptionStore(database: database)
  }

  func respond(to request: Request) throws -> [UInt8] {
    switch request.name {
    case "feeds.list":
      return try list(try request.decode(List.self))
    case "feeds.get":
      return try BusCoder.encode(try report(try feeds.known(as: try request.decode(ByFeed.self).feed)))
    case "feeds.export":
      return try export()
    default:
      throw RequestError(.unknownRequest, "feed-ingest knows no request '\(request.name)'")
    }
  }

  private func list(_ parameters: List) throws -> [UInt8] {
    var page = try ListPage(limit: parameters.limit)
    let place = try parameters.before.map { try ListPlace(cursor: $0) }
    try feeds.forEach(before: place.map { ($0.order, $0.id) }, limit: page.limit + 1) { entry, followed in
      page.add(
        try BusCoder.encode(try report(entry)),
        cursor: ListPlace(order: followed, id: entry.feed.id).description)
    }
    return page.json
  }

  /// A publisher's title may have a megabyte.
  private static let longestTitle = 500

  private func export() throws -> [UInt8] {
    var subscriptions: [OPML.Subscription] = []
    try feeds.forEach(before: nil, limit: Int(Int32.max)) { entry, _ in
      let details = entry.feed.details
      let title = details.title.map { String($0.unicodeScalars.prefix(Self.longestTitle)) }
      // Without a password that a publisher may have left in it.
      let link = details.link.flatMap { FetchURL.isFollowable($0) ? FetchURL.redacted($0) : nil }
      subscriptions.append(OPML.Subscription(url: entry.feed.url, title: title, link: link))
      return true
    }
    let opml = OPML.document(of: subscriptions, title: "Castwire subscriptions", created: Date())
    return try BusCoder.encode(["opml": String(decoding: opml, as: UTF8.self)])
  }

  private func report(_ entry: FeedStore.Entry) throws -> FeedReport {
    func date(_ milliseconds: Int64) -> Date {
      Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000)
    }
    return FeedReport(
      feed: entry.feed, reason: entry.reason, document: entry.document, itemCount: entry.itemCount,
      lastPoll: entry.lastPoll.map(date), nextPoll: entry.isPolled ? date(entry.due) : nil,
      push: try subscriptions.current(ofFeed: entry.feed.id)?.report)
  }
}

extension FeedStore {
  /// The feed of an id or a URL.
  ///
  /// - Throws: `RequestError` where there is none.
  func known(as name: String) throws -> FeedStore.Entry {
    if let entry = try feed(id: name) { return entry }
    if let url = try? FetchURL(name), let entry = try feed(url: url.address) { return entry }
    let shown = name.contains("@") ? FetchURL.redacted(name) : name
    throw RequestError(.notFound, "no feed \(shown.prefix(200)) is followed; 'castwire feeds' lists them")
  }
}
