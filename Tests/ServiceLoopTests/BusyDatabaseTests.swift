import CastwireBus
import Glibc
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// Somebody else holds the database: a person with a tool of SQLite's, say.
struct BusyDatabaseTests {
  @Test func `a held database is told, and the service ends all the same`() async throws {
    let folder = try TemporaryDirectory()
    let port = try FreePort.pair()
    let service = try ServiceProcess("feed-ingest", arguments: ["run", "--data", folder.path, "--port", "\(port)"])
    let client = try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port + 1)")
    _ = try client.ask("service.status", [String: String](), patience: .seconds(60))
    let other = try Database(path: folder.path(of: "feed-ingest.sqlite"))
    try other.execute("BEGIN IMMEDIATE")
    let refusal = failure {
      _ = try client.ask("feeds.follow", ["url": "http://example.com/feed"], patience: .milliseconds(100))
    }
    #expect((refusal as? RequestError)?.code == .unavailable)
    service.kill(SIGTERM)
    #expect(await service.waitForExit() == .exited(0))
    try other.execute("ROLLBACK")
  }

  @Test func `once the database is free the service goes on`() async throws {
    let loop = try RunningLoop(retention: .lookedAtOnce)
    _ = try loop.ask("add", ["word": "a"])
    let other = try Database(path: loop.folder.path(of: "words.sqlite"))
    try other.execute("BEGIN IMMEDIATE")
    let refusal = loop.refusal(of: "add", ["word": "b"])
    #expect(refusal?.code == .unavailable && refusal?.message.contains("locked") == true, "\(refusal?.message ?? "")")
    #expect(try loop.words() == ["a"], "it can be read meanwhile")
    try other.execute("ROLLBACK")
    let end = ContinuousClock.now + .seconds(60)
    while loop.refusal(of: "add", ["word": "b"])?.code == .unavailable, ContinuousClock.now < end {}
    #expect(try loop.words() == ["a", "b"])
    #expect(try loop.status().head == Position(2))
  }
}
