import Castwire
import CastwireBus
import Foundation
import Glibc
import TestSupport
import Testing

/// The services, castwire and subscribers with keys.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct KeysTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  @Test func `the services follow each other encrypted, from the feed to the cell, and say nothing is wrong`()
    async throws
  {
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: 50)) }
    let castwire = try await Installation.runningEncrypted()
    let cells = try castwire.listen(to: .formatter)
    _ = try castwire.follow(server.url())
    #expect(await cells.hears(50, of: "castwire.cell.updated.v1"))
    for service in [Installation.Service.catalog, .formatter] {
      let status = try castwire.ask(service, "service.status", [String: String](), as: ServiceStatus.self)
      #expect(status.peers.map(\.state) == [.connected])
      #expect(status.peers.first?.trouble == nil)
    }
    for service in Installation.Service.allCases {
      let lines = castwire.processes[service]?.lines ?? []
      #expect(!lines.contains { $0.contains("refused") }, "\(lines)")
    }
  }

  @Test func `castwire uses its own key, and without one is told what to do`() async throws {
    let castwire = try await Installation.runningEncrypted()
    for service in Installation.Service.allCases {
      _ = try castwire.ask(service, "service.status", [String: String](), as: ServiceStatus.self)
    }
    let places = [
      "CASTWIRE_FEED_INGEST": "127.0.0.1:\(castwire.port(.feedIngest))",
      "CASTWIRE_CATALOG": "127.0.0.1:\(castwire.port(.catalog))",
      "CASTWIRE_FORMATTER": "127.0.0.1:\(castwire.port(.formatter))",
    ]
    let keys = try #require(castwire.keys)
    var good: ServiceProcess
    let end = ContinuousClock.now + .seconds(60)
    repeat {
      good = try ServiceProcess(
        "castwire", arguments: ["status"], environment: places.merging(["CASTWIRE_KEYS": keys.path]) { $1 })
      // It waits for a service no longer than a person would.
    } while await good.waitForExit() == .exited(1) && good.lines.contains { $0.contains("gives no answer") }
      && ContinuousClock.now < end
    #expect(good.status == .exited(0), "\(good.lines)")
    let plain = try ServiceProcess("castwire", arguments: ["feeds"], environment: places)
    #expect(await plain.waitForExit(within: .seconds(60)) == .exited(1))
    #expect(plain.lines.count == 1 && plain.lines.first?.contains("CASTWIRE_KEYS=DIR") == true, "\(plain.lines)")
    let nowhere = try ServiceProcess(
      "castwire", arguments: ["feeds"], environment: places.merging(["CASTWIRE_KEYS": "/nowhere"]) { $1 })
    #expect(await nowhere.waitForExit(within: .seconds(60)) == .exited(1))
    #expect(nowhere.lines.first?.contains("castwire keys init /nowhere") == true, "\(nowhere.lines)")
  }

  @Test func `the README's lines in Python hear events with a new client's key, until it is taken back`() async throws {
    let published = Monitor(3)
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: published.withLock { $0 })) }
    let castwire = try await Installation.runningEncrypted()
    let keys = try #require(castwire.keys)
    let new = try ServiceProcess("castwire", arguments: ["keys", "new", "alert", keys.path, "--roles", "subscribe"])
    #expect(await new.waitForExit(within: .seconds(60)) == .exited(0), "\(new.lines)")
    let catalog = try #require(castwire.processes[.catalog])
    catalog.kill(SIGHUP)
    #expect(await catalog.line(within: .seconds(60)) { $0.contains("the allow-list is read anew keys=5") } != nil)

    let subscriber = try await Python.start(["-u", try script(castwire, keys)])
    let episodes = try castwire.listen(to: .catalog)
    _ = try castwire.follow(server.url())
    var heard = false
    for number in 4...60 where !heard {
      published.withLock { $0 = number }
      try castwire.refresh()
      heard = await subscriber.line(within: .seconds(1)) { $0.contains("Episode") } != nil
    }
    #expect(heard, "\(subscriber.lines)")

    let list = try String(contentsOfFile: keys.allowListPath, encoding: .utf8).split(separator: "\n")
    try Data(list.filter { !$0.hasPrefix("alert") }.joined(separator: "\n").utf8)
      .write(to: URL(fileURLWithPath: keys.allowListPath))
    #expect(chmod(keys.allowListPath, 0o600) == 0)
    catalog.kill(SIGHUP)
    #expect(await catalog.line(within: .seconds(60)) { $0.contains("lost=alert") } != nil)
    let key = try keys.keyFile(of: "alert").publicKey
    #expect(await catalog.line(within: .seconds(60)) { $0.contains("refused an unknown key") } != nil)
    #expect(catalog.lines.count { $0.contains("\(key)") } == 1)
    // Those who may still hear what comes now; it does not.
    published.withLock { $0 += 1 }
    try castwire.refresh()
    let last = "Episode \(published.withLock { $0 })"
    #expect(
      await episodes.hears { events in
        events.contains { String(decoding: $0.json, as: UTF8.self).contains("\"\(last)\"") }
      })
    #expect(!subscriber.lines.contains { $0.hasSuffix(" \(last)") }, "\(subscriber.lines)")
  }

  /// The README's ten lines with its five for keys among them.
  private func script(_ castwire: Installation, _ keys: KeyFolder) throws -> String {
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let blocks = readme.matches(of: #/```python\n((?:.*\n)*?)```/#).map { String($0.output.1) }
    let plain = try #require(blocks.first { $0.contains("events.connect") })
    let secure = try #require(blocks.first { $0.contains("curve_serverkey") })
    #expect(secure.split(separator: "\n").count <= 5)
    let code = plain.replacing("events.connect", with: secure + "events.connect")
      .replacing("tcp://127.0.0.1:5711", with: castwire.endpoints(.catalog).events)
      .replacing("keys/alert.key", with: keys.keyPath(of: "alert"))
    return try castwire.folder.write(Array(code.utf8), to: "readme.py")
  }
}
