import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// Random edits of a feed through feed-ingest's comparison and the catalog, against a model of their own.
///
/// CASTWIRE_TEST_HISTORIES says how many histories, CASTWIRE_TEST_SEED repeats one.
struct EditHistoryTests {
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["CASTWIRE_TEST_SEED"].flatMap(UInt64.init) { return seed..<seed + 1 }
    return 0..<(environment["CASTWIRE_TEST_HISTORIES"].flatMap(UInt64.init) ?? 200)
  }()

  @Test(arguments: seeds)
  func `the catalog knows each episode through all edits of its feed`(seed: UInt64) throws {
    var history = EditHistory(seed: seed)
    var random = SeededGenerator(seed: seed, stream: "delivery")
    let feed = try IngestedFeed(inMemory: true)
    let catalog = try CatalogBench(inMemory: true)
    var lines = EventLines(feeds: [feed.id: "A"])
    for step in 0..<6 + random.below(7) {
      if step > 0 {
        history.step()
        feed.pass(seconds: 86_400)
      }
      let comment: Comment = "seed \(seed), step \(step), \(history.edits.map(\.rawValue))"
      let news = try deliver(try feed.publish(history.items), to: catalog, &random).map { try lines.line($0) }
      #expect(EventLines.difference(expected: history.lines, actual: news) == [], comment)
      // The same again is no news.
      #expect(try feed.publish(history.items).isEmpty, comment)
      try expectEqual(try catalog.list("episodes.list", limit: 7), history, lines, comment)
    }
    let comment: Comment = "seed \(seed)"
    #expect(catalog.putAside == [], comment)
    #expect(try catalog.findings() == [], comment)
    // Nothing that was once an episode's id is another's.
    let ids = Dictionary(grouping: catalog.events.filter { $0.name == "episode.added" }, by: \.subject)
    #expect(ids.values.allSatisfy { $0.count == 1 }, comment)
    try expectEqualRevisions(catalog, history, lines, comment)
    try expectSameFromOtherLogs(catalog, feed, history, lines, "seed \(seed)")
  }

  /// Gives the events to the catalog in one of the ways in which they may come.
  private func deliver(
    _ events: [Event], to catalog: CatalogBench, _ random: inout SeededGenerator
  ) throws -> [Event] {
    if random.isOnce(in: 4) { try catalog.reopen() }
    if random.isOnce(in: 8) { try catalog.compact() }
    guard random.isOnce(in: 4) else { return try catalog.apply(events) }
    let restarts = random.isOnce(in: 2)
    return try events.flatMap { event in
      if restarts { try catalog.reopen() }
      return try catalog.apply([event])
    }
  }

  /// That the catalog has what the model has, in its order.
  private func expectEqual(
    _ list: [[String: Any]], _ history: EditHistory, _ lines: EventLines, _ comment: Comment
  ) throws {
    let known = history.known
    func line(_ episode: EditedEpisode) -> String {
      "\(episode.label) \(episode.published?.words(isWithdrawn: episode.isWithdrawn) ?? "")"
    }
    let actual = try list.map { entity in
      let episode = try Self.episode(entity)
      return "\(lines.name(of: episode.id)) \(episode.words)"
    }
    // Of those that stand in one place either may be first.
    var place = 0
    while place < known.count {
      let same = known[place...].prefix { $0.order == known[place].order }.map(line).sorted()
      #expect(actual.dropFirst(place).prefix(same.count).sorted() == same, comment)
      place += same.count
    }
    #expect(actual.count == known.count, comment)
    #expect(Set(list.compactMap { $0["id"] as? String }).count == list.count, comment)
  }

  private static func episode(_ entity: Any?) throws -> Episode {
    try BusCoder.decode(
      Episode.self, from: Array(try JSONSerialization.data(withJSONObject: try #require(entity as? [String: Any]))))
  }

  /// That what is kept of each episode's past is what the model has of it.
  private func expectEqualRevisions(
    _ catalog: CatalogBench, _ history: EditHistory, _ lines: EventLines, _ comment: Comment
  ) throws {
    let kept = try Set(catalog.events.filter { $0.name == "episode.added" }.map(\.subject)).map { id in
      let revisions = try catalog.list("episode.revisions", #","id":"\#(id)""#, limit: 7).map { revision in
        let changed = (revision["changed"] as? [String] ?? []).joined(separator: ",")
        let words = try Self.episode(revision["episode"]).words
        return "\(revision["revision"] ?? "") \(revision["verb"] ?? "") \(changed): \(words)"
      }
      return ([lines.name(of: id)] + revisions).joined(separator: "\n")
    }
    let expected = history.known.map { ([$0.label] + $0.revisions.suffix(20).reversed()).joined(separator: "\n") }
    #expect(kept.sorted() == expected.sorted(), comment)
  }

  /// That another catalog comes to the same from the same events, in one go; and that this one has no news from a log that
  /// was restored, nor from a feed-ingest that has lost its data.
  private func expectSameFromOtherLogs(
    _ catalog: CatalogBench, _ feed: IngestedFeed, _ history: EditHistory, _ lines: EventLines, _ comment: String
  ) throws {
    var lines = lines
    let comment: Comment = "\(comment)"
    let episodes = try catalog.episodes()
    let another = try CatalogBench(inMemory: true)
    try another.apply(feed.events)
    #expect(try another.episodes() == episodes, comment)
    let restored = try feed.events.map { try $0.inLog("6f1f3c0e-8a54-4f0b-9d8e-2b1c7c6f5a01") }
    let again = try catalog.apply(restored, startsOver: true, completes: true).map { try lines.line($0) }
    #expect(again == [], "from a restored log: \(comment)")
    #expect(try catalog.episodes() == episodes, comment)
    // Of two that are alike in everything it has forgotten which is which.
    guard !history.episodes.contains(where: \.isTwin) else { return }
    let anew = try IngestedFeed(inMemory: true)
    try anew.publish(history.items)
    let news = try catalog.apply(anew.events, startsOver: true, completes: true).map { try lines.line($0) }
    #expect(news == [], "from a feed-ingest that lost its data: \(comment)")
    #expect(try catalog.episodes() == episodes, comment)
  }
}
