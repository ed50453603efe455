import Foundation
import Glibc
import TestSupport
import Testing

@testable import CastwireBus

/// Services that each run as a user of their own, with one folder of keys. Only root can give files away.
@Suite(.enabled(if: geteuid() == 0, "it takes root"))
struct KeyOwnersTests {
  private static let members = ["catalog", "formatter", "castwire"].map {
    KeyFolder.Member($0, roles: [.read], isService: true)
  }

  private let directory: TemporaryDirectory
  private let folder: KeyFolder

  init() throws {
    directory = try TemporaryDirectory()
    #expect(chmod(directory.path, 0o755) == 0)
    folder = KeyFolder(path: directory.path(of: "keys"))
    _ = try folder.prepare(members: Self.members)
  }

  private func look(_ path: String) -> (owner: uid_t, mode: mode_t) {
    var status = stat()
    return stat(path, &status) == 0 ? (status.st_uid, status.st_mode & 0o777) : (.max, 0)
  }

  /// What a user who is not root can read of the folder.
  private func readable(by user: uid_t) throws -> Set<String> {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    let names = Self.members.map { "\($0.name).key" } + ["allow-list"]
    process.arguments =
      ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "/bin/sh", "-c"]
      + [
        "for name; do cat \"$name\" >/dev/null 2>&1 && echo \"${name##*/}\"; done; ls \"$0\" 2>/dev/null", folder.path,
      ]
      + names.map { "\(folder.path)/\($0)" }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Set(String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  @Test func `each user can read its own key and the list, and no more`() throws {
    _ = try folder.give(to: ["catalog": 40_002, "formatter": 40_003])
    #expect(try readable(by: 40_002) == ["catalog.key", "allow-list"])
    #expect(try readable(by: 40_003) == ["formatter.key", "allow-list"])
    #expect(try readable(by: 40_004) == ["allow-list"])
    #expect(try folder.keyFile(of: "catalog").name == "catalog")
  }

  @Test func `it stays so when all is asked for again and when a client is added`() throws {
    for _ in 1...2 {
      let report =
        try folder.prepare(members: Self.members) + folder.give(to: ["catalog": 40_002, "formatter": 40_003])
      #expect(!report.contains { $0.contains("chmod") }, "\(report)")
    }
    _ = try folder.add(client: "alert", roles: [.subscribe])
    #expect(look(folder.allowListPath) == (0, 0o644))
    #expect(look(folder.path) == (0, 0o711))
    #expect(look(folder.keyPath(of: "alert")) == (0, 0o600))
    #expect(try readable(by: 40_002) == ["catalog.key", "allow-list"])
  }

  @Test func `a list that is another user's stays that user's`() throws {
    #expect(chown(folder.allowListPath, 40_002, 40_002) == 0 && chmod(folder.allowListPath, 0o640) == 0)
    _ = try folder.add(client: "alert", roles: [.subscribe])
    #expect(look(folder.allowListPath) == (40_002, 0o640))
    #expect(try folder.allowList()[name: "alert"] != nil)
  }

  @Test func `a key that is elsewhere is told, and keeps nobody from the others`() throws {
    #expect(unlink(folder.keyPath(of: "formatter")) == 0)
    let report = try folder.prepare(members: Self.members) + folder.give(to: ["catalog": 40_002, "formatter": 40_003])
    #expect(report.contains { $0.contains("formatter.key is elsewhere, so that it is not given to user 40003") })
    #expect(try readable(by: 40_002) == ["catalog.key", "allow-list"])
    #expect(try readable(by: 40_003) == ["allow-list"])
  }
}
