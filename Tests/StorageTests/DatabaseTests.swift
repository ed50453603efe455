import Storage
import TestSupport
import Testing

struct DatabaseTests {
  @Test func `an empty text and an empty blob are kept, and are not NULL`() throws {
    let scratch = try Scratch()
    try scratch.database.run("INSERT INTO word (text, bytes) VALUES (?1, ?2)", .text(""), .blob([]))
    let kinds = try scratch.database.first("SELECT typeof(text), typeof(bytes), text, bytes FROM word") { row in
      #expect(!row.isNull(2) && !row.isNull(3))
      #expect(row.optionalText(2) == "")
      #expect(row.blob(3) == [])
      return [row.text(0), row.text(1)]
    }
    #expect(kinds == ["text", "blob"])
  }

  @Test func `every class of value comes back as it went in`() throws {
    let scratch = try Scratch()
    let text = "a\u{0}b \u{1F399} e\u{301}"
    let bytes = (0...255).map { UInt8($0) }
    try scratch.database.run("INSERT INTO word (text, bytes) VALUES (?1, ?2)", .text(text), .blob(bytes))
    try scratch.database.forEach("SELECT text, bytes, ?1, ?2, NULL FROM word", .integer(.min), .real(0.1)) { row in
      #expect(row.text(0).utf8.elementsEqual(text.utf8))
      #expect(row.blob(1) == bytes)
      #expect(row.byteCount(1) == 256)
      #expect(row.integer(2) == .min)
      #expect(row.real(3) == 0.1)
      #expect(row.isNull(4) && row.optionalText(4) == nil && row.optionalInteger(4) == nil)
      return true
    }
  }

  @Test func `a column says of which class it is, and gives its bytes`() throws {
    let scratch = try Scratch()
    let classes = try scratch.database.first("SELECT NULL, 1, 0.5, 'a', x'ff00', x''") { row in
      #expect(row.withBytes(4) { Array($0) } == [0xff, 0])
      #expect(row.withBytes(3) { Array($0) } == [0x61])
      #expect(row.withBytes(5) { $0.isEmpty })
      #expect(row.withBytes(0) { $0.isEmpty })
      return (0..<6).map { row.storageClass($0) }
    }
    #expect(classes == [.null, .integer, .real, .text, .blob, .blob])
  }

  @Test func `the row that was inserted last is known, and what an array of values gives`() throws {
    let scratch = try Scratch()
    for text in ["a", "b"] {
      let count = try scratch.database.run("INSERT INTO word (text) VALUES (?1)", values: [.text(text)])
      #expect(count == 1)
      let last = try scratch.database.first("SELECT max(rowid) FROM word") { $0.integer(0) }
      #expect(scratch.database.lastInsertedRow == last)
    }
    let words = try scratch.database.all("SELECT text FROM word WHERE text > ?1", values: ["a"]) { $0.text(0) }
    #expect(words == ["b"])
  }

  @Test func `values do not stay bound for the next run`() throws {
    let scratch = try Scratch()
    try scratch.add("first")
    #expect(throws: DatabaseError.self) { try scratch.database.run("INSERT INTO word (text) VALUES (?1)") }
    #expect(try scratch.words() == ["first"])
  }

  @Test func `more values than parameters are refused`() throws {
    let scratch = try Scratch()
    #expect(throws: DatabaseError.self) {
      try scratch.database.run("INSERT INTO word (text) VALUES (?1)", .text("a"), .text("b"))
    }
    #expect(try scratch.words() == [])
  }

  @Test func `a second statement that would never run is refused`() throws {
    let scratch = try Scratch()
    #expect(throws: DatabaseError.self) {
      try scratch.database.run("INSERT INTO word (text) VALUES ('a'); INSERT INTO word (text) VALUES ('b')")
    }
    #expect(try scratch.words() == [])
    #expect(throws: DatabaseError.self) { try scratch.database.run("-- nothing") }
  }

  @Test func `the same query can run while it runs`() throws {
    let scratch = try Scratch()
    for word in ["a", "b", "c"] { try scratch.add(word) }
    var pairs: [String] = []
    let sql = "SELECT text FROM word ORDER BY id"
    try scratch.database.forEach(sql) { outer in
      let left = outer.text(0)
      try scratch.database.forEach(sql) { inner in
        pairs.append(left + inner.text(0))
        return true
      }
      return true
    }
    #expect(pairs == ["aa", "ab", "ac", "ba", "bb", "bc", "ca", "cb", "cc"])
  }

  @Test func `an error in the middle of the rows leaves the query usable`() throws {
    let scratch = try Scratch()
    for word in ["a", "b", "c"] { try scratch.add(word) }
    let sql = "SELECT text FROM word ORDER BY id"
    var seen = 0
    #expect(throws: Fault.self) {
      try scratch.database.forEach(sql) { _ in
        seen += 1
        if seen == 2 { throw Fault() }
        return true
      }
    }
    #expect(try scratch.database.all(sql) { $0.text(0) } == ["a", "b", "c"])
    #expect(try scratch.database.first(sql) { $0.text(0) } == "a")
    // A query left open would keep the write-ahead log from being taken in.
    try scratch.database.forEach("PRAGMA wal_checkpoint(TRUNCATE)") { row in
      #expect(row.integer(0) == 0)
      return true
    }
  }

  @Test func `a failed statement can run again`() throws {
    let scratch = try Scratch("CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT UNIQUE)")
    try scratch.add("a")
    #expect(throws: DatabaseError.self) { try scratch.add("a") }
    try scratch.add("b")
    #expect(try scratch.words() == ["a", "b"])
  }

  @Test func `run tells how many rows it touched`() throws {
    let scratch = try Scratch()
    for word in ["a", "b", "c"] { try scratch.add(word) }
    #expect(try scratch.database.run("UPDATE word SET text = text || ?1 WHERE text <> 'b'", .text("!")) == 2)
    #expect(try scratch.database.run("DELETE FROM word WHERE id = 99") == 0)
    #expect(try scratch.words() == ["a!", "b", "c!"])
  }

  @Test func `what was committed is there for the next who opens the file`() throws {
    let scratch = try Scratch()
    try scratch.add("kept")
    let other = try Database(path: scratch.database.path)
    #expect(try other.first("SELECT text FROM word") { $0.text(0) } == "kept")
    #expect(try other.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    #expect(try other.first("PRAGMA synchronous") { $0.integer(0) } == 2)
  }
}
