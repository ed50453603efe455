internal import Foundation
internal import TestSupport

/// Measures how fast feed-ingest polls feeds that a server on this machine has.
struct CrawlBenchmark {
  private static let feedsPerHost = 20
  private static let documentSize = 50_000

  private var rounds = 5
  private var feeds = 10_000

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--runs": rounds = try Measuring.runs(rest.popFirst())
      case "--feeds":
        guard let word = rest.popFirst(), let feeds = Int(word), (100...1_000_000).contains(feeds) else {
          throw UsageError(message: "--feeds needs a number from 100 to 1000000")
        }
        self.feeds = feeds
      default: throw UsageError(message: "unknown argument \(argument)")
      }
    }
  }

  func run() throws {
    print(
      """
      feed-ingest with its usual limits (64 transfers at once, 2 a host); \(Self.feedsPerHost) feeds on each host of
      127.0.0.0/8; the server is one thread of this process on the same processors; medians of \(rounds) rounds
      """)
    print(row("", "polls/s", "µs of feed-ingest", "of the server", "peak MB so far"))
    try measureUnchanged()
    try measureDocuments()
  }

  private func measureUnchanged() throws {
    let server = try CrawlServer(CrawlServer.Document(Feeds.podcast(episodes: 3), etag: "one"))
    let service = try CrawlProcess(urls: urls(feeds, server))
    try show("\(feeds) feeds, all new, of 3 items", feeds, [service.finishRound()], service)
    let before = server.counts
    let unchanged = try (0..<rounds).map { _ in
      try service.refresh()
      return try service.finishRound()
    }
    let after = server.counts
    guard after.unchanged - before.unchanged == rounds * feeds, after.documents == before.documents else {
      throw Unfinished(reason: "the server was not asked once for each feed with its ETag")
    }
    try show("the same, all 304", feeds, unchanged, service)
  }

  private func measureDocuments() throws {
    let count = max(feeds / 10, 1)
    let server = try CrawlServer(Self.document(revision: 0))
    let service = try CrawlProcess(urls: urls(count, server))
    try show("\(count) feeds, all new, of \(Self.documentSize / 1_000) kB", count, [service.finishRound()], service)
    let same = try (0..<rounds).map { _ in
      try service.refresh()
      return try service.finishRound()
    }
    try show("the same bytes again", count, same, service)
    let changed = try (1...rounds).map { revision in
      server.set(Self.document(revision: revision))
      try service.refresh()
      return try service.finishRound()
    }
    try show("with one new item each", count, changed, service)
  }

  /// As many items as fit, and so many new ones on top.
  private static func document(revision: Int) -> CrawlServer.Document {
    let itemSize =
      (Feeds.podcast(episodes: 20, paragraphs: 12).count - Feeds.podcast(episodes: 10, paragraphs: 12).count) / 10
    return CrawlServer.Document(
      Feeds.podcast(episodes: documentSize / itemSize + revision, paragraphs: 12), etag: nil)
  }

  private func urls(_ count: Int, _ server: CrawlServer) -> [String] {
    (0..<count).map { number in
      let host = number % max(count / Self.feedsPerHost, 1)
      return "http://127.\(host / 62_500).\(host / 250 % 250).\(1 + host % 250):\(server.port)/feeds/\(number).xml"
    }
  }

  private func show(_ name: String, _ count: Int, _ rounds: [CrawlProcess.Round], _ service: CrawlProcess) throws {
    func perPoll(_ seconds: (CrawlProcess.Round) -> Double) -> String {
      "\(Int(Measuring.median(rounds.map(seconds)) / Double(count) * 1e6))"
    }
    print(
      row(
        name, "\(Int(Double(count) / Measuring.median(rounds.map(\.seconds))))", perPoll(\.serviceSeconds),
        perPoll(\.serverSeconds), "\(try service.peakMemory * 1_024 / 1_000_000)"))
  }

  private func row(_ columns: String...) -> String {
    Measuring.row(columns, widths: [36, 8, 17, 13, 14])
  }
}
