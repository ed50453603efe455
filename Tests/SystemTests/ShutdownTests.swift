import CastwireBus
import Glibc
import TestSupport
import Testing

@Suite(.serialized)
struct ShutdownTests {
  @Test(arguments: Installation.Service.allCases, [SIGTERM, SIGINT])
  func `a signal ends a service with exit 0, also in the middle of an import`(
    service: Installation.Service, signal: Int32
  ) async throws {
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: 5_000)) }
    let castwire = try Installation.running()
    let own = try castwire.listen(to: service)
    _ = try castwire.follow(server.url())
    #expect(await own.hears { !$0.isEmpty })
    castwire.processes[service]?.kill(signal)
    #expect(await castwire.processes[service]?.waitForExit() == .exited(0))
  }

  @Test func `feed-ingest ends although a server keeps it waiting`() async throws {
    let server = try FeedServer { _ in .silence }
    let castwire = try Installation()
    try castwire.start(.feedIngest)
    _ = try castwire.follow(server.url())
    #expect(await server.received(1))
    castwire.processes[.feedIngest]?.kill(SIGTERM)
    #expect(await castwire.processes[.feedIngest]?.waitForExit() == .exited(0))
  }

  @Test func `a second service on the same data is refused and told who holds it`() async throws {
    let castwire = try Installation()
    try castwire.start(.catalog)
    _ = try castwire.ask(.catalog, "service.status", [String: String](), as: ServiceStatus.self)
    let second = try ServiceProcess(
      "catalog", arguments: ["run", "--data", castwire.folder.path, "--port", "\(try FreePort.pair())"])
    #expect(await second.waitForExit() == .exited(1))
    let holder = try #require(castwire.processes[.catalog]).pid
    #expect(second.lines.contains { $0.contains("process \(holder)") }, "\(second.lines)")
  }
}
