import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport

@testable import FeedIngest
@testable import ServiceLoop

/// A feed as feed-ingest tells of it: documents in, events out, over feed-ingest's own log and tables.
final class IngestedFeed {
  /// What the feeds of one feed-ingest share.
  private final class Ingest {
    let log: EventLog
    let items: ItemStore
    let clock = Clock()
    private let folder: TemporaryDirectory

    init(inMemory: Bool) throws {
      folder = try TemporaryDirectory(inMemory: inMemory)
      let database = try Database(path: folder.path(of: "feed-ingest.sqlite"))
      log = try EventLog(database: database, service: "feed-ingest", now: { [clock] in clock.time })
      items = try ItemStore(database: database)
    }
  }

  private final class Clock {
    var time = Timestamp(rawValue: 1_700_000_000_000)
  }

  private let ingest: Ingest
  private var entry: FeedStore.Entry
  /// All that was published so far.
  private(set) var events: [Event] = []

  /// - Parameters:
  ///   - kind: what its follower says that it is.
  ///   - other: a feed that the same feed-ingest follows; nil for one of its own.
  ///   - inMemory: whether the database is to be in memory, where the system can do that.
  init(
    id: String = "bab2ba12-9757-5da6-a770-0e70e6bcf214", url: String = "https://example.com/feed.xml",
    kind: FeedKind? = nil, beside other: IngestedFeed? = nil, inMemory: Bool = false
  ) throws {
    ingest = try other?.ingest ?? Ingest(inMemory: inMemory)
    entry = FeedStore.Entry(
      feed: Feed(id: id, url: url, state: .active, kind: kind), due: 0, isAwaited: false)
  }

  var id: String { entry.feed.id }

  /// Sets feed-ingest's clock forward, for all of its feeds.
  func pass(seconds: Int64) {
    ingest.clock.time = Timestamp(rawValue: ingest.clock.time.rawValue + seconds * 1_000)
  }

  /// Publishes a document and gives the events of it.
  @discardableResult
  func publish(_ items: [FeedItem], title: String = "A Feed") throws -> [Event] {
    var details = FeedDetails()
    details.title = title
    return try publish(items, details: details)
  }

  /// Publishes a document and gives the events of it.
  @discardableResult
  func publish(_ items: [FeedItem], details: FeedDetails) throws -> [Event] {
    let document = try PreparedDocument(
      ParsedFeed(format: .rss20, encoding: "utf-8", feed: details, items: items))
    entry.feed.state = .active
    return try append {
      _ = try DocumentPublisher(log: ingest.log, items: ingest.items).publish(
        document, over: &entry, now: 0, traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
      entry.isInitialized = true
    }
  }

  /// Publishes what became of the feed itself.
  @discardableResult
  func tell(_ verb: FeedEvent.Verb, _ state: FeedState, reason: String? = nil, purge: Bool = false) throws -> [Event] {
    entry.feed.state = state
    return try append {
      if purge {
        try DocumentPublisher(log: ingest.log, items: ingest.items).endItems(
          of: entry, traceparent: TraceParent.random())
        entry.isInitialized = false
      }
      try tell(verb, FeedEvent(feed: entry.feed, reason: reason, purge: purge ? true : nil))
    }
  }

  /// Publishes that the feed has another address.
  @discardableResult
  func move(to url: String) throws -> [Event] {
    let from = entry.feed.url
    entry.feed.url = url
    return try append {
      try tell(.moved, FeedEvent(feed: entry.feed, reason: "the feed says so", from: from, to: url))
    }
  }

  /// Publishes that the feed is the same as another, which is followed on.
  @discardableResult
  func merge(into survivor: IngestedFeed) throws -> [Event] {
    entry.feed.state = .unfollowed
    return try append {
      try tell(
        .unfollowed,
        FeedEvent(
          feed: entry.feed, reason: "the feed says so", mergedInto: survivor.id, from: entry.feed.url,
          to: survivor.entry.feed.url))
    }
  }

  private func tell(_ verb: FeedEvent.Verb, _ message: FeedEvent) throws {
    try FeedPublisher(log: ingest.log).append(verb, message, traceparent: TraceParent.random())
  }

  private func append(_ work: () throws -> Void) throws -> [Event] {
    let new = try ingest.log.transaction(work).map { try Event(json: $0.json) }
    events += new
    return new
  }
}

extension Event {
  /// The same event as the log of that id would have it.
  func inLog(_ id: String) throws -> Event {
    try Event(json: Array(String(decoding: json, as: UTF8.self).replacing("/\(log)\"", with: "/\(id)\"").utf8))
  }
}
