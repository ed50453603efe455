import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// Takes a sequence of documents through feed-ingest's comparison and the catalog.
final class SequenceRunner {
  /// How the events come to the catalog, which is to make no difference.
  enum Variation: Hashable, CustomStringConvertible {
    /// Each document in a batch of its own.
    case plain
    /// The items of each document in another order.
    case reversed
    case shuffled(seed: UInt64)
    case restartBetweenDocuments
    /// Each event in a batch of its own.
    case eventByEvent
    case restartBetweenEvents
    /// The whole history in one batch.
    case allAtOnce
    /// The catalog's own log is compacted after each document.
    case compacted

    static let all: [Variation] =
      [.plain, .reversed] + (1...3).map { .shuffled(seed: $0) }
      + [.restartBetweenDocuments, .eventByEvent, .restartBetweenEvents, .allAtOnce, .compacted]

    var keepsOrder: Bool {
      switch self {
      case .reversed, .shuffled: false
      default: true
      }
    }

    var description: String {
      switch self {
      case .plain: "a batch a document"
      case .reversed: "items reversed"
      case .shuffled(let seed): "items shuffled by seed \(seed)"
      case .restartBetweenDocuments: "restart between documents"
      case .eventByEvent: "a batch an event"
      case .restartBetweenEvents: "restart between events"
      case .allAtOnce: "all in one batch"
      case .compacted: "the log compacted after each document"
      }
    }
  }

  private let sequence: DocumentSequence
  private let variation: Variation
  private let catalog: CatalogBench
  private var feeds: [String: IngestedFeed] = [:]
  private var lines: EventLines
  private var random: SeededGenerator
  private var kept: [Event] = []
  private var all: [Event] = []

  init(_ sequence: DocumentSequence, _ variation: Variation) throws {
    self.sequence = sequence
    self.variation = variation
    catalog = try CatalogBench(inMemory: true)
    if case .shuffled(let seed) = variation { random = SeededGenerator(seed: seed) } else { random = .init(seed: 0) }
    var names: [String: String] = [:]
    for step in sequence.steps where feeds[step.feed] == nil {
      let feed = try Self.feed(step.feed, step.kind, number: feeds.count, beside: feeds.values.first)
      feeds[step.feed] = feed
      names[feed.id] = step.feed
    }
    lines = EventLines(feeds: names)
  }

  private static func feed(
    _ name: String, _ kind: FeedKind?, number: Int, beside other: IngestedFeed?
  ) throws -> IngestedFeed {
    let digits = String(number + 1, radix: 16)
    return try IngestedFeed(
      id: "bab2ba12-9757-5da6-a770-" + String(repeating: "0", count: 12 - digits.count) + digits,
      url: "https://\(name.lowercased()).example/feed.xml", kind: kind, beside: other, inMemory: true)
  }

  /// Expects the lines of each step.
  ///
  /// - Returns: the ids of all that was published, by name.
  @discardableResult
  func run() throws -> [String: String] {
    for (number, step) in sequence.steps.enumerated() {
      let comment = "\(variation), step \(number + 1)"
      if case .list(let name) = step.input {
        if variation != .allAtOnce { try expectList(name, step.lines, comment) }
        continue
      }
      let events = try ingest(step)
      all += events
      if variation == .allAtOnce {
        kept += events
      } else {
        let published = try deliver(events, comment).map { try lines.line($0) }
        #expect(EventLines.difference(expected: step.lines, actual: published) == [], "\(comment)")
      }
    }
    if variation == .allAtOnce {
      let published = try catalog.apply(kept).map { try lines.line($0) }
      #expect(
        EventLines.difference(expected: sequence.steps.filter { !$0.input.isList }.flatMap(\.lines), actual: published)
          == [], "\(variation)")
      for step in sequence.steps.reversed().prefix(while: \.input.isList) {
        if case .list(let name) = step.input { try expectList(name, step.lines, "\(variation)") }
      }
    }
    try expectSound("\(variation)")
    if variation == .plain { try expectNoNewsFromOtherLogs() }
    return Dictionary(
      catalog.events.filter { $0.name.hasSuffix(".added") }.map { (lines.name(of: $0.subject), $0.subject) },
      uniquingKeysWith: { first, _ in first })
  }

  private func expectSound(_ comment: String) throws {
    #expect(catalog.putAside == [], "\(comment)")
    #expect(try catalog.findings() == [], "\(comment)")
  }

  // MARK: In

  private func ingest(_ step: DocumentSequence.Step) throws -> [Event] {
    let feed = try #require(feeds[step.feed])
    switch step.input {
    case .document(let items, var details):
      details.title = details.title ?? "Feed \(step.feed)"
      return try feed.publish(arranged(items), details: details)
    case .told(let verb, let state, let purge): return try feed.tell(verb, state, purge: purge)
    case .moved(let url): return try feed.move(to: url)
    case .merged(let survivor): return try feed.merge(into: try #require(feeds[survivor]))
    case .days(let days):
      feed.pass(seconds: Int64(days) * 86_400)
      return []
    case .list: return []
    }
  }

  private func arranged(_ items: [FeedItem]) -> [FeedItem] {
    if sequence.exceptions.contains(.order) { return items }
    switch variation {
    case .reversed: return items.reversed()
    case .shuffled: return items.shuffled(using: &random)
    default: return items
    }
  }

  private func deliver(_ events: [Event], _ comment: String) throws -> [Event] {
    switch variation {
    case .eventByEvent, .restartBetweenEvents:
      return try events.flatMap { event in
        if variation == .restartBetweenEvents { try catalog.reopen() }
        let published = try catalog.apply([event])
        // What an item is, is decided when its document closes.
        #expect(!event.name.hasPrefix("item.") || published.isEmpty, "\(comment)")
        return published
      }
    case .restartBetweenDocuments:
      try catalog.reopen()
      return try catalog.apply(events)
    case .compacted:
      let published = try catalog.apply(events)
      try catalog.compact()
      return published
    default: return try catalog.apply(events)
    }
  }

  // MARK: Out

  private func expectList(_ name: String, _ labels: [String], _ comment: String) throws {
    let ids = try catalog.list("\(name).list").map { $0["id"] as? String ?? "" }
    #expect(ids.map { lines.name(of: $0) } == labels, "\(comment)")
  }

  /// That the same from a restored log is no news, nor what a feed-ingest that has lost its data says.
  private func expectNoNewsFromOtherLogs() throws {
    let restored = try all.map { try $0.inLog("6f1f3c0e-8a54-4f0b-9d8e-2b1c7c6f5a01") }
    var published = try catalog.apply(restored, startsOver: true, completes: true)
    var news = try published.map { try lines.line($0) }
    #expect(news == [], "from a restored log")
    guard !sequence.exceptions.contains(.lostFeedIngest) else { return }
    var anew: [String: IngestedFeed] = [:]
    var events: [Event] = []
    for (name, feed) in feeds.sorted(by: { $0.value.id < $1.value.id }) {
      guard let last = sequence.steps.last(where: { $0.feed == name && $0.input.isDocument }) else { continue }
      let number = Int(feed.id.suffix(12), radix: 16) ?? 0
      anew[name] = try Self.feed(name, last.kind, number: number - 1, beside: anew.values.first)
      guard case .document(let items, var details) = last.input else { continue }
      details.title = details.title ?? "Feed \(name)"
      events += try anew[name]?.publish(items, details: details) ?? []
    }
    published = try catalog.apply(events, startsOver: true, completes: true)
    news = try published.map { try lines.line($0) }
    #expect(news == [], "from a feed-ingest that lost its data")
    try expectSound("after other logs")
  }
}

extension DocumentSequence.Input {
  var isList: Bool {
    if case .list = self { true } else { false }
  }

  var isDocument: Bool {
    if case .document = self { true } else { false }
  }
}
