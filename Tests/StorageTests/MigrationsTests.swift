import Storage
import TestSupport
import Testing

struct MigrationsTests {
  private static let first: Migrations.Step =
    "CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT)"
  private static let second: Migrations.Step =
    "ALTER TABLE word ADD COLUMN language TEXT; INSERT INTO word (text) VALUES ('second')"

  @Test func `each step is taken once, in order, whoever opens the file`() throws {
    let scratch = try Scratch("SELECT 1")
    try Migrations(component: "word", steps: [Self.first]).apply(to: scratch.database)
    let migrations = Migrations(component: "word", steps: [Self.first, Self.second])
    try migrations.apply(to: scratch.database)
    try migrations.apply(to: scratch.database)
    #expect(try scratch.words() == ["second"])
  }

  @Test func `a database of a newer version is refused in clear words and left as it is`() throws {
    let scratch = try Scratch("SELECT 1")
    try Migrations(component: "word", steps: [Self.first, Self.second]).apply(to: scratch.database)
    let error = #expect(throws: NewerDatabaseError.self) {
      try Migrations(component: "word", steps: [Self.first]).apply(to: scratch.database)
    }
    #expect(error?.found == 2 && error?.known == 1)
    #expect(error?.description.contains("newer version of Castwire") == true)
    #expect(try scratch.words() == ["second"])
  }

  @Test func `a step that fails undoes the steps before it, too`() throws {
    let scratch = try Scratch("SELECT 1")
    #expect(throws: DatabaseError.self) {
      try Migrations(component: "word", steps: [Self.first, "CREATE TABLE word (id)"]).apply(to: scratch.database)
    }
    #expect(throws: DatabaseError.self) { try scratch.words() }
    try Migrations(component: "word", steps: [Self.first]).apply(to: scratch.database)
    #expect(try scratch.words() == [])
  }

  @Test func `code takes its turn among the steps, and is undone with them`() throws {
    let scratch = try Scratch("SELECT 1")
    let code = Migrations.Step.code { database in
      try database.run("INSERT INTO word (text) VALUES (?1)", .text("by code"))
    }
    #expect(throws: DatabaseError.self) {
      try Migrations(component: "word", steps: [Self.first, code, "CREATE TABLE word (id)"])
        .apply(to: scratch.database)
    }
    #expect(throws: DatabaseError.self) { try scratch.words() }
    try Migrations(component: "word", steps: [Self.first, code, Self.second]).apply(to: scratch.database)
    #expect(try scratch.words() == ["by code", "second"])
  }

  @Test func `components in one file have versions of their own`() throws {
    let scratch = try Scratch("SELECT 1")
    try Migrations(component: "word", steps: [Self.first, Self.second]).apply(to: scratch.database)
    try Migrations(component: "other", steps: ["CREATE TABLE other (id)"]).apply(to: scratch.database)
    #expect(
      try scratch.database.all("SELECT version FROM schema_version ORDER BY component") { $0.integer(0) } == [1, 2])
  }

  @Test func `nothing is written where no step is due`() throws {
    let scratch = try Scratch("SELECT 1")
    let migrations = Migrations(component: "word", steps: [Self.first])
    try migrations.apply(to: scratch.database)
    let before = try scratch.database.first("SELECT total_changes()") { $0.integer(0) }
    try migrations.apply(to: scratch.database)
    #expect(try scratch.database.first("SELECT total_changes()") { $0.integer(0) } == before)
  }
}
