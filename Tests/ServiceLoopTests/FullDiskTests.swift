import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

/// The real programs on a disk that is full for real.
@Suite(.enabled(if: SmallDisk.isPermitted, "mounting a small file system needs to be permitted"), .serialized)
struct FullDiskTests {
  private func feedIngest(_ folder: String, _ port: Int) throws -> ServiceProcess {
    try ServiceProcess(
      "feed-ingest", arguments: ["run", "--data", folder, "--port", "\(port)", "--allow-private"])
  }

  private func committed(_ folder: String, _ name: String) throws -> [Event] {
    try Database(path: "\(folder)/\(name).sqlite").all("SELECT json FROM event ORDER BY sequence") {
      try Event(json: $0.blob(0))
    }
  }

  /// Asks until the service no longer says that it is unavailable.
  private func ask(_ client: RequestClient, _ name: String, _ parameters: [String: String]) throws {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      do {
        _ = try client.ask(name, parameters, patience: .seconds(60))
        return
      } catch let error as RequestError where error.code == .unavailable && ContinuousClock.now < end {}
    }
  }

  @Test func `a request that finds the disk full is refused, nothing of it is heard, and with room it is done`()
    async throws
  {
    let disk = try SmallDisk(kibibytes: 2_048)
    let port = try FreePort.pair()
    let service = try feedIngest(disk.path, port)
    let endpoints = Subscription.Endpoints(events: "tcp://127.0.0.1:\(port)", requests: "tcp://127.0.0.1:\(port + 1)")
    let context = Context()
    let client = try RequestClient(context: context, endpoint: endpoints.requests)
    let listener = try Subscriber(endpoints.events)
    try listener.wait { !$0.heads.isEmpty }
    try ask(client, "feeds.follow", ["url": "http://127.0.0.1:1/one"])
    // It is followed and failing: nothing of it is left to be written.
    try listener.wait { $0.events >= 2 }

    try disk.fill()
    var refusal: RequestError?
    // What the write-ahead log has room for already may still be written.
    for number in 0..<200 where refusal == nil {
      do {
        _ = try client.ask("feeds.follow", ["url": "http://127.0.0.1:1/\(number)"], patience: .seconds(60))
      } catch let error as RequestError {
        refusal = error
      }
    }
    #expect(refusal?.code == .unavailable)
    // Whichever write was the first to find it full, the log says what to do.
    let advice = await service.line { $0.contains("nothing is published until it can") }
    #expect(advice?.contains("free some space") == true, "\(service.lines.suffix(3))")
    #expect(service.status == nil)
    // What is there can still be read, and heard of.
    func trouble() throws -> String? {
      try BusCoder.decode(ServiceStatus.self, from: client.ask("service.status", [String: String]())).trouble
    }
    #expect(try trouble()?.contains("free some space") == true)
    let health = try ServiceProcess("feed-ingest", arguments: ["health", "--port", "\(port)"])
    #expect(await health.waitForExit() == .exited(0))
    #expect(health.lines.first?.contains("answers, but the database cannot be written") == true, "\(health.lines)")
    try ask(client, "replay", ["after": "0"])
    let heads = listener.heads.count
    try listener.wait { $0.heads.count >= heads + 3 }

    try disk.free()
    #expect(await service.line { $0.contains("the database can be used again") } != nil)
    try ask(client, "feeds.follow", ["url": "http://127.0.0.1:1/last"])
    #expect(try trouble() == nil)
    let status = try BusCoder.decode(
      ServiceStatus.self, from: client.ask("service.status", [String: String]()))
    try listener.wait { ($0.heads.last?.head ?? Position(0)) >= status.head }
    service.kill(SIGTERM)
    #expect(await service.waitForExit() == .exited(0))

    let events = try committed(disk.path, "feed-ingest")
    #expect(events.map(\.sequence.rawValue) == Array(1...UInt64(events.count)))
    let heard = listener.sequences
    #expect(Set(heard).isSubset(of: events.map(\.sequence)), "nothing was heard that is not committed")
    #expect(Set(heard).count == heard.count, "and nothing twice")
    #expect(listener.headsAhead == 0)
    let urls = try events.filter { $0.type == "castwire.feed.followed.v1" }.map {
      String(decoding: try #require($0.member("feed")), as: UTF8.self)
    }
    #expect(urls.contains { $0.contains("last") })
  }

  @Test func `a consumer that finds the disk full goes on where it was once there is room`() async throws {
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: 400)) }
    let folder = try TemporaryDirectory()
    let disk = try SmallDisk(kibibytes: 8_192)
    let (ingestPort, catalogPort) = (try FreePort.pair(), try FreePort.pair())
    let ingest = try feedIngest(folder.path, ingestPort)
    let catalog = try ServiceProcess(
      "catalog",
      arguments: ["run", "--data", disk.path, "--port", "\(catalogPort)", "--feed-ingest", "127.0.0.1:\(ingestPort)"])
    let context = Context()
    let client = try RequestClient(context: context, endpoint: "tcp://127.0.0.1:\(catalogPort + 1)")
    try ask(client, "service.status", [:])
    try disk.fill()
    try ask(
      try RequestClient(context: context, endpoint: "tcp://127.0.0.1:\(ingestPort + 1)"), "feeds.follow",
      ["url": server.url()])
    #expect(await catalog.line { $0.contains("nothing is published until it can") } != nil)
    #expect(catalog.status == nil)
    try disk.free()

    let ear = try Ear(
      Subscription.Endpoints(
        events: "tcp://127.0.0.1:\(catalogPort)", requests: "tcp://127.0.0.1:\(catalogPort + 1)"), context: context)
    var added: [String] { ear.events.filter { $0.type == "castwire.episode.added.v1" }.map(\.subject) }
    try ear.hear { added.count >= 400 }
    #expect(added.count == 400 && Set(added).count == 400)
    let status = try BusCoder.decode(ServiceStatus.self, from: client.ask("service.status", [String: String]()))
    #expect(status.quarantined == 0, "a full disk is no event's fault")
    for service in [catalog, ingest] {
      service.kill(SIGTERM)
      #expect(await service.waitForExit() == .exited(0))
    }
    let events = try committed(disk.path, "catalog")
    #expect(events.map(\.sequence.rawValue) == Array(1...UInt64(events.count)))
  }

  @Test func `a folder that cannot be written to is told, with exit 1`() async throws {
    let disk = try SmallDisk(kibibytes: 1_024)
    try disk.makeReadOnly()
    let service = try feedIngest(disk.path, try FreePort.pair())
    #expect(await service.waitForExit() == .exited(1))
    #expect(
      service.lines.contains { $0.contains(disk.path) && $0.contains("Read-only file system") }, "\(service.lines)")
  }

  @Test func `a backup that finds no room leaves nothing behind`() async throws {
    let folder = try TemporaryDirectory()
    let service = try feedIngest(folder.path, try FreePort.pair())
    #expect(await service.line { $0.contains(" runs ") } != nil)
    let disk = try SmallDisk(kibibytes: 64)
    let backup = try ServiceProcess(
      "feed-ingest", arguments: ["backup", "--data", folder.path, "\(disk.path)/backup.sqlite"])
    #expect(await backup.waitForExit() == .exited(1))
    #expect(backup.lines.contains { $0.contains("free some space") }, "\(backup.lines)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    #expect(service.status == nil)
  }

  @Test func `a restore that finds no room leaves what is there`() async throws {
    let folder = try TemporaryDirectory()
    let service = try feedIngest(folder.path, try FreePort.pair())
    #expect(await service.line { $0.contains(" runs ") } != nil)
    let file = folder.path(of: "backup.sqlite")
    let backup = try ServiceProcess("feed-ingest", arguments: ["backup", "--data", folder.path, file])
    #expect(await backup.waitForExit() == .exited(0))
    let disk = try SmallDisk(kibibytes: 2_048)
    let port = try FreePort.pair()
    let other = try feedIngest(disk.path, port)
    #expect(await other.line { $0.contains(" runs ") } != nil)
    other.kill(SIGTERM)
    #expect(await other.waitForExit() == .exited(0))
    try disk.fill()
    let restore = try ServiceProcess("feed-ingest", arguments: ["restore", "--data", disk.path, file])
    #expect(await restore.waitForExit() == .exited(1))
    #expect(restore.lines.contains { $0.contains("free some space") }, "\(restore.lines)")
    try disk.free()
    let again = try feedIngest(disk.path, port)
    #expect(await again.line { $0.contains(" runs ") } != nil)
    #expect(!again.lines.contains { $0.contains("takes a new id") })
  }
}
