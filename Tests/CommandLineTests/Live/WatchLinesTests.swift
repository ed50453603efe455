import Foundation
import TestSupport
import Testing

@testable import CastwireCommand

/// `castwire episodes --watch` where standard output is no terminal.
@Suite(.timeLimit(.minutes(5)))
struct WatchLinesTests {
  private let feed = ChangingFeed(episodes: 3)

  private func services() async throws -> RunningServices {
    let services = try await RunningServices { [feed] path in path == "/feed.xml" ? feed.document : nil }
    _ = try await services.run("follow", services.server.url("/feed.xml"))
    return services
  }

  @Test func `each change of the list is a line`() async throws {
    let services = try await services()
    let watch = try ServiceProcess(
      "castwire", arguments: ["episodes", "--watch", "--limit", "2"], environment: services.environment)
    #expect(await watch.prints(2))
    feed.change(episodes: 4, titles: [2: "Two", 3: "Three"])
    _ = try await services.run("refresh")
    #expect(await watch.line(within: .seconds(60)) { $0.hasPrefix("+ Episode 4") } != nil)
    _ = try await services.run("unfollow", services.server.url("/feed.xml"), "--purge")
    #expect(await watch.line(within: .seconds(60)) { $0.hasPrefix("- Episode 4") } != nil)
    #expect(await watch.line(within: .seconds(60)) { $0.hasPrefix("- Three") } != nil)
    watch.kill(SIGINT)
    #expect(await watch.waitForExit() == .exited(0))
    // The second has left the two newest, and is still there.
    #expect(
      Set(watch.lines) == [
        "+ Episode 2 · Night Cast  30 min, 2 sec • 1/3/20", "+ Episode 3 · Night Cast  30 min, 3 sec • 1/4/20",
        "~ Three · Night Cast  30 min, 3 sec • 1/4/20", "+ Episode 4 · Night Cast  30 min, 4 sec • 1/5/20",
        "- Episode 4 · Night Cast  30 min, 4 sec • 1/5/20", "- Three · Night Cast  30 min, 3 sec • 1/4/20",
      ])
    #expect(watch.lines.first == "+ Episode 2 · Night Cast  30 min, 2 sec • 1/3/20")
  }

  @Test func `in JSON a line is the cell, or says that it is no more`() async throws {
    struct Line: Decodable {
      struct Cell: Decodable { let title: String }
      let entity: String
      let locale: String
      let cell: Cell?
      let removed: Bool?
    }
    let services = try await services()
    let watch = try ServiceProcess(
      "castwire", arguments: ["episodes", "--watch", "--json", "--locale", "de", "--limit", "3"],
      environment: services.environment)
    #expect(await watch.prints(3))
    _ = try await services.run("unfollow", services.server.url("/feed.xml"), "--purge")
    #expect(await watch.prints(6))
    watch.kill(SIGTERM)
    #expect(await watch.waitForExit() == .exited(0))
    let lines = try watch.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(lines.prefix(3).map(\.cell?.title) == ["Episode 1", "Episode 2", "Episode 3"])
    #expect(lines.dropFirst(3).allSatisfy { $0.removed == true && $0.cell == nil })
    #expect(Set(lines.prefix(3).map(\.entity)) == Set(lines.dropFirst(3).map(\.entity)))
    #expect(lines.allSatisfy { $0.locale == "de" })
  }

  @Test func `it ends with its reader`() async throws {
    let services = try await services()
    let castwire = try #require(BuildFolderPath.castwire)
    let head = try ServiceProcess(
      "/bin/bash", arguments: ["-c", "'\(castwire)' episodes --watch | head -n 1; echo ${PIPESTATUS[0]}"],
      environment: services.environment)
    #expect(await head.waitForExit(within: .seconds(60)) == .exited(0))
    #expect(head.lines == ["+ Episode 1 · Night Cast  30 min, 1 sec • 1/2/20", "0"])
  }

  @Test func `where the formatter does not run there is nothing to watch`() async throws {
    let port = try FreePort.pair()
    let process = try ServiceProcess(
      "castwire", arguments: ["videos", "--watch"], environment: ["CASTWIRE_FORMATTER": "127.0.0.1:\(port)"])
    #expect(await process.waitForExit() == .exited(1))
    #expect(process.lines.count == 1 && process.lines[0].contains("formatter does not run at 127.0.0.1:\(port)"))
  }
}
