import Foundation
import Storage
import TestSupport
import Testing

struct DatabaseErrorTests {
  @Test func `a file that is no database is told so, without SQL of many lines`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array(String(repeating: "no database ", count: 2_000).utf8), to: "test.sqlite")
    let error = #expect(throws: DatabaseError.self) { _ = try Database(path: path) }
    #expect(error?.isCorruption == true)
    #expect(error?.description.contains(path) == true)
    #expect(error?.description.contains("not a database") == true)
    #expect(error?.description.contains("\n") == false && error?.description.contains("PRAGMA") == false)
  }

  @Test func `a folder that is not there is told so, with what to do`() throws {
    let folder = try TemporaryDirectory()
    let error = #expect(throws: DatabaseError.self) { _ = try Database(path: folder.path(of: "none/test.sqlite")) }
    #expect(error?.isEnvironmental == true)
    #expect(error?.isCorruption == false)
    #expect(error?.advice?.contains("folder") == true)
  }

  @Test func `damage in the middle of the file is corruption, and no fault of the statement`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "test.sqlite")
    do {
      let database = try Database(path: path)
      try database.execute("CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT)")
      for _ in 0..<400 {
        try database.run("INSERT INTO word (text) VALUES (?1)", .text(String(repeating: "x", count: 1_000)))
      }
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    for index in 20_000..<min(bytes.count, 200_000) { bytes[index] = 0xa5 }
    try folder.write(bytes, to: "test.sqlite")
    let database = try Database(path: path)
    let error = #expect(throws: DatabaseError.self) {
      try database.forEach("SELECT text FROM word") { _ in true }
    }
    #expect(error?.isCorruption == true, "\(error.map { "\($0)" } ?? "")")
    #expect(error?.isEnvironmental == true)
  }

  @Test func `an error names the file, the statement and SQLite's own words`() throws {
    let scratch = try Scratch()
    let error = #expect(throws: DatabaseError.self) { try scratch.database.run("INSERT INTO missing VALUES (1)") }
    #expect(error?.isEnvironmental == false)
    #expect(error?.statement == "INSERT INTO missing VALUES (1)")
    #expect(error?.description.contains("no such table: missing") == true)
    #expect(error?.description.contains(scratch.database.path) == true)
  }

  @Test func `a constraint is the fault of the values`() throws {
    let scratch = try Scratch("CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    let error = #expect(throws: DatabaseError.self) {
      try scratch.database.run("INSERT INTO word (text) VALUES (?1)", nil)
    }
    #expect(error?.isEnvironmental == false)
  }

  @Test func `a database that has no room left undoes the transaction and says to make room`() throws {
    let scratch = try Scratch()
    try scratch.add("kept")
    try scratch.database.execute("PRAGMA max_page_count = 8")
    let error = #expect(throws: DatabaseError.self) {
      try scratch.database.transaction {
        for _ in 0..<100 { try scratch.add(String(repeating: "x", count: 10_000)) }
      }
    }
    #expect(error?.isEnvironmental == true)
    #expect(error?.advice?.contains("free some space") == true)
    #expect(try scratch.words() == ["kept"])
    try scratch.database.execute("PRAGMA max_page_count = 1000")
    try scratch.add("and on")
    #expect(try scratch.words() == ["kept", "and on"])
  }
}
