import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

@testable import FeedIngest
@testable import ServiceLoop

/// One feed's documents in, events out, over a real log and real tables in a file.
final class DocumentBench {
  static let feed = "bab2ba12-9757-5da6-a770-0e70e6bcf214"
  private let folder: TemporaryDirectory
  private let log: EventLog
  private let items: ItemStore
  var entry = FeedStore.Entry(
    feed: Feed(id: DocumentBench.feed, url: "https://example.com/feed.xml", state: .active), due: 0, isAwaited: false)

  init() throws {
    folder = try TemporaryDirectory()
    let database = try Database(path: folder.path(of: "feed-ingest.sqlite"))
    log = try EventLog(database: database, service: "feed-ingest", now: { Timestamp(rawValue: 1_700_000_000_000) })
    items = try ItemStore(database: database)
  }

  /// Publishes a document and gives the events of it.
  @discardableResult
  func publish(
    _ items: [FeedItem], details: FeedDetails = FeedDetails(), isTruncated: Bool = false
  ) throws -> [Event] {
    let diagnostics = isTruncated ? [FeedDiagnostic(code: "truncated", message: "cut off")] : []
    let document = try PreparedDocument(
      ParsedFeed(format: .rss20, encoding: "utf-8", diagnostics: diagnostics, feed: details, items: items))
    let published = try log.transaction {
      _ = try DocumentPublisher(log: log, items: self.items).publish(
        document, over: &entry, now: 1_700_000_000_000, traceparent: TraceParent.random())
      if !isTruncated { entry.isInitialized = true }
    }
    return try published.map { try Event(json: $0.json) }
  }

  /// feed-ingest's keys of what the feed holds now, in the order of the last document.
  func keys() throws -> [String] {
    try items.items(ofFeed: Self.feed).filter(\.isPresent).sorted { $0.place < $1.place }.map(\.key)
  }
}
