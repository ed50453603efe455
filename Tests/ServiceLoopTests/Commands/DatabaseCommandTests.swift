import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

/// `backup`, `restore` and `check` of the real programs.
struct DatabaseCommandTests {
  private let folder: TemporaryDirectory
  private let port: Int

  init() throws {
    folder = try TemporaryDirectory()
    port = try FreePort.pair()
  }

  private var path: String { folder.path(of: "feed-ingest.sqlite") }

  private func run() async throws -> ServiceProcess {
    let service = try ServiceProcess("feed-ingest", arguments: ["run", "--data", folder.path, "--port", "\(port)"])
    #expect(await service.line { $0.contains(" runs ") } != nil)
    return service
  }

  private func stop(_ service: ServiceProcess) async {
    service.kill(SIGTERM)
    #expect(await service.waitForExit() == .exited(0))
  }

  private func ask(_ name: String, _ parameters: [String: String] = [:]) throws -> [UInt8] {
    try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port + 1)")
      .ask(name, parameters, patience: .seconds(60))
  }

  private func follow(_ numbers: ClosedRange<Int>) throws {
    // Addresses that are never fetched: the service runs without --allow-private.
    for number in numbers { _ = try ask("feeds.follow", ["url": "http://127.0.0.1:1/\(number)"]) }
  }

  private func status() throws -> ServiceStatus {
    try BusCoder.decode(ServiceStatus.self, from: ask("service.status"))
  }

  /// Runs a command to its end, and gives its exit status and its lines.
  private func command(
    _ words: String..., of service: String = "feed-ingest", in data: String? = nil
  ) async throws -> (status: ServiceProcess.ExitStatus?, lines: [String]) {
    let process = try ServiceProcess(service, arguments: words + ["--data", data ?? folder.path])
    let status = await process.waitForExit(within: .seconds(60))
    return (status, process.lines)
  }

  private func feeds(in path: String) throws -> Int? {
    try Database(path: path, access: .reading).first("SELECT count(*) FROM feed") { $0.integer(0) }
  }

  // MARK: backup

  @Test func `a backup of a running service is one file of one moment, sound and whole`() async throws {
    let service = try await run()
    try follow(1...5)
    let file = folder.path(of: "backup.sqlite")
    let (status, lines) = try await command("backup", file)
    #expect(status == .exited(0))
    #expect(lines.count == 1 && lines[0].contains(file), "\(lines)")
    #expect(try feeds(in: file) == 5)
    try follow(6...6)
    #expect(try feeds(in: file) == 5)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.filter { $0.hasPrefix("backup") } == ["backup.sqlite"])
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    // It needs nothing beside it, not even a folder that can be written to.
    #expect(try Database(path: file, access: .reading).first("PRAGMA journal_mode") { $0.text(0) } == "delete")
    await stop(service)
  }

  @Test func `a backup writes over nothing`() async throws {
    let service = try await run()
    let file = try folder.write(Array("mine".utf8), to: "mine")
    let (status, lines) = try await command("backup", file)
    #expect(status == .exited(1))
    #expect(lines.contains { $0.contains("is there already") }, "\(lines)")
    #expect(try Data(contentsOf: URL(filePath: file)) == Data("mine".utf8))
    await stop(service)
  }

  @Test func `without a database there is nothing to back up or to check`() async throws {
    for words in [["backup", folder.path(of: "x")], ["check"]] {
      let process = try ServiceProcess("feed-ingest", arguments: words + ["--data", folder.path])
      #expect(await process.waitForExit() == .exited(1))
      #expect(process.lines.contains { $0.contains("there is no \(path)") }, "\(process.lines)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(arguments: [["backup"], ["restore"], ["backup", "a", "b"], ["check", "a"], ["check", "--port", "1"]])
  func `a command line that cannot be used is told, with exit 2`(arguments: [String]) async throws {
    let process = try ServiceProcess("catalog", arguments: arguments)
    #expect(await process.waitForExit() == .exited(2))
  }

  // MARK: restore

  @Test func `a restored log has the backup's events under a new id, and the former database is kept`() async throws {
    let service = try await run()
    try follow(1...3)
    let file = folder.path(of: "backup.sqlite")
    #expect(try await command("backup", file).status == .exited(0))
    try follow(4...5)
    // Each is followed and failing: all that is ever said of it.
    let end = ContinuousClock.now + .seconds(60)
    while try status().head < Position(10), ContinuousClock.now < end {
      try Poller.wait(for: [], milliseconds: 10)
    }
    let before = try status()
    await stop(service)
    let (status, lines) = try await command("restore", file)
    #expect(status == .exited(0), "\(lines)")
    let kept = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.contains("before-restore") })
    #expect(lines.contains { $0.contains(kept) }, "\(lines)")
    #expect(try feeds(in: folder.path(of: kept)) == 5)
    #expect(try feeds(in: file) == 3)
    let again = try await run()
    let after = try self.status()
    #expect(after.log != before.log && after.head < before.head)
    #expect(try feeds(in: path) == 3)
    // The id is taken once: the file that the restore made is the one that runs now.
    await stop(again)
    let last = try await run()
    #expect(try self.status().log == after.log)
    #expect(!last.lines.contains { $0.contains("takes a new id") })
    await stop(last)
    let check = try await command("check")
    #expect(check.status == .exited(0), "\(check.lines)")
  }

  @Test func `a restore needs no former database`() async throws {
    let service = try await run()
    try follow(1...2)
    let file = folder.path(of: "backup.sqlite")
    #expect(try await command("backup", file).status == .exited(0))
    await stop(service)
    let other = try TemporaryDirectory()
    #expect(try await command("restore", file, in: other.path(of: "data")).status == .exited(0))
    #expect(try feeds(in: other.path(of: "data/feed-ingest.sqlite")) == 2)
  }

  @Test func `a service that runs is not restored under its feet`() async throws {
    let service = try await run()
    try follow(1...1)
    let file = folder.path(of: "backup.sqlite")
    #expect(try await command("backup", file).status == .exited(0))
    let (status, lines) = try await command("restore", file)
    #expect(status == .exited(1))
    #expect(lines.contains { $0.contains("already runs") && $0.contains("\(service.pid)") }, "\(lines)")
    try follow(2...2)
    await stop(service)
  }

  /// What is done to a backup, and a word of why it is not taken.
  static let faults: [(String, String)] = [
    ("UPDATE schema_version SET version = 99 WHERE component = 'log'", "newer version of Castwire"),
    ("UPDATE schema_version SET version = 99 WHERE component = 'feeds'", "newer version of Castwire"),
    ("UPDATE log SET service = 'catalog'", "a backup of catalog"),
    ("DELETE FROM event WHERE sequence = 2", "damaged"),
    ("DROP TABLE schema_version", "no database of Castwire"),
    ("DROP TABLE event", "no log of events"),
  ]

  @Test(arguments: faults)
  func `what is no backup of this service is refused, and what is there stays`(sql: String, word: String) async throws {
    let service = try await run()
    try follow(1...3)
    let file = folder.path(of: "backup.sqlite")
    #expect(try await command("backup", file).status == .exited(0))
    let id = try status().log
    await stop(service)
    do {
      let database = try Database(path: file)
      try database.execute(sql)
    }
    let (status, lines) = try await command("restore", file)
    #expect(status == .exited(1))
    #expect(lines.contains { $0.contains(word) && $0.contains(file) }, "\(lines)")
    #expect(try feeds(in: path) == 3)
    let again = try await run()
    #expect(try self.status().log == id)
    await stop(again)
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.contains("restor") })
  }

  @Test func `a file that is no database, or half of one, is refused`() async throws {
    let service = try await run()
    try follow(1...3)
    let file = folder.path(of: "backup.sqlite")
    #expect(try await command("backup", file).status == .exited(0))
    await stop(service)
    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
    for (name, content) in [
      ("text", Array(String(repeating: "no database ", count: 5_000).utf8)),
      ("half", Array(bytes.prefix(bytes.count / 2))), ("empty", []),
    ] {
      let (status, lines) = try await command("restore", try folder.write(content, to: name))
      #expect(status == .exited(1), "\(name): \(lines)")
    }
    let (status, lines) = try await command("restore", folder.path(of: "nothing"))
    #expect(status == .exited(1) && lines.contains { $0.contains("there is no") }, "\(lines)")
    #expect(try feeds(in: path) == 3)
  }

  @Test func `a damaged database gives way to a backup, and is kept`() async throws {
    let service = try await run()
    try follow(1...3)
    let file = folder.path(of: "backup.sqlite")
    #expect(try await command("backup", file).status == .exited(0))
    await stop(service)
    try folder.write(Array(String(repeating: "damaged ", count: 20_000).utf8), to: "feed-ingest.sqlite")
    let refused = try ServiceProcess("feed-ingest", arguments: ["run", "--data", folder.path, "--port", "\(port)"])
    #expect(await refused.waitForExit() == .exited(1))
    #expect(refused.lines.contains { $0.contains("restore") }, "\(refused.lines)")
    let (status, lines) = try await command("restore", file)
    #expect(status == .exited(0), "\(lines)")
    #expect(try feeds(in: path) == 3)
    let kept = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.contains("before-restore") })
    #expect(try Data(contentsOf: URL(filePath: folder.path(of: kept))).starts(with: Data("damaged ".utf8)))
    await stop(try await run())
  }

  // MARK: check

  @Test func `check finds nothing in what is sound, while the service runs and after it was killed`() async throws {
    let service = try await run()
    try follow(1...20)
    let running = try await command("check")
    #expect(running.status == .exited(0), "\(running.lines)")
    #expect(running.lines.contains { $0.contains("nothing wrong") }, "\(running.lines)")
    try follow(21...22)
    service.kill(SIGKILL)
    _ = await service.waitForExit()
    let killed = try await command("check")
    #expect(killed.status == .exited(0), "\(killed.lines)")
  }

  @Test(arguments: [
    ("DELETE FROM feed WHERE url LIKE '%/2'", "is missing from the tables"),
    ("UPDATE feed SET state = 'unfollowed'", "says otherwise"),
    ("UPDATE event SET subject = 'x' WHERE sequence = 2", "its subject"),
  ])
  func `check tells each thing that is wrong in a line, with exit 1`(sql: String, word: String) async throws {
    let service = try await run()
    try follow(1...3)
    await stop(service)
    do { try Database(path: path).execute(sql) }
    let (status, lines) = try await command("check")
    #expect(status == .exited(1))
    #expect(lines.count >= 2 && lines.contains { $0.contains(word) }, "\(lines)")
  }

  @Test func `a check by an earlier version is refused, and one by another service`() async throws {
    let service = try await run()
    try follow(1...1)
    await stop(service)
    try FileManager.default.copyItem(atPath: path, toPath: folder.path(of: "catalog.sqlite"))
    let other = try await command("check", of: "catalog")
    #expect(other.status == .exited(1))
    #expect(other.lines.contains { $0.contains("the database of feed-ingest, not of catalog") }, "\(other.lines)")
    do { try Database(path: path).execute("UPDATE schema_version SET version = 99 WHERE component = 'items'") }
    let newer = try await command("check")
    #expect(newer.status == .exited(1))
    #expect(newer.lines.contains { $0.contains("newer version of Castwire") }, "\(newer.lines)")
  }
}
