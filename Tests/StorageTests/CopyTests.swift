import Foundation
import Storage
import TestSupport
import Testing

struct CopyTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private var folder: String {
    (scratch.database.path as NSString).deletingLastPathComponent
  }

  @Test func `a copy is of one moment, whatever is written while it is made`() throws {
    try scratch.database.transaction {
      for _ in 0..<5_000 { try scratch.add(String(repeating: "x", count: 10_000)) }
    }
    let reader = try Database(path: scratch.database.path, access: .reading)
    let copy = "\(folder)/copy.sqlite"
    var shares: [Double] = []
    try reader.copy(to: copy) { share in
      shares.append(share)
      try scratch.add("meanwhile")
    }
    #expect(shares.count >= 3 && shares == shares.sorted() && shares.last == 1)
    let words = try Database(path: copy, access: .reading).all("SELECT count(*) FROM word") { $0.integer(0) }
    #expect(words == [5_000])
    #expect(try scratch.words().count == 5_000 + shares.count)
    // The reader is free again.
    #expect(try reader.first("SELECT count(*) FROM word") { $0.integer(0) } == 5_000 + shares.count)
  }

  @Test func `what the progress throws ends the copying`() throws {
    try scratch.add("a")
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try scratch.database.copy(to: "\(folder)/copy.sqlite") { _ in throw Enough() }
    }
    try scratch.add("b")
    #expect(try scratch.words() == ["a", "b"])
  }

  @Test func `a copy into nowhere is told`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try scratch.database.copy(to: "\(folder)/none/copy.sqlite")
    }
    #expect(error?.path.hasSuffix("none/copy.sqlite") == true)
  }

  @Test func `who reads changes nothing and makes nothing`() throws {
    try scratch.add("a")
    let reader = try Database(path: scratch.database.path, access: .reading)
    #expect(throws: DatabaseError.self) { try reader.run("INSERT INTO word (text) VALUES ('b')") }
    #expect(throws: DatabaseError.self) { try Database(path: "\(folder)/none.sqlite", access: .reading) }
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/none.sqlite"))
  }

  @Test func `a file's identity tells it from its copy, and stays when it is moved or written to`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([1], to: "a")
    let first = try FileIdentity(of: path)
    try FileHandle(forWritingTo: URL(filePath: path)).write(contentsOf: [2, 3])
    #expect(try FileIdentity(of: path) == first)
    try FileManager.default.moveItem(atPath: path, toPath: directory.path(of: "b"))
    #expect(try FileIdentity(of: directory.path(of: "b")) == first)
    try FileManager.default.copyItem(atPath: directory.path(of: "b"), toPath: path)
    #expect(try !FileIdentity(of: path).canBe(first))
    let error = #expect(throws: FileError.self) { try FileIdentity(of: directory.path(of: "none")) }
    #expect(error?.description.contains("No such file") == true)
  }
}
