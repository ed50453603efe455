import CastwireBus
import Foundation
import Glibc
import Storage
import TestSupport
import Testing

/// What may happen to a subscriber, and that those that the project ships lose nothing and say nothing twice.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ShippedSubscriberTests {
  @Test func `the one in Swift, killed again and again, has each event once in its own transaction`() async throws {
    let published = Monitor(3_000)
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: published.withLock { $0 })) }
    let castwire = try Installation.running()
    let episodes = try castwire.listen(to: .catalog)
    _ = try castwire.follow(server.url())
    #expect(await episodes.hears(3_000, of: "castwire.episode.added.v1"))

    for kill in 1...10 {
      let subscriber = try await ShippedSubscriber.swift.start(castwire)
      // The first ones are killed in the midst of the replay, where that takes long enough, the others while events come
      // live.
      if kill > 1 {
        published.withLock { $0 += 25 }
        try castwire.refresh()
      }
      #expect(await subscriber.prints(kill > 4 ? 5 : 1), "\(subscriber.lines)")
      subscriber.kill(SIGKILL)
      #expect(await subscriber.waitForExit() == .signalled(SIGKILL))
    }
    published.withLock { $0 += 1 }
    try castwire.refresh()
    let last = "added Episode \(published.withLock { $0 })"
    let subscriber = try await ShippedSubscriber.swift.start(castwire)
    #expect(await subscriber.line(within: .seconds(60)) { $0 == last } != nil)

    let database = try Database(path: ShippedSubscriber.swift.database(castwire), access: .reading)
    let heard = try database.all("SELECT sequence FROM news ORDER BY id") { UInt64($0.integer(0)) }
    let committed = try castwire.committedEvents(.catalog).filter { $0.event.familyAndVerb?.family == "episode" }
    #expect(heard.count >= 3_151)
    #expect(heard == committed.map(\.event.sequence.rawValue))
    #expect(try database.first("SELECT count(*) FROM set_aside") { $0.integer(0) } == 0)
  }

  @Test(arguments: ShippedSubscriber.allCases)
  func `a catalog that was put back from a backup is no news, but for what is new`(
    subscriber: ShippedSubscriber
  ) async throws {
    let published = Monitor(50)
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: published.withLock { $0 })) }
    let castwire = try Installation.running()
    let process = try await subscriber.start(castwire)
    _ = try castwire.follow(server.url())
    #expect(await process.prints(50), "\(process.lines)")
    let backup = castwire.folder.path(of: "backup.sqlite")
    try await command("backup", backup, castwire)
    published.withLock { $0 = 60 }
    try castwire.refresh()
    #expect(await process.prints(60), "\(process.lines)")

    castwire.processes[.catalog]?.kill(SIGTERM)
    #expect(await castwire.processes[.catalog]?.waitForExit() == .exited(0))
    try await command("restore", backup, castwire)
    try castwire.start(.catalog)
    published.withLock { $0 = 61 }
    try castwire.refresh()
    #expect(await process.line(within: .seconds(60)) { $0.contains("Episode 61") } != nil, "\(process.lines)")
    let titles = ShippedSubscriber.titles(process.lines)
    #expect(titles.count == 61 && Set(titles).count == 61, "\(titles)")
    #expect(!process.lines.contains { $0.contains("dropped") })
  }

  @Test(arguments: ShippedSubscriber.allCases)
  func `with its key a subscriber hears of everything, and one that is not listed of nothing`(
    subscriber: ShippedSubscriber
  ) async throws {
    let published = Monitor(30)
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: published.withLock { $0 })) }
    let castwire = try await Installation.runningEncrypted()
    let keys = try #require(castwire.keys)
    // From here on the catalog has read its list.
    _ = try castwire.ask(.catalog, "service.status", [String: String](), as: ServiceStatus.self)
    let new = try ServiceProcess("castwire", arguments: ["keys", "new", "alert", keys.path, "--roles", "subscribe"])
    #expect(await new.waitForExit(within: .seconds(60)) == .exited(0), "\(new.lines)")
    let catalog = try #require(castwire.processes[.catalog])
    _ = try castwire.follow(server.url())

    let endpoints = castwire.endpoints(.catalog)
    let process = try await subscriber.start(castwire, keys: keys.keyPath(of: "alert"))
    #expect(await catalog.line(within: .seconds(60)) { $0.contains("refused an unknown key") } != nil)
    // At whichever of the two it is told so first.
    #expect(
      await process.line(within: .seconds(60)) { $0.contains(endpoints.requests) || $0.contains(endpoints.events) }
        != nil, "\(process.lines)")
    #expect(ShippedSubscriber.titles(process.lines) == [])
    catalog.kill(SIGHUP)
    #expect(await catalog.line(within: .seconds(60)) { $0.contains("the allow-list is read anew") } != nil)
    #expect(await process.line(within: .seconds(60)) { $0.contains("Episode 30") } != nil, "\(process.lines)")
    published.withLock { $0 = 31 }
    try castwire.refresh()
    #expect(await process.line(within: .seconds(60)) { $0.contains("Episode 31") } != nil, "\(process.lines)")
    let titles = ShippedSubscriber.titles(process.lines)
    #expect(titles.count == 31 && Set(titles).count == 31, "\(titles)")
  }

  @Test func `what the guide shows of the subscribers stands in them`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: ShippedSubscriber.root.appending(path: path), encoding: .utf8)
    }
    let guide = try text("Guide/subscribing.md")
    let sources = try ["Examples/Subscriber/Main.swift", "Examples/Subscriber/Archive.swift", "Examples/subscriber.py"]
      .map(text).joined(separator: "\n").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let listings = guide.matches(of: #/```(?:swift|python)\n((?:.*\n)*?)```/#).map { String($0.output.1) }
    #expect(listings.count >= 4)
    for listing in listings {
      let lines = listing.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0 != "…" }
      let start = try #require(sources.firstIndex(of: lines[0]), "\(lines[0])")
      #expect(Array(sources[start...].prefix(lines.count)) == lines)
    }
  }

  private func command(_ name: String, _ file: String, _ castwire: Installation) async throws {
    let process = try ServiceProcess("catalog", arguments: [name, file, "--data", castwire.folder.path])
    #expect(await process.waitForExit(within: .seconds(60)) == .exited(0), "\(process.lines)")
  }
}
