import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// The program itself: a real process, asked over its socket, fed over HTTP.
struct ServiceTests {
  private let folder: TemporaryDirectory
  private let port: Int
  private let context = Context()

  init() throws {
    folder = try TemporaryDirectory()
    port = try FreePort.pair()
  }

  private func start(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> ServiceProcess {
    try ServiceProcess(
      "feed-ingest",
      arguments: ["run", "--data", folder.path, "--port", "\(port)", "--allow-private"] + arguments,
      environment: environment.merging(["CASTWIRE_LOG_LEVEL": "debug"]) { $1 })
  }

  private func ask<Result: Decodable>(
    _ name: String, _ parameters: some Encodable, as type: Result.Type
  ) throws -> Result {
    try RequestClient(context: context, endpoint: "tcp://127.0.0.1:\(port + 1)")
      .ask(name, parameters, as: type, patience: .seconds(60))
  }

  /// Follows the log from its beginning until enough was heard.
  private func events(until isEnough: ([Event]) -> Bool) throws -> [Event] {
    let subscription = try Subscription(
      context: context,
      endpoints: Subscription.Endpoints(events: "tcp://127.0.0.1:\(port)", requests: "tcp://127.0.0.1:\(port + 1)"),
      start: .beginning)
    let end = ContinuousClock.now + .seconds(120)
    var events: [Event] = []
    while !isEnough(events), ContinuousClock.now < end {
      if let batch = try subscription.next(now: .now) { events += batch.events }
      try Poller.wait(for: subscription.pollItems, milliseconds: 50)
    }
    return events
  }

  @Test func `what is followed is fetched and published, and stays so after a kill`() async throws {
    let served = try ServedFeed(Feeds.podcast(episodes: 3))
    let process = try start()
    let feed = try ask("feeds.follow", ["url": served.url], as: Feed.self)
    let events = try events { $0.last?.name == "feed.updated" }
    #expect(events.map(\.name) == ["feed.followed", "item.seen", "item.seen", "item.seen", "feed.updated"])
    #expect(Set(events.map(\.partitionKey)) == [feed.id])
    process.kill(SIGKILL)
    _ = await process.waitForExit()

    served.set(Feeds.podcast(episodes: 4))
    let again = try start()
    let report = try ask("feeds.get", ["feed": feed.id], as: FeedReport.self)
    #expect(report.document == 1)
    #expect(report.itemCount == 3)
    #expect(try ask("feeds.refresh", ["feed": feed.id], as: [String: Int].self) == ["refreshed": 1])
    let all = try self.events { $0.count { $0.name == "feed.updated" } == 2 }
    #expect(all.prefix(5) == events[...])
    #expect(all.dropFirst(5).map(\.name) == ["item.seen", "feed.updated"])
    again.kill(SIGTERM)
    #expect(await again.waitForExit() == .exited(0))
  }

  @Test func `a proxy that the environment names is not asked`() async throws {
    let proxy = try FeedServer { _ in .ok(Feeds.podcast(episodes: 1)) }
    let served = try ServedFeed(Feeds.podcast(episodes: 3))
    let names = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]
    let process = try start(environment: Dictionary(uniqueKeysWithValues: names.map { ($0, proxy.url("")) }))
    _ = try ask("feeds.follow", ["url": served.url], as: Feed.self)
    let events = try events { $0.last?.name == "feed.updated" }
    #expect(events.count { $0.name == "item.seen" } == 3)
    #expect(proxy.connectionCount == 0)
    process.kill(SIGTERM)
    _ = await process.waitForExit()
  }

  @Test func `no password is written to the log`() async throws {
    let served = try ServedFeed { _ in .status(401) }
    let process = try start()
    _ = try ask("feeds.follow", ["url": served.url.replacing("http://", with: "http://user:s3cret@")], as: Feed.self)
    let events = try events { $0.last?.name == "feed.failing" }
    #expect(try events.last?.decode(FeedEvent.self).reason == "the server says 401 Unauthorized")
    #expect(throws: RequestError.self) {
      try ask("feeds.get", ["feed": "http://user:s3cret@example.com/"], as: FeedReport.self)
    }
    process.kill(SIGTERM)
    _ = await process.waitForExit()
    #expect(process.lines.contains { $0.contains("401") })
    #expect(!process.lines.contains { $0.contains("s3cret") })
    #expect(events.allSatisfy { !String(decoding: $0.json, as: UTF8.self).contains("s3cret") })
  }

  @Test func `a feed too large for events does not end the service`() async throws {
    let served = try ServedFeed(
      Feeds.podcast(title: String(repeating: "A very long title. ", count: 60_000), episodes: 1))
    let process = try start()
    _ = try ask("feeds.follow", ["url": served.url], as: Feed.self)
    let events = try events { $0.last?.name == "feed.updated" }
    #expect(events.map(\.name) == ["feed.followed", "item.seen", "feed.updated"])
    #expect(try events.last?.decode(FeedEvent.self).truncated?.contains("title") == true)
    #expect(process.status == nil)
  }
}
