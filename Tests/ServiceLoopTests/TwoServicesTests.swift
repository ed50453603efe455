import Glibc
import TestSupport
import Testing

/// Two processes of one service on one data folder.
struct TwoServicesTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func start() throws -> ServiceProcess {
    try ServiceProcess("catalog", arguments: ["run", "--data", folder.path, "--port", "\(try FreePort.pair())"])
  }

  @Test func `of two that start at once one runs, and the other ends with exit 1 and says so`()
    async throws
  {
    for _ in 0..<5 {
      let services = [try start(), try start()]
      var winners: [ServiceProcess] = []
      var losers: [ServiceProcess] = []
      for service in services {
        let isRunning =
          await service.line(within: .seconds(60)) { $0.contains(" runs ") && !$0.contains("already") } != nil
        if isRunning { winners.append(service) } else { losers.append(service) }
      }
      try #require(winners.count == 1 && losers.count == 1, "\(services.flatMap(\.lines))")
      #expect(await losers[0].waitForExit(within: .seconds(60)) == .exited(1))
      // Whom it names depends on whether the other has come to write its name.
      #expect(losers[0].lines.contains { $0.contains("already runs on this data: ") }, "\(losers[0].lines)")

      // The next one can have it once this one is gone, however it went.
      winners[0].kill(SIGKILL)
      #expect(await winners[0].waitForExit(within: .seconds(60)) == .signalled(SIGKILL))
    }
    let last = try start()
    #expect(await last.line(within: .seconds(60)) { $0.contains(" runs ") } != nil)
  }
}
