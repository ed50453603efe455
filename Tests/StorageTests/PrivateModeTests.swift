import Foundation
import Storage
import TestSupport
import Testing

/// Databases may hold passwords: nobody but their owner reads them.
struct PrivateModeTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func modes() throws -> [String: Int] {
    var modes: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: name))
      modes[name] = try #require(attributes[.posixPermissions] as? Int)
    }
    return modes
  }

  @Test func `a database, what is beside it and its copy are for their owner alone`() throws {
    let database = try Database(path: folder.path(of: "a.sqlite"))
    try database.execute("CREATE TABLE t (x)")
    try database.copy(to: folder.path(of: "copy.sqlite"))
    #expect(try modes() == ["a.sqlite": 0o600, "a.sqlite-wal": 0o600, "a.sqlite-shm": 0o600, "copy.sqlite": 0o600])
  }

  @Test func `a database that others could read is theirs no more once it is opened`() throws {
    let path = folder.path(of: "a.sqlite")
    do {
      let database = try Database(path: path)
      try database.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
      // As after a crash: the write-ahead log stays.
      for name in ["a.sqlite", "a.sqlite-wal", "a.sqlite-shm"] {
        try FileManager.default.copyItem(atPath: folder.path(of: name), toPath: folder.path(of: "b\(name.dropFirst())"))
      }
    }
    for name in ["b.sqlite", "b.sqlite-wal", "b.sqlite-shm"] { #expect(chmod(folder.path(of: name), 0o664) == 0) }
    let database = try Database(path: folder.path(of: "b.sqlite"))
    #expect(try database.first("SELECT x FROM t") { $0.integer(0) } == 1)
    let found = try modes()
    for name in ["b.sqlite", "b.sqlite-wal", "b.sqlite-shm"] { #expect(found[name] == 0o600, "\(name)") }
  }
}
