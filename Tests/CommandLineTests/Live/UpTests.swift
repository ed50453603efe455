import Foundation
import Glibc
import TestSupport
import Testing

@testable import CastwireCommand

@Suite(.timeLimit(.minutes(3)))
struct UpTests {
  @Test func `cells of a followed feed are shown, and SIGTERM ends all`() async throws {
    let services = try await RunningServices(options: ["--cells"]) { _ in Feeds.podcast(title: "Up Cast", episodes: 6) }
    let follow = try await services.run("follow", services.server.url())
    #expect(follow.status == .exited(0))
    #expect(await services.up.line { $0.contains("▌ Episode 6 · Up Cast") } != nil)
    #expect(await services.up.line { $0.contains("… and 2 more cells of Up Cast") } != nil)
    services.up.kill(SIGTERM)
    #expect(await services.up.waitForExit() == .exited(0))
    for service in ["feed-ingest", "catalog", "formatter"] {
      #expect(services.up.lines.contains { $0.contains("\(service) ends") })
    }
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
    let status = try await services.run("status")
    #expect(status.status == .exited(0))
  }

  @Test func `no service is left when up itself is killed`() async throws {
    let services = try await RunningServices()
    services.up.kill(SIGKILL)
    #expect(await services.up.waitForExit() == .signalled(SIGKILL))
    for service in ServiceName.allCases {
      // A service holds its lock for its life, however that ends.
      let lock = services.data.path(of: "\(service.rawValue).lock")
      let waiter = try ServiceProcess("/usr/bin/flock", arguments: ["--timeout", "20", lock, "/bin/true"])
      #expect(await waiter.waitForExit(within: .seconds(30)) == .exited(0), "\(service.rawValue) still runs")
    }
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
