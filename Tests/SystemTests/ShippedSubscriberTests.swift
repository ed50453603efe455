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
    #expect(heard == committed.map(\.event.sequence.rawValue), "\(heard.count) of \(committed.count)")
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
  func `a catalog that is made anew repeats no revisions of before, only what is new`(
    subscriber: ShippedSubscriber
  ) async throws {
    let document = Monitor(Feeds.podcast(episodes: 20))
    let server = try FeedServer { _ in .ok(document.withLock { $0 }) }
    let castwire = try Installation.running()
    let process = try await subscriber.start(castwire)
    _ = try castwire.follow(server.url())
    #expect(await process.prints(20), "\(process.lines)")
    document.withLock { $0 = Feeds.podcast(episodes: 20, titles: [5: "Better", 7: "Other"]) }
    try castwire.refresh()
    #expect(await process.prints(22), "\(process.lines)")

    // The log that is made of feed-ingest's has the revisions of these days, each as an event.
    castwire.processes[.catalog]?.kill(SIGTERM)
    #expect(await castwire.processes[.catalog]?.waitForExit() == .exited(0))
    for suffix in ["", "-wal", "-shm"] {
      unlink(castwire.folder.path(of: "catalog.sqlite\(suffix)"))
    }
    document.withLock { $0 = Feeds.podcast(episodes: 21, titles: [5: "Best", 7: "Other"]) }
    try castwire.refresh()
    try castwire.start(.catalog)
    #expect(await process.line(within: .seconds(60)) { $0.contains("Episode 21") } != nil, "\(process.lines)")
    #expect(await process.line(within: .seconds(60)) { $0.contains("Best") } != nil, "\(process.lines)")
    // How long the catalog was away is no news of an episode.
    let absences = ["cannot reach", "nothing heard", "all is well"]
    let news = process.lines.dropFirst(22).filter { line in !absences.contains { line.hasPrefix($0) } }
    #expect(news.count == 2, "\(news)")
    #expect(news.count { $0.contains("Episode 21") } == 1 && news.count { $0.contains("Best") } == 1, "\(news)")
  }

  @Test func `one cursor file for two families is refused in words`() async throws {
    let castwire = try Installation.running()
    let process = try await ShippedSubscriber.python.start(castwire)
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: 1)) }
    _ = try castwire.follow(server.url())
    #expect(await process.prints(1), "\(process.lines)")
    process.kill(SIGKILL)
    _ = await process.waitForExit()
    let endpoints = castwire.endpoints(.catalog)
    let other = try await Python.start([
      ShippedSubscriber.root.appending(path: "Examples/subscriber.py").path, "--family", "podcast", "--events",
      endpoints.events, "--requests", endpoints.requests, "--cursor", ShippedSubscriber.python.database(castwire),
    ])
    #expect(await other.waitForExit(within: .seconds(60)) == .exited(1))
    #expect(other.lines.count == 1, "\(other.lines)")
    #expect(other.lines.first?.contains("is of --family 'episode', not 'podcast'") == true, "\(other.lines)")
  }

  @Test(arguments: [
    (["--cursor", "/nowhere/cursor.sqlite"], "/nowhere/cursor.sqlite"), (["--cursor", #filePath], #filePath),
    (["--events", "nonsense"], "nonsense"), (["--keys", #filePath], #filePath),
  ])
  func `what cannot be used is named in one line`(words: [String], name: String) async throws {
    let process = try await Python.start(
      [ShippedSubscriber.root.appending(path: "Examples/subscriber.py").path] + words)
    #expect(await process.waitForExit(within: .seconds(60)) == .exited(1))
    #expect(process.lines.count == 1 && process.lines.first?.contains(name) == true, "\(process.lines)")
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
    let sources = try [
      "Examples/Subscriber/Main.swift", "Examples/Subscriber/Archive.swift", "Examples/subscriber.py",
      "Examples/notify.py",
    ]
    .map(text).joined(separator: "\n").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let listings = guide.matches(of: #/```(?:swift|python)\n((?:.*\n)*?)```/#).map { String($0.output.1) }
    #expect(listings.count >= 4)
    // The one about a file for the place is of no program.
    for listing in listings where !listing.contains("CursorFile(path:") {
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
