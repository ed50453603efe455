import Foundation
import TestSupport
import Testing

@testable import CastwireCommand

/// `castwire keys` and `castwire up` with what it makes.
@Suite(.timeLimit(.minutes(5)))
struct KeysCommandTests {
  private let folder: TemporaryDirectory
  private let keys: String

  init() throws {
    folder = try TemporaryDirectory()
    keys = folder.path(of: "keys")
  }

  private func run(_ words: String..., environment: [String: String] = [:]) async throws -> ServiceProcess {
    let process = try ServiceProcess("castwire", arguments: words, environment: environment)
    _ = await process.waitForExit(within: .seconds(60))
    return process
  }

  @Test func `init makes keys for all, says so, and changes nothing the second time`() async throws {
    let first = try await run("keys", "init", keys)
    #expect(first.status == .exited(0))
    let names = ["feed-ingest", "catalog", "formatter", "castwire"]
    for name in names { #expect(first.lines.contains("\(keys)/\(name).key is made")) }
    #expect(first.lines.last == "use them with CASTWIRE_KEYS=\(keys)")
    let list = try String(contentsOfFile: "\(keys)/allow-list", encoding: .utf8)
    for name in names { #expect(list.contains("\n\(name) ")) }
    let second = try await run("keys", "init", keys)
    #expect(second.status == .exited(0))
    #expect(second.lines.count { $0.hasSuffix(" was there") } == 5, "\(second.lines)")
    #expect(try String(contentsOfFile: "\(keys)/allow-list", encoding: .utf8) == list)
  }

  @Test func `new makes a client with the roles that are asked for`() async throws {
    _ = try await run("keys", "init", keys)
    let usual = try await run("keys", "new", "alert", keys)
    #expect(usual.status == .exited(0))
    let other = try await run("keys", "new", "--roles", "control,read", "admin", keys)
    #expect(other.status == .exited(0))
    let list = try String(contentsOfFile: "\(keys)/allow-list", encoding: .utf8)
    #expect(list.contains("\nalert subscribe,read ") && list.contains("\nadmin read,control "))
    let again = try await run("keys", "new", "alert", keys, "--roles", "control")
    #expect(again.status == .exited(1))
    #expect(again.lines.count == 1 && again.lines.first?.contains("lists 'alert' already") == true)
  }

  @Test func `no command shows a secret`() async throws {
    var shown = try await run("keys", "init", keys).lines
    shown += try await run("keys", "new", "alert", keys).lines
    shown += try await run("keys", "init", keys).lines
    for name in ["alert", "castwire", "catalog"] {
      let json = try Data(contentsOf: URL(fileURLWithPath: "\(keys)/\(name).key"))
      let secret = try JSONDecoder().decode(Secret.self, from: json).secretKey
      #expect(secret.count == 40 && !shown.contains { $0.contains(secret) })
    }
  }

  private struct Secret: Decodable { let secretKey: String }

  @Test(arguments: [
    ["keys"], ["keys", "init"], ["keys", "init", "a", "b"], ["keys", "new", "a"], ["keys", "dance", "x"],
    ["keys", "new", "../a", "dir"], ["keys", "new", "a", "dir", "--roles", "all"],
    ["keys", "new", "a", "dir", "--roles", ""], ["keys", "init", "dir", "--roles", "read"],
    ["keys", "new", "a", "dir", "--owner", "catalog=1"], ["keys", "init", "dir", "--owner", "catalog"],
    ["keys", "init", "dir", "--owner", "stranger=1"], ["keys", "init", "dir", "--owner", "catalog=-1"],
    ["keys", "init", "dir", "--owner", "catalog=4294967295"],
  ])
  func `unusable words are refused with status 2, and nothing is made`(words: [String]) async throws {
    let process = try ServiceProcess("castwire", arguments: words)
    #expect(await process.waitForExit(within: .seconds(60)) == .exited(2))
    #expect(process.lines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: "dir"))
  }

  @Test func `up runs the services with keys, on all addresses, and shows cells`() async throws {
    _ = try await run("keys", "init", keys)
    let services = try await RunningServices(
      options: ["--cells", "--listen", "0.0.0.0"], environment: ["CASTWIRE_KEYS": keys]
    ) { _ in Feeds.podcast(title: "Up Cast", episodes: 6) }
    let follow = try await services.run("follow", services.server.url())
    #expect(follow.status == .exited(0), "\(follow)")
    #expect(await services.up.line(within: .seconds(60)) { $0.contains("▌ Episode 6") } != nil)
    let status = try await services.status()
    #expect(status.status == .exited(0), "\(status)")
    #expect(!services.up.lines.contains { $0.contains("refused") || $0.contains("hangs up") }, "\(services.up.lines)")
  }

  @Test func `SIGHUP to up lets a new client in at all services, and ends none`() async throws {
    _ = try await run("keys", "init", keys)
    let services = try await RunningServices(environment: ["CASTWIRE_KEYS": keys])
    let new = try await run("keys", "new", "alert", keys)
    #expect(new.lines.last?.contains("pkill -HUP -f 'castwire up'") == true, "\(new.lines)")
    services.up.kill(SIGHUP)
    for service in ServiceName.allCases {
      let line = await services.up.line {
        $0.contains(service.rawValue) && $0.contains("the allow-list is read anew") && $0.contains("keys=5")
      }
      #expect(line != nil, "\(services.up.lines)")
    }
    #expect(try await services.run("status").status == .exited(0))
    services.up.kill(SIGTERM)
    #expect(await services.up.waitForExit() == .exited(0))
  }

  @Test(arguments: [true, false])
  func `up ends with its terminal, with keys or without`(encrypts: Bool) async throws {
    if encrypts { _ = try await run("keys", "init", keys) }
    let castwire = try #require(BuildFolderPath.castwire)
    let (data, port) = (folder.path(of: "data"), try RunningServices.freePort())
    // script(1) gives it a terminal, which is gone when script is killed.
    let terminal = try ServiceProcess(
      "/usr/bin/script", arguments: ["-qfc", "\(castwire) up --data \(data) --port \(port)", "/dev/null"],
      environment: encrypts ? ["CASTWIRE_KEYS": keys] : [:])
    #expect(await terminal.line(within: .seconds(60)) { $0.contains("all run") } != nil, "\(terminal.lines)")
    terminal.kill(SIGKILL)
    for service in ServiceName.allCases {
      // A service holds its lock for its life, however that ends.
      let waiter = try ServiceProcess(
        "/usr/bin/flock", arguments: ["--timeout", "20", "\(data)/\(service.rawValue).lock", "/bin/true"])
      #expect(await waiter.waitForExit(within: .seconds(30)) == .exited(0), "\(service.rawValue) still runs")
    }
  }
}
