import Foundation
import Glibc
import TestSupport
import Testing

@testable import CastwireBus

struct KeyFolderTests {
  private static let members: [KeyFolder.Member] = [
    KeyFolder.Member("catalog", roles: [.subscribe, .read], isService: true),
    KeyFolder.Member("formatter", roles: [.read], isService: true),
    KeyFolder.Member("castwire", roles: [.subscribe, .read, .control], isService: false),
  ]

  private let directory: TemporaryDirectory
  private let folder: KeyFolder

  init() throws {
    directory = try TemporaryDirectory()
    folder = KeyFolder(path: directory.path(of: "deep/keys/"))
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\($0)"))) })
  }

  @Test func `each member gets a pair that is its own, with the services' public keys, and is listed`() throws {
    _ = try folder.prepare(members: Self.members)
    let list = try folder.allowList()
    #expect(list.entries.map(\.name) == ["catalog", "formatter", "castwire"])
    let files = try Self.members.map { try folder.keyFile(of: $0.name) }
    #expect(Set(files.map(\.publicKey)).count == 3)
    for (file, member) in zip(files, Self.members) {
      #expect(file.services == ["catalog": files[0].publicKey, "formatter": files[1].publicKey])
      #expect(list[key: file.publicKey]?.name == member.name && list[key: file.publicKey]?.roles == member.roles)
    }
  }

  @Test func `files and folder are for their owner alone, whatever the umask`() throws {
    _ = try folder.prepare(members: Self.members)
    _ = try folder.add(client: "alert", roles: [.subscribe])
    #expect(mode(folder.path) == 0o700)
    #expect(try Set(contents().keys) == ["catalog.key", "formatter.key", "castwire.key", "alert.key", "allow-list"])
    for name in try contents().keys { #expect(mode("\(folder.path)/\(name)") == 0o600, "\(name)") }
  }

  @Test func `those who may read the list may read it, too, once a client is added`() throws {
    _ = try folder.prepare(members: Self.members)
    let group: gid_t = getuid() == 0 ? 4_711 : getgid()
    #expect(chown(folder.allowListPath, getuid(), group) == 0 && chmod(folder.allowListPath, 0o640) == 0)
    _ = try folder.add(client: "alert", roles: [.subscribe])
    var status = stat()
    #expect(stat(folder.allowListPath, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640 && status.st_gid == group && status.st_uid == getuid())
    #expect(try folder.allowList()[name: "alert"] != nil)
  }

  @Test func `what is there stays as it is`() throws {
    _ = try folder.prepare(members: Self.members)
    let before = try contents()
    let report = try folder.prepare(members: Self.members)
    #expect(try contents() == before)
    #expect(report.count { $0.hasSuffix(" was there") } == 4, "\(report)")
    _ = try folder.add(client: "alert", roles: [.read])
    let after = try contents()
    #expect(try folder.add(client: "alert", roles: [.read]).contains { $0.hasSuffix("alert.key was there") })
    #expect(try contents() == after)
  }

  @Test func `a key that is elsewhere by now is not made anew`() throws {
    _ = try folder.prepare(members: Self.members)
    #expect(unlink(folder.keyPath(of: "catalog")) == 0)
    #expect(unlink(folder.keyPath(of: "castwire")) == 0)
    let before = try contents()
    let report = try folder.prepare(members: Self.members)
    #expect(report.count { $0.contains("is elsewhere") } == 2, "\(report)")
    #expect(try contents() == before)
  }

  @Test func `a key that was struck out of the list is not put back`() throws {
    _ = try folder.prepare(members: Self.members)
    let lines = try String(contentsOfFile: folder.allowListPath, encoding: .utf8).split(separator: "\n")
    try lines.filter { !$0.hasPrefix("formatter") }.joined(separator: "\n")
      .write(toFile: folder.allowListPath, atomically: false, encoding: .utf8)
    let report = try folder.prepare(members: Self.members)
    #expect(report.contains { $0.contains("formatter is not in it") }, "\(report)")
    #expect(try folder.allowList()[name: "formatter"] == nil)
    // A list whose last line has no end is added to all the same.
    _ = try folder.add(client: "alert", roles: [.control])
    #expect(try folder.allowList().entries.map(\.name) == ["catalog", "castwire", "alert"])
  }

  @Test func `a list that was lost is made again for the members, and the others are named`() throws {
    _ = try folder.prepare(members: Self.members)
    _ = try folder.add(client: "alert", roles: [.control])
    #expect(unlink(folder.allowListPath) == 0)
    let report = try folder.prepare(members: Self.members)
    #expect(try folder.allowList().entries.map(\.name) == ["catalog", "formatter", "castwire"])
    #expect(report.contains { $0.contains("alert is not in it") }, "\(report)")
  }

  @Test func `a client has what it needs in its own file, and a name only once`() throws {
    _ = try folder.prepare(members: Self.members)
    _ = try folder.add(client: "alert", roles: [.subscribe])
    let file = try folder.keyFile(of: "alert")
    #expect(Set(file.services.keys) == ["catalog", "formatter"])
    #expect(try folder.allowList()[key: file.publicKey]?.roles == [.subscribe])
    #expect(throws: KeyError.self) { try folder.add(client: "alert", roles: [.control]) }
    #expect(throws: KeyError.self) { try folder.add(client: "../alert", roles: [.read]) }
    #expect(throws: KeyError.self) { try folder.add(client: "catalog", roles: [.control]) }
    #expect(unlink(folder.keyPath(of: "alert")) == 0)
    let error = #expect(throws: KeyError.self) { try folder.add(client: "alert", roles: [.subscribe]) }
    #expect(error?.description.contains("delete that line first") == true)
  }

  @Test func `a pair that was made and not listed, as by a full disk, is listed by the next try`() throws {
    _ = try folder.prepare(members: Self.members)
    let list = try Data(contentsOf: URL(fileURLWithPath: folder.allowListPath))
    _ = try folder.add(client: "alert", roles: [.subscribe])
    let key = try folder.keyFile(of: "alert").publicKey
    try list.write(to: URL(fileURLWithPath: folder.allowListPath))
    _ = try folder.add(client: "alert", roles: [.subscribe])
    #expect(try folder.allowList()[key: key]?.name == "alert")
  }

  @Test func `there is no client before there are services`() throws {
    let error = #expect(throws: KeyError.self) { try folder.add(client: "alert", roles: [.subscribe]) }
    #expect(error?.description.contains("castwire keys init") == true)
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o666] as [mode_t])
  func `a secret that others can read or write is refused, with what to do`(mode: mode_t) throws {
    _ = try folder.prepare(members: Self.members)
    let path = folder.keyPath(of: "catalog")
    #expect(chmod(path, mode) == 0)
    let error = #expect(throws: KeyError.self) { try folder.keyFile(of: "catalog") }
    #expect(error?.description.contains("chmod 600 \(path)") == true)
  }

  @Test(arguments: [(0o644, true), (0o664, false), (0o646, false)] as [(mode_t, Bool)])
  func `a list that others can read serves, one that they can write to does not`(mode: (mode_t, Bool)) throws {
    _ = try folder.prepare(members: Self.members)
    #expect(chmod(folder.allowListPath, mode.0) == 0)
    #expect(((try? folder.allowList()) != nil) == mode.1)
  }

  @Test(arguments: [
    "", "{}", "nonsense", #"{"name":"catalog","publicKey":"x","secretKey":"y","services":{}}"#,
    #"{"name":"other","publicKey":"PUBLIC","secretKey":"SECRET","services":{}}"#,
    #"{"name":"catalog","publicKey":"OTHER","secretKey":"SECRET","services":{}}"#,
    #"{"name":"catalog","publicKey":"PUBLIC","secretKey":"SECRET","services":{"catalog":"short"}}"#,
  ])
  func `a file that is no key file is refused, and nothing of it quoted`(text: String) throws {
    _ = try folder.prepare(members: Self.members)
    let pair = try folder.keyFile(of: "catalog").pair
    let json = text.replacing("PUBLIC", with: "\(pair.publicKey)").replacing("SECRET", with: pair.secretKey.z85)
      .replacing("OTHER", with: AllowListTests.other)
    try json.write(toFile: folder.keyPath(of: "catalog"), atomically: false, encoding: .utf8)
    let error = #expect(throws: KeyError.self) { try folder.keyFile(of: "catalog") }
    #expect(error?.path == folder.keyPath(of: "catalog"))
    #expect(error?.description.contains(pair.secretKey.z85) == false)
  }

  @Test func `no text is made of a secret key unasked`() throws {
    _ = try folder.prepare(members: Self.members)
    let file = try folder.keyFile(of: "catalog")
    var dumped = ""
    dump(file, to: &dumped)
    for text in [dumped, "\(file)", String(reflecting: file), "\(file.pair.secretKey)"] {
      #expect(!text.contains(file.pair.secretKey.z85))
      #expect(!text.contains("\(file.pair.secretKey.bytes[0]), \(file.pair.secretKey.bytes[1])"))
    }
  }

  @Test func `files that contradict each other are not built upon`() throws {
    _ = try folder.prepare(members: Self.members)
    let file = try folder.keyFile(of: "castwire")
    #expect(unlink(folder.keyPath(of: "castwire")) == 0)
    let strange = try #require(PublicKey(AllowListTests.other))
    try KeyFile(name: "castwire", pair: file.pair, services: ["catalog": strange])
      .create(at: folder.keyPath(of: "castwire"))
    let error = #expect(throws: KeyError.self) { try folder.add(client: "alert", roles: [.subscribe]) }
    #expect(error?.description.contains("another public key of 'catalog'") == true)
  }
}
