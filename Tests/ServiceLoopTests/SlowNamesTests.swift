import CastwireBus
import Glibc
import TestSupport
import Testing

/// The real program where the name of the service that it follows is looked up for ever, as where a container is not there
/// yet: libzmq does so on a thread that can do nothing else meanwhile.
@Suite(.enabled(if: SilentNames.isPermitted, "giving a program another name server takes root"), .serialized)
struct SlowNamesTests {
  @Test func `a service answers while it looks for another, and ends in time`() async throws {
    let (folder, port, names) = (try TemporaryDirectory(), try FreePort.pair(), try SilentNames())
    let catalog = try names.start(
      "catalog",
      arguments: ["run", "--data", folder.path, "--port", "\(port)", "--feed-ingest", "nowhere.example.org:5701"])
    #expect(await catalog.line(within: .seconds(60)) { $0.contains(" runs ") } != nil, "\(catalog.lines)")
    #expect(names.isAsked())
    let client = try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port + 1)")
    for _ in 1...3 {
      // Less than one look-up takes.
      _ = try client.ask("service.status", [String: String](), patience: .seconds(60))
    }
    catalog.kill(SIGTERM)
    // Less than is left of the look-up.
    #expect(await catalog.waitForExit(within: .seconds(60)) == .exited(0))
  }
}
