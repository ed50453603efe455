import CastwireBus
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CastwireCommand

@Suite(.timeLimit(.minutes(5)))
struct UpTests {
  @Test func `cells of a followed feed are shown, and SIGTERM ends all`() async throws {
    let services = try await RunningServices(options: ["--cells"]) { _ in Feeds.podcast(title: "Up Cast", episodes: 6) }
    let follow = try await services.run("follow", services.server.url())
    #expect(follow.status == .exited(0))
    #expect(await services.up.line { $0.contains("▌ Episode 6") } != nil)
    // Those that come with a pause between them are told of apart.
    #expect(await services.up.prints { $0.reduce(0) { $0 + Self.cellsUntold(in: $1) } == 2 }, "\(services.up.lines)")
    services.up.kill(SIGTERM)
    let status = await services.up.waitForExit()
    // A service that has no time to end is killed, and that is told.
    let killed = ServiceName.allCases.filter { service in
      services.up.lines.contains { $0.contains("\(service.rawValue) does not end and is killed") }
    }
    #expect(status == .exited(killed.isEmpty ? 0 : 1))
    for service in ServiceName.allCases where !killed.contains(service) {
      #expect(services.up.lines.contains { $0.contains("\(service.rawValue) ends") })
    }
    try await expectGone(services)
  }

  /// The number in a line like "… and 2 more cells".
  private static func cellsUntold(in line: String) -> Int {
    line.firstMatch(of: #/… and (\d+) more cells?/#).flatMap { Int($0.output.1) } ?? 0
  }

  /// A service holds its lock for its life, however that ends.
  private func expectGone(_ services: RunningServices) async throws {
    for service in ServiceName.allCases {
      let lock = services.data.path(of: "\(service.rawValue).lock")
      let waiter = try ServiceProcess("/usr/bin/flock", arguments: ["--timeout", "60", lock, "/bin/true"])
      #expect(await waiter.waitForExit() == .exited(0), "\(service.rawValue) still runs")
    }
  }

  @Test func `a podcast's title is asked of the catalog`() async throws {
    let services = try await RunningServices { _ in Feeds.podcast(title: "Up Cast", episodes: 1) }
    #expect(try await services.run("follow", services.server.url()).status == .exited(0))
    let podcasts = try await services.run("podcasts", "--json").output
    let id = try #require(try AnyJSON(podcasts.utf8)["id"]?.text)
    let catalog = ServiceAddress(.catalog, port: services.port + 10)
    // One that gets no answer in time gives none, and then leaves the catalog alone.
    let end = ContinuousClock.now + .seconds(60)
    var title: String?
    while title == nil, ContinuousClock.now < end {
      title = PodcastTitles(catalog: catalog, context: Context()).title(of: id)
    }
    #expect(title == "Up Cast")
  }

  @Test func `a service that is killed starts again`() async throws {
    let services = try await RunningServices { _ in Feeds.podcast(episodes: 3) }
    _ = try await services.run("follow", services.server.url())
    kill(try services.process(of: .catalog), SIGKILL)
    #expect(
      await services.up.line { $0.contains("catalog was ended by signal 9") && $0.contains("starts again") } != nil)
    // The first time its log was empty.
    let again = await services.up.line {
      $0.contains("catalog 0") && $0.contains(" runs ") && !$0.contains("head=00000000000000000000")
    }
    #expect(again != nil)
    let status = try await services.status()
    #expect(status.status == .exited(0), "\(status)")
  }

  @Test func `no service is left when up itself is killed`() async throws {
    let services = try await RunningServices()
    services.up.kill(SIGKILL)
    #expect(await services.up.waitForExit() == .signalled(SIGKILL))
    try await expectGone(services)
  }

  @Test func `a port that is taken is named, with what to do`() async throws {
    let services = try await RunningServices()
    let second = try await services.run("up", "--port", "\(services.port - 10)", "--data", services.data.path)
    #expect(second.status == .exited(1))
    #expect(second.errors.contains("catalog cannot have port \(services.port)"))
    #expect(second.errors.contains("--port"))
  }

  @Test func `a service that cannot start ends the others`() async throws {
    let services = try await RunningServices()
    let port = try RunningServices.freePort()
    let second = try await services.run("up", "--port", "\(port)", "--data", services.data.path)
    #expect(second.status == .exited(1))
    #expect(second.errors.contains("already runs on this data"))
    #expect(second.errors.contains("cannot start"))
    #expect(TCPProbe.isFree(host: "127.0.0.1", port: port))
  }

  @Test func `programs that are missing are named`() async throws {
    let folder = try TemporaryDirectory()
    // Copied by another process: a file that this one has open for writing cannot be run by it.
    let copy = try ServiceProcess(
      "/bin/cp", arguments: [try #require(BuildFolderPath.castwire), folder.path(of: "castwire")])
    #expect(await copy.waitForExit() == .exited(0))
    let lonely = try ServiceProcess(folder.path(of: "castwire"), arguments: ["up"])
    #expect(await lonely.waitForExit() == .exited(1))
    #expect(lonely.lines.contains { $0.contains("feed-ingest is not beside castwire in \(folder.path)") })
  }

  @Test(arguments: [["--locale", "xx_nowhere"], ["--port", "70000"], ["--port"], ["word"]])
  func `unusable arguments start nothing`(words: [String]) async throws {
    let process = try ServiceProcess("castwire", arguments: ["up"] + words)
    #expect(await process.waitForExit() == .exited(2))
    #expect(process.lines.count == 1)
  }
}
