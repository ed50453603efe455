import Castwire
import CastwireBus
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FeedIngest

/// 100 hosts that are slow or dead, followed before 1,000 feeds of hosts that are well.
struct SlowHostTests {
  private static let slowHosts = (1...100).map { "127.0.1.\($0)" }
  /// Each answers so, and most no more until the gate opens.
  private enum Kind: Int, CaseIterable {
    case silent, trickling, refusing

    init(of host: String) { self = Self.allCases[host.utf8.reduce(0) { $0 + Int($1) } % Self.allCases.count] }
  }

  private let bench: IngestBench
  /// By which transfers are found slow.
  private let clock = Monitor(ContinuousClock.now)
  private let gate = Gate()
  private let healthy: FeedServer
  private let slow: FeedServer
  /// Whether the slow hosts are at fault in another way: they fail at once.
  private let fails = Monitor(false)
  /// A port that is taken and that nobody listens on.
  private let refusing: Int32

  init() throws {
    bench = try IngestBench { [clock] in $0.now = { clock.withLock { $0 } } }
    healthy = try FeedServer(at: "0.0.0.0") { _ in .ok(Feeds.podcast(episodes: 1)) }
    refusing = try LoopbackSocket.bound(to: 0, at: "0.0.0.0")
    let body = Feeds.podcast(episodes: 1)
    slow = try FeedServer(at: "0.0.0.0") { [gate, fails] request in
      if fails.withLock({ $0 }) { return .status(500) }
      let host = request.header("Host")?.split(separator: ":").first.map(String.init) ?? ""
      guard Kind(of: host) == .trickling else { return .ok(body).after(gate) }
      let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
      return FeedServer.Response(
        steps: [.send(head + body.prefix(1)), .wait(gate), .send(Array(body.dropFirst()))], keepsConnection: true)
    }
  }

  /// - Parameter count: how many feeds each of the hosts has.
  private func followSlow(count: Int) throws {
    let refusingPort = try LoopbackSocket.port(of: refusing)
    try follow(
      Self.slowHosts.flatMap { host in
        (1...count).map { number in
          Kind(of: host) == .refusing
            ? "http://\(host):\(refusingPort)/slow/\(number)" : slow.url("/slow/\(number)", host: host)
        }
      })
  }

  private func followHealthy() throws {
    try follow((0..<1_000).map { healthy.url("/feeds/\($0)", host: "127.0.2.\(1 + $0 % 250)") })
  }

  private func follow(_ urls: [String]) throws {
    let list = urls.map { #"<outline type="rss" xmlUrl="\#($0)"/>"# }.joined()
    let reply = try bench.ask("feeds.import", ["opml": "<opml version=\"2.0\"><body>\(list)</body></opml>"])
    #expect(reply["followed"] as? Int == urls.count)
  }

  /// The ids of the feeds that are followed.
  private func ids() throws -> [String] {
    try bench.events.filter { $0.name == "feed.followed" }.map { try $0.decode(FeedEvent.self).feed.id }
  }

  private func itemCount() -> Int {
    bench.events.count { $0.name == "item.seen" }
  }

  /// How many of the feeds have been polled since `time`, in milliseconds since 1970.
  private func polledCount(of ids: [String], since time: Int64) throws -> Int {
    try ids.count { id in
      let report = try bench.ask("feeds.get", ["feed": id])
      let last = (report["lastPoll"] as? String).flatMap { try? Date($0, strategy: .iso8601) }
      return last.map { Int64($0.timeIntervalSince1970 * 1_000) >= time } ?? false
    }
  }

  /// Follows the healthy hosts' feeds when the slow ones have all the places there are, and polls them all.
  ///
  /// - Parameter asked: how often the slow hosts had been asked before.
  private func pollHealthy(after asked: Int) async throws {
    try await bench.start { slow.requests.count >= asked + 64 }
    try followHealthy()
    var taken = asked + 64
    try await bench.start {
      // Time passes only while all places are theirs again: so no healthy one is ever slow.
      if slow.requests.count >= taken {
        clock.withLock { $0 += .seconds(3) }
        taken += 32
      }
      return healthy.requests.count >= 1_000 && itemCount() >= 1_000
    }
  }

  private func end() throws {
    gate.open()
    try bench.poll()
    close(refusing)
  }

  @Test func `hosts that are slow all of a sudden do not hold up the others`() async throws {
    try followSlow(count: 1)
    let slowIDs = try ids()
    let waiting = Self.slowHosts.count { Kind(of: $0) != .refusing }
    try await pollHealthy(after: 0)
    #expect(itemCount() == 1_000)
    #expect(try polledCount(of: slowIDs, since: 0) <= slowIDs.count - waiting)
    // To make room, each was given up once at most.
    #expect(slow.requests.count <= 2 * waiting)
    try end()
    #expect(itemCount() == 1_000 + waiting)
    #expect(try polledCount(of: slowIDs, since: 0) == slowIDs.count)
  }

  @Test func `hosts that failed before do not hold up the others, however many feeds they have`() async throws {
    fails.withLock { $0 = true }
    // More than may be polled at once.
    try followSlow(count: 12)
    try bench.poll()
    let slowIDs = try ids()
    #expect(try polledCount(of: slowIDs, since: 0) == slowIDs.count)
    fails.withLock { $0 = false }
    let asked = slow.requests.count
    bench.pass(minutes: 1)
    let time = bench.now
    try bench.ask("feeds.refresh")
    try await pollHealthy(after: asked)
    #expect(itemCount() == 1_000)
    let waiting = 12 * Self.slowHosts.count { Kind(of: $0) != .refusing }
    #expect(try polledCount(of: slowIDs, since: time) <= slowIDs.count - waiting)
    try end()
    #expect(itemCount() == 1_000 + waiting)
    #expect(try polledCount(of: slowIDs, since: time) == slowIDs.count)
  }
}
