import Castwire
import CastwireBus
import Foundation
import Runtime
import Storage
import TestSupport
import Testing

@testable import Catalog
@testable import CastwireBus
@testable import ServiceLoop

/// A catalog's log with the worker that makes it searchable, and what answers: all but the sockets.
final class SearchBench {
  struct Page: Decodable {
    struct Item: Decodable {
      struct Entity: Decodable {
        let id: String
        let title: String?
      }
      struct Snippet: Decodable {
        let field: String
        let text: String
        let matches: [[Int]]
      }

      let kind: String
      let feed: String
      let entity: Entity
      let snippet: Snippet
    }

    let items: [Item]
    let next: String?
    let counts: SearchIndex.Counts
    let indexedTo: Position
    let complete: Bool

    var titles: [String] { items.map { $0.entity.title ?? "" } }
  }

  static let feed = "bab2ba12-9757-5da6-a770-0e70e6bcf214"
  static let otherFeed = "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab"
  /// When the log's events are from: 2023-11-14.
  static let now = Timestamp(rawValue: 1_700_000_000_000)

  private let temporary: TemporaryDirectory
  private let folder: String
  let log: EventLog
  let journal = Monitor<[String]>([])
  private(set) var worker: SearchWorker
  private var index: SearchIndex
  private let mostDead: Int

  /// - Parameters:
  ///   - mostDead: so many dead documents are borne.
  ///   - disk: where all is kept; nil for a folder of its own.
  init(mostDead: Int = 10_000, disk: SmallDisk? = nil) throws {
    self.mostDead = mostDead
    temporary = try TemporaryDirectory()
    folder = disk?.path ?? temporary.path
    let database = try Database(path: "\(folder)/catalog.sqlite")
    log = try EventLog(database: database, service: "catalog", now: { Self.now })
    worker = Self.worker(folder, journal, mostDead)
    index = SearchIndex(worker)
  }

  deinit {
    worker.stop()
  }

  private static func worker(_ folder: String, _ journal: Monitor<[String]>, _ mostDead: Int)
    -> SearchWorker
  {
    let log = Log(service: "catalog") { line in
      journal.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
    }
    return SearchWorker(
      catalogPath: "\(folder)/catalog.sqlite", service: "catalog", journal: log, mostDead: mostDead)
  }

  var path: String { worker.path }

  /// Ends the worker, and begins with another, as after a restart.
  func restart() {
    worker.stop()
    worker = Self.worker(folder, journal, mostDead)
    index = SearchIndex(worker)
    worker.start()
  }

  // MARK: The log

  static func id(_ number: Int, feed: String = SearchBench.feed) -> String {
    Identity.entityID(feedID: feed, identifier: "\(number)")
  }

  static func episode(
    _ number: Int, _ title: String?, author: String? = nil, description: String? = nil, date: Date? = nil,
    feed: String = SearchBench.feed
  ) -> Episode {
    var item = FeedItem()
    item.title = title
    item.author = author
    item.description = description
    item.publicationDate = date
    return Episode(id: id(number, feed: feed), podcastID: feed, item: item)
  }

  /// Commits events, and wakes the worker as the loop does.
  func publish(_ drafts: [EventDraft]) throws {
    _ = try log.transaction {
      for draft in drafts { try log.append(draft) }
    }
    worker.wake()
  }

  func publish(_ episodes: Episode...) throws {
    try publish(episodes.map { try Self.draft($0) })
  }

  static func draft(_ episode: Episode, verb: EpisodeEvent.Verb = .added) throws -> EventDraft {
    try draft(
      "episode", verb.rawValue, episode.id, feed: episode.podcastID,
      EpisodeEvent(episode: episode, revision: 1, changed: [], initial: false))
  }

  static func draft(
    _ family: String, _ verb: String, _ id: String, feed: String = SearchBench.feed, _ data: some Encodable
  ) throws -> EventDraft {
    EventDraft(
      family: family, topic: Topic(family: family, feed: feed, verb: verb),
      type: EventType.name(family: family, verb: verb), subject: id, partitionKey: feed,
      schema: EventType.schema(family: family), data: try BusCoder.encode(data))
  }

  static func removal(_ number: Int, family: String = "episode") throws -> EventDraft {
    try draft(family, "removed", id(number), RemovedEvent())
  }

  /// Drops all that newer events replaced.
  func compact() throws {
    let limits = Retention(age: .zero, size: 0, endings: .zero)
    let compaction = Compaction(log: log, retention: limits, start: .now)
    while try compaction.step(now: Self.now.adding(.seconds(60)), steady: .now) {}
  }

  /// Drops the ends of subjects that are a day old.
  func dropEndings() throws {
    let limits = Retention(age: .zero, size: 0, endings: .zero)
    // A clock that is trusted for a day at least.
    let start = ContinuousClock.now
    let compaction = Compaction(log: log, retention: limits, start: start)
    for hour in 0..<100 {
      let time = Duration.seconds(hour * 3_600)
      while try compaction.step(now: Self.now.adding(time), steady: start + time) {}
    }
  }

  // MARK: Asking

  func ask(
    _ text: String, kinds: [String]? = nil, feed: String? = nil, before: String? = nil, limit: Int? = nil
  ) throws -> Page {
    try BusCoder.decode(
      Page.self,
      from: index.find(
        SearchIndex.Parameters(text: text, kinds: kinds, feed: feed, before: before, limit: limit)))
  }

  /// Asks once the index has come to the log's head.
  func search(
    _ text: String, kinds: [String]? = nil, feed: String? = nil, before: String? = nil, limit: Int? = nil
  ) throws -> Page {
    var last: any Error = Late()
    let end = ContinuousClock.now + .seconds(60)
    repeat {
      do {
        let page = try ask(text, kinds: kinds, feed: feed, before: before, limit: limit)
        if page.indexedTo == log.head { return page }
        last = Late()
      } catch let error as RequestError where error.code == .unavailable {
        last = error
      }
      sched_yield()
    } while ContinuousClock.now < end
    throw last
  }

  /// What the index says of itself, once it has come to the log's head.
  func state() throws -> SearchStore.State {
    _ = try search("anything")
    return try SearchStore.State(Database(path: path, access: .reading))
  }

  /// All that is found, page by page.
  func all(_ text: String, kinds: [String]? = nil, feed: String? = nil, limit: Int) throws -> [Page.Item] {
    var items: [Page.Item] = []
    var before: String?
    repeat {
      let page = try search(text, kinds: kinds, feed: feed, before: before, limit: limit)
      items += page.items
      before = page.next
    } while before != nil
    return items
  }

  /// The index did not come to the log's head.
  struct Late: Error {}
}
