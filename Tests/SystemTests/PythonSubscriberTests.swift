import CastwireBus
import Foundation
import TestSupport
import Testing

/// Subscribers in another language: those that the project ships, as a reader of the README would run them.
@Suite(.serialized)
struct PythonSubscriberTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  @Test func `a reliable subscriber that comes late gets all 5,000 episodes by replay, then a live one`() async throws {
    let published = Monitor(5_000)
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: published.withLock { $0 })) }
    let castwire = try Installation.running()
    let episodes = try castwire.listen(to: .catalog)
    _ = try castwire.follow(server.url())
    #expect(await episodes.hears(5_000, of: "castwire.episode.added.v1"))

    let endpoints = castwire.endpoints(.catalog)
    let cursor = castwire.folder.path(of: "cursor.sqlite")
    let arguments = [
      Self.root.appending(path: "Examples/subscriber.py").path, "--events", endpoints.events, "--requests",
      endpoints.requests, "--cursor", cursor,
    ]
    let subscriber = try await Python.start(arguments)
    #expect(await subscriber.prints(5_000))
    published.withLock { $0 = 5_001 }
    try castwire.refresh()
    #expect(await subscriber.prints(5_001))
    let last = try #require(subscriber.lines.last)
    #expect(last.contains("\"Episode 5001\""))
    #expect(last.contains("\"initial\": false"))

    // Killed and started again it goes on from its cursor: only what came meanwhile is printed.
    subscriber.kill(SIGKILL)
    _ = await subscriber.waitForExit()
    published.withLock { $0 = 5_002 }
    try castwire.refresh()
    #expect(await episodes.hears(5_002, of: "castwire.episode.added.v1"))
    let second = try await Python.start(arguments)
    #expect(await second.prints(1))
    #expect(second.lines.first?.contains("\"Episode 5002\"") == true)
    let titles = (subscriber.lines + second.lines).compactMap { line in
      line.firstMatch(of: #/"title": "(Episode \d+)"/#).map { String($0.output.1) }
    }
    #expect(titles.count == 5_002)
    #expect(Set(titles).count == 5_002)
  }

  @Test func `the ten lines in the README hear a live episode`() async throws {
    let published = Monitor(3)
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: published.withLock { $0 })) }
    let castwire = try Installation.running()
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let block = try #require(readme.firstMatch(of: #/```python\n((?:.*\n)*?)```/#)).output.1
    #expect(block.split(separator: "\n").count <= 10)
    let code = block.replacing("tcp://127.0.0.1:5711", with: castwire.endpoints(.catalog).events)
    #expect(code != block)
    let script = try castwire.folder.write(Array(code.utf8), to: "readme.py")

    let subscriber = try await Python.start(["-u", script])
    _ = try castwire.follow(server.url())
    // It has no way to say that it listens, so episodes are published until it hears one.
    var heard = false
    for number in 4...60 where !heard {
      published.withLock { $0 = number }
      try castwire.refresh()
      heard = await subscriber.line(within: .seconds(1)) { $0.contains("Episode") } != nil
    }
    #expect(heard, "\(subscriber.lines)")
    #expect(subscriber.lines.first?.contains("episode.") == true)
  }
}
