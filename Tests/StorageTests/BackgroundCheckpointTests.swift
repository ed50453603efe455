import Foundation
import Storage
import TestSupport
import Testing

struct BackgroundCheckpointTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "test.sqlite")
  }

  private func size(_ suffix: String = "") throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int ?? 0
  }

  /// Commits so many rows of 20,000 bytes, each by itself.
  private func fill(_ database: Database, _ count: Int) throws {
    for number in 0..<count {
      _ = try database.transaction {
        try database.run(
          "INSERT INTO word VALUES (?1, ?2)", .integer(Int64(number)), .blob([UInt8](repeating: 7, count: 20_000)))
      }
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `what is written comes into the file on another thread, and the write-ahead log stays small without a pause`()
    throws
  {
    let database = try Database(path: path)
    database.checkpointInBackground(pages: 20, mostPages: 200)
    // Nothing is waited for, so that many commits are made in little time.
    try database.execute("PRAGMA synchronous = OFF; CREATE TABLE word (number INTEGER, text BLOB)")
    try fill(database, 4_000)
    // 130 MB were written.
    #expect(try size() > 60 << 20)
    #expect(try size("-wal") < 40 << 20)
    let other = try Database(path: path, access: .reading)
    #expect(
      try other.first("SELECT count(*), sum(length(text)) FROM word") { ($0.integer(0), $0.integer(1)) }! == (
        4_000, 80_000_000
      ))
    #expect(try other.first("PRAGMA quick_check") { $0.text(0) } == "ok")
  }

  @Test func `a database that is let go of leaves one file`() throws {
    do {
      let database = try Database(path: path)
      database.checkpointInBackground()
      try database.execute("CREATE TABLE word (number INTEGER, text BLOB)")
      try fill(database, 300)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["test.sqlite"])
    #expect(try Database(path: path).first("SELECT count(*) FROM word") { $0.integer(0) } == 300)
  }

  @Test func `a transaction that need not be waited for is there for the next who opens the file`() throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE word (number INTEGER, text BLOB)")
    _ = try database.relaxedTransaction { try database.run("INSERT INTO word VALUES (1, NULL)") }
    #expect(try database.first("PRAGMA synchronous") { $0.integer(0) } == 2)
    struct Undone: Error {}
    #expect(throws: Undone.self) {
      try database.relaxedTransaction {
        try database.run("INSERT INTO word VALUES (2, NULL)")
        throw Undone()
      }
    }
    #expect(try database.first("PRAGMA synchronous") { $0.integer(0) } == 2)
    #expect(try Database(path: path, access: .reading).all("SELECT number FROM word") { $0.integer(0) } == [1])
  }
}
