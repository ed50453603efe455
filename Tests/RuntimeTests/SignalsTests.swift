import Glibc
import TestSupport
import Testing

/// Signals concern a whole process, hence a real one.
struct SignalsTests {
  private func service(_ environment: [String: String] = [:]) async throws -> (ServiceProcess, TemporaryDirectory) {
    let folder = try TemporaryDirectory()
    let process = try ServiceProcess(
      "catalog", arguments: ["run", "--data", folder.path, "--port", "\(try FreePort.pair())"], environment: environment
    )
    #expect(await process.line { $0.contains(" runs ") } != nil)
    return (process, folder)
  }

  @Test(arguments: [SIGTERM, SIGINT]) func `a signal to stop ends the process with exit 0`(signal: Int32) async throws {
    let (process, folder) = try await service()
    process.kill(signal)
    #expect(await process.waitForExit() == .exited(0))
    #expect(process.lines.last?.contains("catalog ends") == true)
    withExtendedLifetime(folder) {}
  }

  @Test func `impatience changes nothing`() async throws {
    let (process, folder) = try await service()
    for signal in [SIGINT, SIGTERM, SIGINT, SIGINT, SIGTERM] { process.kill(signal) }
    #expect(await process.waitForExit() == .exited(0))
    withExtendedLifetime(folder) {}
  }

  @Test func `without keys the end of the terminal ends the process`() async throws {
    let (process, folder) = try await service()
    process.kill(SIGHUP)
    #expect(await process.waitForExit() == .signalled(SIGHUP))
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [SIGUSR1, SIGUSR2]) func `thousands of signals of no meaning change nothing`(signal: Int32)
    async throws
  {
    let (process, folder) = try await service()
    for _ in 0..<5_000 { process.kill(signal) }
    #expect(process.status == nil)
    process.kill(SIGTERM)
    #expect(await process.waitForExit() == .exited(0))
    withExtendedLifetime(folder) {}
  }

  @Test func `a peer that hangs up does not end the process`() async throws {
    let (process, folder) = try await service()
    process.kill(SIGPIPE)
    process.kill(SIGTERM)
    #expect(await process.waitForExit() == .exited(0))
    withExtendedLifetime(folder) {}
  }
}
