import Storage
import TestSupport

/// A database file of a test's own, which goes with its folder.
struct Scratch {
  let folder: TemporaryDirectory
  let database: Database

  init(_ sql: String = "CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB)") throws {
    folder = try TemporaryDirectory()
    database = try Database(path: folder.path(of: "test.sqlite"))
    try database.execute(sql)
  }

  func words() throws -> [String] {
    try database.all("SELECT text FROM word ORDER BY id") { $0.text(0) }
  }

  func add(_ word: String) throws {
    try database.run("INSERT INTO word (text) VALUES (?1)", .text(word))
  }
}

/// What a test throws to see where it arrives.
struct Fault: Error, Equatable {}

/// The error that `body` throws; nil where it throws none.
func failure(_ body: () throws -> Void) -> (any Error)? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
