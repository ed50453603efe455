import Castwire
import CastwireBus
import Foundation
import TestSupport

/// Keeps feed-ingest busy, in a thread of its own: feeds change and are asked for, and the last of them is unfollowed,
/// forgotten and followed again. A request whose answer is lost is made again.
final class FeedLoad: Sendable {
  private struct State {
    var steps = 0
    var lostReplies = 0
    var isStopping = false
    var failure: String?
    var isOver = false
  }

  private let host: FeedHost
  private let count: Int
  private let state = Monitor(State())

  /// - Parameter endpoint: feed-ingest's request socket.
  init(host: FeedHost, feeds count: Int, seed: UInt64, endpoint: String) {
    self.host = host
    self.count = count
    Thread.detachNewThread { [self] in
      do {
        try run(SeededGenerator(seed: seed, stream: "load"), endpoint)
      } catch {
        state.withLock { $0.failure = "\(error)" }
      }
      state.withLock { $0.isOver = true }
    }
  }

  var steps: Int {
    state.withLock { $0.steps }
  }

  /// How many requests were made again.
  var lostReplies: Int {
    state.withLock { $0.lostReplies }
  }

  /// Why the load cannot be kept up; nil while it can.
  var failure: String? {
    state.withLock { $0.failure }.map { "the load on feed-ingest: \($0)" }
  }

  /// Follows all feeds, stops changing them and has each of them asked for once more.
  ///
  /// - Throws: `RunFailure` where feed-ingest refuses, or does not answer for a minute.
  func stop() throws {
    state.withLock { $0.isStopping = true }
    guard state.block(for: .seconds(90), until: { $0.isOver }) else {
      throw RunFailure(reason: "the load on feed-ingest does not end")
    }
    if let failure { throw RunFailure(reason: failure) }
  }

  private var isStopping: Bool {
    state.withLock { $0.isStopping }
  }

  private func run(_ seeded: SeededGenerator, _ endpoint: String) throws {
    var generator = seeded
    let client = try RequestClient(context: Context(), endpoint: endpoint)
    for number in 0..<count { _ = try ask(client, "feeds.follow", ["url": host.url(number)]) }
    let last = Identity.feedID(url: host.url(count - 1))
    while !isStopping {
      host.step()
      state.withLock { $0.steps += 1 }
      switch Int.random(in: 0..<24, using: &generator) {
      case 0: try ask(client, "feeds.unfollow", Unfollow(feed: last, purge: false))
      case 1: try ask(client, "feeds.unfollow", Unfollow(feed: last, purge: true))
      case 2...5: try ask(client, "feeds.follow", ["url": host.url(count - 1)])
      default: break
      }
      try ask(client, "feeds.refresh", [String: String]())
      _ = state.block(for: .milliseconds(Int.random(in: 50...400, using: &generator))) { $0.isStopping }
    }
    host.settle()
    try ask(client, "feeds.follow", ["url": host.url(count - 1)])
    try ask(client, "feeds.refresh", [String: String]())
  }

  private struct Unfollow: Encodable {
    let feed: String
    let purge: Bool
  }

  /// Asks until there is an answer. Whether the service did what it did not answer, nobody knows; so it must not matter.
  private func ask(_ client: RequestClient, _ name: String, _ parameters: some Encodable) throws {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      do {
        _ = try client.ask(name, parameters, patience: .seconds(2))
        return
      } catch let error as RequestError where error.code == .unavailable && ContinuousClock.now < end {
        state.withLock { $0.lostReplies += 1 }
      }
    }
  }
}
