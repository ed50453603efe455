import TestSupport
import Testing

/// What a service says to whoever starts it wrongly, or at a bad moment.
@Suite(.timeLimit(.minutes(5)))
struct ProgramWordsTests {
  private let folder: TemporaryDirectory
  private let port: Int

  init() throws {
    folder = try TemporaryDirectory()
    port = try FreePort.pair()
  }

  private func end(_ service: String, _ words: [String]) async throws -> (ServiceProcess.ExitStatus?, String) {
    let process = try ServiceProcess(service, arguments: words)
    let status = await process.waitForExit(within: .seconds(60))
    return (status, process.lines.joined(separator: "\n"))
  }

  @Test(arguments: [
    ("feed-ingest", "'castwire import'"),
    ("catalog", "made anew from feed-ingest's log, without what feeds have dropped"),
    ("formatter", "made anew from the catalog's log"),
  ])
  func `a damaged database is refused with what to do, and what that costs`(
    service: String, cost: String
  ) async throws {
    try folder.write(Array(String(repeating: "no database ", count: 2_000).utf8), to: "\(service).sqlite")
    let (status, words) = try await end(service, ["run", "--data", folder.path, "--port", "\(port)"])
    #expect(status == .exited(1))
    #expect(words.contains("restore a backup with '\(service) restore FILE'") && words.contains(cost), "\(words)")
    #expect(!words.contains("PRAGMA"), "\(words)")
  }

  @Test func `a port that is taken is told with what to do`() async throws {
    let first = try ServiceProcess("catalog", arguments: ["run", "--data", folder.path, "--port", "\(port)"])
    #expect(await first.line(within: .seconds(60)) { $0.contains(" runs ") } != nil, "\(first.lines)")
    let other = try TemporaryDirectory()
    let (status, words) = try await end("catalog", ["run", "--data", other.path, "--port", "\(port)"])
    #expect(status == .exited(1))
    #expect(words.contains("take other ports with --port (requests are one port up)"), "\(words)")
    let (second, held) = try await end("catalog", ["run", "--data", folder.path, "--port", "\(port)"])
    #expect(second == .exited(1))
    #expect(held.contains("take another folder with --data"), "\(held)")
  }

  @Test(arguments: [
    ["catalog", "run", "--help"], ["catalog", "backup", "--help"], ["catalog", "check", "--help"],
    ["catalog", "restore", "--help"], ["formatter", "health", "--help"], ["feed-ingest", "parse", "--help"],
  ])
  func `every command has help`(words: [String]) async throws {
    let (status, text) = try await end(words[0], Array(words.dropFirst()))
    #expect(status == .exited(0))
    #expect(text.hasPrefix("usage: \(words[0]) "), "\(text)")
  }

  @Test(arguments: [
    (["backup"], "catalog: say where to: catalog backup FILE"),
    (["restore"], "catalog: say from where: catalog restore FILE"),
    (
      ["run", "--listen", "here"],
      "catalog: --listen must be an IP address of this machine, such as 127.0.0.1, not 'here'"
    ),
    (["run", "--por", "1"], "catalog: unknown option --por; try 'catalog --help'"),
  ])
  func `unusable arguments are told with what to do, once`(words: [String], answer: String) async throws {
    let (status, text) = try await end("catalog", words)
    #expect(status == .exited(2))
    #expect(text == answer)
  }

  @Test func `health says that nobody is there, and how to start it`() async throws {
    let (status, words) = try await end("catalog", ["health", "--port", "\(port)"])
    #expect(status == .exited(1))
    #expect(words == "catalog does not run at 127.0.0.1:\(port); start it with 'catalog run' or 'castwire up'")
  }

  @Test func `a backup into a folder that is not there names the folder`() async throws {
    let service = try ServiceProcess("catalog", arguments: ["run", "--data", folder.path, "--port", "\(port)"])
    #expect(await service.line(within: .seconds(60)) { $0.contains(" runs ") } != nil, "\(service.lines)")
    let file = folder.path(of: "none/backup.sqlite")
    let (status, words) = try await end("catalog", ["backup", file, "--data", folder.path])
    #expect(status == .exited(1))
    #expect(words == "catalog: \(folder.path(of: "none")) is not there, or cannot be written to")
  }
}
