import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// feed-ingest is killed while it reads hundreds of feeds for the first time.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CrawlKillTests {
  private static let count = 300
  private static let updated = "castwire.feed.updated.v1"

  /// Hundreds of feeds on one server, which holds back what is asked beyond a number until it is told.
  private final class Site: Sendable {
    private struct State {
      var limit = 0
      var gate = Gate()
    }

    let server: FeedServer
    private let state: Monitor<State>

    init() throws {
      let bodies = (1...CrawlKillTests.count).map { Feeds.podcast(title: "Cast \($0)", episodes: 2) }
      let state = Monitor(State())
      self.state = state
      server = try FeedServer { request in
        guard let number = Int(request.path.dropFirst()), bodies.indices.contains(number - 1) else {
          return .status(404)
        }
        let tag = Site.tag(ofPath: request.path)
        let response =
          request.header("If-None-Match") == tag
          ? FeedServer.Response.status(304, headers: ["ETag": tag]) : .ok(bodies[number - 1], headers: ["ETag": tag])
        guard let gate = state.withLock({ request.number > $0.limit ? $0.gate : nil }) else { return response }
        return response.after(gate)
      }
    }

    static func tag(ofPath path: String) -> String { "\"tag of \(path)\"" }

    var urls: [String] { (1...CrawlKillTests.count).map { server.url("/\($0)") } }

    /// Answers so many more requests, and those that come after them not before this is called again.
    func answer(_ more: Int) {
      let count = server.requests.count
      state.withLock { state in
        state.gate.open()
        state = State(limit: more == .max ? .max : count + more)
      }
    }
  }

  @Test func `what was committed is not fetched again and nothing is forgotten when it is killed in a crawl`()
    async throws
  {
    let site = try Site()
    let castwire = try Installation(options: [.feedIngest: ["--transfers-per-host", "24"]])
    site.answer(60)
    try castwire.start(.feedIngest)
    try follow(site.urls, castwire)

    var restarts: [(committed: Set<String>, requests: Int)] = []
    for _ in 0..<3 {
      let before = restarts.last?.committed.count ?? 0
      let log = try castwire.listen(to: .feedIngest)
      // In the middle: there is news of some, others have been answered, and others are waited for.
      #expect(await log.hears { events in events.count { $0.type == Self.updated } > before + 10 })
      try await castwire.kill(.feedIngest)
      site.answer(0)
      // So that what arrives from now on was asked after the restart.
      #expect(await site.server.connectionsClosed())
      let committed = Set(try castwire.committedEvents(.feedIngest).filter { $0.type == Self.updated }.map(\.subject))
      #expect(committed.count > before && committed.count < Self.count)
      restarts.append((committed, site.server.requests.count))
      site.answer(70)
      try castwire.start(.feedIngest)
    }
    site.answer(.max)
    let log = try castwire.listen(to: .feedIngest)
    #expect(await log.hears { events in events.count { $0.type == Self.updated } >= Self.count })

    let paths = Dictionary(
      uniqueKeysWithValues: site.urls.enumerated().map { (Identity.feedID(url: $1), "/\($0 + 1)") })
    for (committed, requests) in restarts {
      let asked = Set(site.server.requests.dropFirst(requests).map(\.path))
      #expect(asked.isDisjoint(with: committed.map { paths[$0] ?? "" }))
    }
    try await castwire.kill(.feedIngest)
    try expectWholeLog(castwire, Set(paths.keys))
    try await expectValidators(castwire, site)
  }

  private func follow(_ urls: [String], _ castwire: Installation) throws {
    struct Result: Decodable {
      let followed: Int
    }
    let outlines = urls.map { "<outline type=\"rss\" xmlUrl=\"\($0)\"/>" }.joined()
    let opml = "<opml version=\"2.0\"><body>\(outlines)</body></opml>"
    #expect(try castwire.ask(.feedIngest, "feeds.import", ["opml": opml], as: Result.self).followed == urls.count)
  }

  /// Every feed was followed and read once, and each of its items told once.
  private func expectWholeLog(_ castwire: Installation, _ feeds: Set<String>) throws {
    let events = try castwire.committedEvents(.feedIngest)
    #expect(events.isContiguous && events.isInOrderOfTime)
    for type in ["castwire.feed.followed.v1", Self.updated] {
      let subjects = events.subjects(ofType: type)
      #expect(subjects.count == Self.count && Set(subjects) == feeds, "\(type)")
    }
    for event in events where event.type == Self.updated {
      #expect(try event.event.decode(FeedEvent.self).document == 1)
    }
    let items = events.filter { $0.type == "castwire.item.seen.v1" }.map { "\($0.event.partitionKey) \($0.subject)" }
    #expect(items.count == 2 * Self.count && Set(items).count == items.count)
    #expect(events.count == 4 * Self.count)
  }

  /// The server is told of each feed what was read last, so that it need not be read again.
  private func expectValidators(_ castwire: Installation, _ site: Site) async throws {
    let requests = site.server.requests.count
    try castwire.start(.feedIngest)
    let head = try castwire.status(.feedIngest).head
    try castwire.refresh()
    #expect(await site.server.received(requests + Self.count))
    for request in site.server.requests.dropFirst(requests) {
      #expect(request.header("If-None-Match") == Site.tag(ofPath: request.path))
    }
    let end = ContinuousClock.now + .seconds(60)
    while try castwire.status(.feedIngest).counters["polls"] ?? 0 < Self.count, ContinuousClock.now < end {}
    let status = try castwire.status(.feedIngest)
    #expect(status.counters["polls"] == Self.count && status.counters["failedPolls"] == 0 && status.head == head)
    #expect(site.server.requests.count == requests + Self.count)
  }
}
