internal import CastwireBus
internal import Foundation
internal import TestSupport

/// What readers ask a catalog, each question a thousand times or its share of it.
struct CatalogQuestions {
  private static let count = 1_000

  private let client: RequestClient
  private let log: ItemLog
  private var random = SeededGenerator(seed: 9)
  private var words = SampleWords(seed: 9)

  init(_ client: RequestClient, _ log: ItemLog) {
    self.client = client
    self.log = log
  }

  /// How long questions took, in milliseconds.
  struct Answers {
    let name: String
    let median: Double
    let slowest: Double
    /// How many items an answer has on average.
    let items: Double
  }

  private struct Page: Decodable {
    struct Item: Decodable {}

    let items: [Item]
  }

  private struct Question: Encodable {
    var podcast: String?
    var before: String?
    var text: String?
    let limit = 50
  }

  mutating func pages() throws -> [Answers] {
    [
      try ask("episodes.list", "first page of 50", share: 3) { _ in Question() },
      try ask("episodes.list", "deep in the list", share: 3) {
        // A cursor as the list gives it, of a place that no walk through a million would come to in time.
        Question(before: "\(ItemLog.dates.lowerBound + $0.random.below(ItemLog.dates.count)):0")
      },
      try ask("episodes.list", "of one podcast", share: 3) {
        Question(podcast: ItemLog.feedID($0.random.below($0.log.feeds)))
      },
    ]
  }

  mutating func searches() throws -> [Answers] {
    let (common, usual, rare) = (0..<50, 100..<1_000, 10_000..<SampleWords.count)
    return [
      try ask("search", "a rare word", share: 4) { Question(text: $0.words.next(ofRanks: rare)) },
      try ask("search", "a common word", share: 4) { Question(text: $0.words.next(ofRanks: common)) },
      try ask("search", "two words", share: 4) {
        Question(text: "\($0.words.next(ofRanks: common)) \($0.words.next(ofRanks: usual))")
      },
      try ask("search", "two letters of a word", share: 4) {
        Question(text: String($0.words.next(ofRanks: usual).prefix(2)))
      },
    ]
  }

  private mutating func ask(
    _ request: String, _ name: String, share: Int, _ question: (inout CatalogQuestions) -> Question
  ) throws -> Answers {
    var times: [Double] = []
    var items = 0
    for _ in 0..<Self.count / share {
      let question = question(&self)
      let start = ContinuousClock.now
      let answer = try client.ask(request, question, patience: .seconds(60))
      times.append((ContinuousClock.now - start) / .milliseconds(1))
      items += try BusCoder.decode(Page.self, from: answer).items.count
    }
    // Questions that nothing answers measure nothing.
    guard items > times.count else { throw BenchmarkError(message: "\(request), \(name): nothing is found") }
    times.sort()
    return Answers(
      name: name, median: times[times.count / 2], slowest: times[times.count * 99 / 100],
      items: Double(items) / Double(times.count))
  }
}
