import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport

@testable import FeedIngest
@testable import ServiceLoop

/// A feed as feed-ingest tells of it: documents in, events out, over feed-ingest's own log and tables.
final class IngestedFeed {
  private let folder: TemporaryDirectory
  private let log: EventLog
  private let items: ItemStore
  private var entry: FeedStore.Entry
  /// All that was published so far.
  private(set) var events: [Event] = []

  init(id: String = "bab2ba12-9757-5da6-a770-0e70e6bcf214", url: String = "https://example.com/feed.xml") throws {
    folder = try TemporaryDirectory()
    let database = try Database(path: folder.path(of: "feed-ingest.sqlite"))
    log = try EventLog(database: database, service: "feed-ingest", now: { Timestamp(rawValue: 1_700_000_000_000) })
    items = try ItemStore(database: database)
    entry = FeedStore.Entry(
      feed: Feed(id: id, url: url, state: .active), due: 0, isAwaited: false)
  }

  var id: String { entry.feed.id }

  /// Publishes a document and gives the events of it.
  @discardableResult
  func publish(_ items: [FeedItem], title: String = "A Feed") throws -> [Event] {
    var details = FeedDetails()
    details.title = title
    let document = try PreparedDocument(
      ParsedFeed(format: .rss20, encoding: "utf-8", feed: details, items: items))
    entry.feed.state = .active
    return try append {
      _ = try DocumentPublisher(log: log, items: self.items).publish(
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
        try items.removeItems(ofFeed: id)
        entry.isInitialized = false
      }
      try FeedPublisher(log: log).append(
        verb, FeedEvent(feed: entry.feed, reason: reason, purge: purge ? true : nil), traceparent: TraceParent.random())
    }
  }

  private func append(_ work: () throws -> Void) throws -> [Event] {
    let new = try log.transaction(work).map { try Event(json: $0.json) }
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
