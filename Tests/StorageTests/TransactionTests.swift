import Storage
import TestSupport
import Testing

struct TransactionTests {
  @Test func `a throw undoes the whole transaction and arrives as it was`() throws {
    let scratch = try Scratch()
    #expect(throws: Fault.self) {
      try scratch.database.transaction {
        try scratch.add("gone")
        throw Fault()
      }
    }
    #expect(try scratch.words() == [])
    try scratch.database.transaction { try scratch.add("kept") }
    #expect(try scratch.words() == ["kept"])
  }

  @Test func `a failed part undoes what it did and nothing else`() throws {
    let scratch = try Scratch()
    try scratch.database.transaction {
      try scratch.add("before")
      let error = failure {
        try scratch.database.savepoint {
          try scratch.add("gone")
          throw Fault()
        }
      }
      #expect(error is Fault)
      try scratch.database.savepoint { try scratch.add("part") }
      try scratch.add("after")
    }
    #expect(try scratch.words() == ["before", "part", "after"])
  }

  @Test func `parts nest`() throws {
    let scratch = try Scratch()
    try scratch.database.transaction {
      try scratch.database.savepoint {
        try scratch.add("outer")
        let error = failure {
          try scratch.database.savepoint {
            try scratch.add("inner")
            throw Fault()
          }
        }
        #expect(error is Fault)
      }
      _ = failure {
        try scratch.database.savepoint {
          try scratch.database.savepoint { try scratch.add("done, and undone with the part around it") }
          throw Fault()
        }
      }
    }
    #expect(try scratch.words() == ["outer"])
  }

  @Test func `a part can be undone while rows are being read`() throws {
    let scratch = try Scratch()
    for word in ["a", "b", "c"] { try scratch.add(word) }
    var seen: [String] = []
    try scratch.database.transaction {
      try scratch.database.forEach("SELECT text FROM word WHERE id <= 3 ORDER BY id") { row in
        seen.append(row.text(0))
        _ = failure {
          try scratch.database.savepoint {
            try scratch.add("gone")
            throw Fault()
          }
        }
        return true
      }
    }
    #expect(seen == ["a", "b", "c"])
    #expect(try scratch.words() == ["a", "b", "c"])
  }

  /// SQLite rolls back by itself where the disk is full, for one; a trigger makes it do so at will.
  private func scratchThatRollsBack() throws -> Scratch {
    try Scratch(
      """
      CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT);
      CREATE TRIGGER fuse BEFORE INSERT ON word WHEN new.text = 'blow' BEGIN SELECT RAISE(ROLLBACK, 'blown'); END;
      """)
  }

  @Test func `nothing is written outside a transaction that SQLite has rolled back by itself`() throws {
    let scratch = try scratchThatRollsBack()
    let error = #expect(throws: DatabaseError.self) {
      try scratch.database.transaction {
        try scratch.add("before")
        // Somebody who puts aside whatever fails must not go on as if the transaction stood.
        #expect(failure({ try scratch.database.savepoint { try scratch.add("blow") } }) is DatabaseError)
        try scratch.add("after")
      }
    }
    #expect(error?.isEnvironmental == true, "the work is to be done again: \(error.map { "\($0)" } ?? "")")
    #expect(try scratch.words() == [])
    try scratch.database.transaction { try scratch.add("next") }
    #expect(try scratch.words() == ["next"])
  }

  @Test func `a transaction that SQLite has rolled back by itself cannot be committed`() throws {
    let scratch = try scratchThatRollsBack()
    let error = #expect(throws: DatabaseError.self) {
      try scratch.database.transaction {
        try scratch.add("before")
        #expect(failure({ try scratch.add("blow") }) is DatabaseError)
      }
    }
    #expect(error?.isEnvironmental == true)
    #expect(try scratch.words() == [])
  }
}
