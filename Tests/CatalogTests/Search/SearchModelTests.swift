import Castwire
import CastwireBus
import Foundation
import ServiceLoop
import TestSupport
import Testing

@testable import Catalog

/// Random histories and queries, beside a model that knows nothing of an index.
@Suite(.timeLimit(.minutes(10)))
struct SearchModelTests {
  /// What is known of an episode: its words, lower case and without accents, made by hand for the words below.
  private struct Known {
    let id: String
    let feed: String
    let title: [String]
    let author: [String]
    let description: [String]
    let seconds: Int
  }

  /// Words as they are written, and as they are searched for.
  private static let words: [(written: String, plain: String)] = [
    ("a", "a"), ("An", "an"), ("ant", "ant"), ("ANTHEM", "anthem"), ("Änte", "ante"), ("b", "b"), ("Bé", "be"),
    ("bees", "bees"), ("ñandú", "nandu"), ("nan", "nan"), ("Übung", "ubung"), ("ub", "ub"), ("47", "47"), ("4", "4"),
    ("470", "470"), ("ночь", "ночь"), ("Ночью", "ночью"), ("Жёлт", "желт"),
  ]

  private static func text(_ words: [Int], _ random: inout SeededGenerator) -> String? {
    guard !words.isEmpty else { return nil }
    let gaps = [" ", ", ", " – ", "/", "'", "\n"]
    return words.map { Self.words[$0].written }.reduce("") { text, word in
      text.isEmpty ? word : text + gaps[random.below(gaps.count)] + word
    }
  }

  private static func picks(_ most: Int, _ random: inout SeededGenerator) -> [Int] {
    (0..<random.below(most + 1)).map { _ in random.below(words.count) }
  }

  /// The first rank whose words have all that is asked.
  private static func rank(_ known: Known, _ query: [String]) -> Int? {
    func have(_ words: [String], prefixes: Bool) -> Bool {
      query.allSatisfy { wanted in
        words.contains { prefixes && wanted.count > 1 ? $0.hasPrefix(wanted) : $0 == wanted }
      }
    }
    if have(known.title, prefixes: false) { return 0 }
    if have(known.title, prefixes: true) { return 1 }
    if have(known.title + known.author, prefixes: true) { return 2 }
    return have(known.title + known.author + known.description, prefixes: true) ? 3 : nil
  }

  @Test(arguments: UInt64(0)..<12)
  func `what is found is what the model finds, in its order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "search")
    let bench = try SearchBench(mostDead: seed % 2 == 0 ? 20 : 10_000)
    bench.worker.start()
    var known: [String: Known] = [:]
    for _ in 0..<25 {
      var drafts: [EventDraft] = []
      for _ in 0...random.below(12) {
        let number = random.below(60)
        let feed = number % 3 == 0 ? SearchBench.otherFeed : SearchBench.feed
        let id = SearchBench.id(number, feed: feed)
        if random.isOnce(in: 6) {
          guard known.removeValue(forKey: id) != nil else { continue }
          drafts.append(try SearchBench.draft("episode", "removed", id, feed: feed, RemovedEvent()))
          continue
        }
        let words = (Self.picks(4, &random), Self.picks(2, &random), Self.picks(12, &random))
        // No two at one time, so that the order is known; some before 1970.
        let seconds = number * 40_000_000 - 1_000_000_000 + random.below(1_000)
        let episode = SearchBench.episode(
          number, Self.text(words.0, &random), author: Self.text(words.1, &random),
          description: Self.text(words.2, &random), date: Date(timeIntervalSince1970: Double(seconds)), feed: feed)
        func plain(_ picks: [Int]) -> [String] { picks.map { Self.words[$0].plain } }
        known[id] = Known(
          id: id, feed: feed, title: plain(words.0), author: plain(words.1), description: plain(words.2),
          seconds: min(seconds, 1_700_000_000))
        drafts.append(try SearchBench.draft(episode, verb: random.isOnce(in: 2) ? .updated : .added))
      }
      try bench.publish(drafts)
      if random.isOnce(in: 5) { bench.restart() }
      if random.isOnce(in: 7) {
        bench.worker.letGo()
        bench.worker.start()
      }
      guard random.isOnce(in: 3) else { continue }
      for _ in 0..<6 {
        let words = (0...random.below(3)).map { _ in
          let word = Self.words[random.below(Self.words.count)]
          let length = 1 + random.below(word.plain.count)
          return (String(word.written.prefix(length)), String(word.plain.prefix(length)))
        }
        let feed = random.isOnce(in: 3) ? SearchBench.feed : nil
        let text = words.map(\.0).joined(separator: " ")
        let expected = known.values.filter { feed == nil || $0.feed == feed }
          .compactMap { known in Self.rank(known, words.map(\.1)).map { (rank: $0, known: known) } }
          .sorted { ($0.rank, -$0.known.seconds) < ($1.rank, -$1.known.seconds) }
        let found = try bench.all(text, feed: feed, limit: 1 + random.below(9))
        #expect(found.map(\.entity.id) == expected.map(\.known.id), "seed \(seed), '\(text)'")
        let counts = try bench.search(text, feed: feed).counts
        #expect(counts.episodes == expected.count && counts.isExact, "seed \(seed), '\(text)'")
      }
    }
    #expect(try bench.state().live == known.count)
  }
}
