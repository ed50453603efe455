import CastwireBus
import Storage
import Testing

@testable import ServiceLoop

/// Logs that somebody or something has damaged.
struct DamageTests {
  /// What is done to a log of eight events, and a word of what the checks say.
  struct Damage: Sendable, CustomTestStringConvertible {
    let sql: String
    let word: String
    /// Whether a start finds it, too.
    var isAtTheEnd = true

    var testDescription: String { sql }
  }

  static let damages: [Damage] = [
    Damage(sql: "DELETE FROM event WHERE sequence = 5", word: "missing"),
    Damage(sql: "DELETE FROM event WHERE sequence = 8", word: "the log ends at"),
    Damage(sql: "DELETE FROM event WHERE sequence > 5", word: "the log ends at"),
    Damage(sql: "DELETE FROM event WHERE sequence < 3", word: "missing"),
    Damage(sql: "DELETE FROM event", word: "missing"),
    Damage(sql: "UPDATE event SET subject = 'other' WHERE sequence = 6", word: "subject"),
    Damage(sql: "UPDATE event SET family = 'podcast' WHERE sequence = 6", word: "family"),
    Damage(sql: "UPDATE event SET feed = 'other' WHERE sequence = 6", word: "partitionkey"),
    Damage(sql: "UPDATE event SET time = time + 1 WHERE sequence = 6", word: "time"),
    Damage(sql: "UPDATE event SET time = 1 WHERE sequence = 6", word: "time"),
    Damage(sql: "UPDATE event SET json = x'7b7d' WHERE sequence = 6", word: "no event of the bus"),
    Damage(
      sql: "UPDATE event SET json = (SELECT json FROM event WHERE sequence = 5) WHERE sequence = 6", word: "sequence"),
    Damage(
      sql: """
        UPDATE event SET json = CAST(replace(CAST(json AS TEXT), '"previous":"00000000000000000004"',
          '"previous":"00000000000000000003"') AS BLOB) WHERE sequence = 5
        """, word: "the event after it"),
    Damage(sql: "UPDATE family SET head = 9 WHERE name = 'episode'", word: "the log ends at"),
    Damage(sql: "UPDATE family SET head = 6 WHERE name = 'episode'", word: "the log ends at"),
    Damage(sql: "UPDATE family SET head = -1 WHERE name = 'episode'", word: "the log ends at"),
    Damage(sql: "UPDATE event SET sequence = -1 WHERE sequence = 1", word: "sequence"),
    Damage(sql: "UPDATE event SET sequence = 0 WHERE sequence = 1", word: "sequence"),
    Damage(sql: "DELETE FROM family WHERE name = 'cell.en_US'", word: "there is none"),
    Damage(sql: "INSERT INTO family (name, head, size) VALUES ('more', 3, 1)", word: "more is missing"),
    Damage(sql: "UPDATE log SET id = 'other'", word: "never was"),
    Damage(sql: "UPDATE newest SET sequence = 1 WHERE subject = 'd'", word: "newest", isAtTheEnd: false),
    Damage(sql: "DELETE FROM newest WHERE subject = 'd'", word: "newest", isAtTheEnd: false),
    Damage(sql: "INSERT INTO newest VALUES ('episode', 'x', 77)", word: "newest", isAtTheEnd: false),
    Damage(sql: "INSERT INTO ending VALUES (77, 1)", word: "ending", isAtTheEnd: false),
  ]

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try bench.append(["a", "b"], family: "cell.en_US")
    for subject in ["c", "d", "e"] {
      bench.now = bench.now.adding(.seconds(1))
      try bench.append([subject])
    }
    try bench.append(["f", "g", "c"])
    try bench.compact()
    return bench
  }

  @Test func `nothing is wrong with a sound log, empty or not`() throws {
    for bench in [try Workbench(), try bench()] {
      #expect(try bench.findings() == [])
      try QuickCheck.run(try bench.reopenedLog())
    }
  }

  @Test(arguments: damages)
  func `damage is found, and a log that is damaged at its end is refused`(damage: Damage) throws {
    let bench = try bench()
    #expect(try bench.database.run(damage.sql) > 0)
    let findings = try bench.findings()
    #expect(findings.contains { $0.contains(damage.word) }, "\(findings)")
    let error = failure { try QuickCheck.run(try bench.reopenedLog()) }
    guard damage.isAtTheEnd else {
      #expect(error == nil)
      return
    }
    let message = (error as? DamagedLogError)?.description ?? ""
    #expect(message.contains(damage.word), "\(message)")
    #expect(message.contains("catalog restore FILE") && message.contains(bench.database.path))
  }

  @Test func `a start looks at the last thousand events, however many there are`() throws {
    let bench = try Workbench()
    try bench.append((1...1_100).map { "\($0)" })
    try bench.database.run("UPDATE event SET subject = 'other' WHERE sequence = 90")
    try QuickCheck.run(try bench.reopenedLog())
    #expect(try bench.findings().count == 1)
    try bench.database.run("UPDATE event SET subject = 'other' WHERE sequence = 110")
    #expect(failure { try QuickCheck.run(try bench.reopenedLog()) } is DamagedLogError)
  }

  @Test func `a log that is compacted down to its head is sound`() throws {
    let bench = try Workbench()
    bench.now = Timestamp(rawValue: 1_700_000_000_000)
    for family in ["podcast", "episode", "podcast", "episode"] {
      try bench.append((0..<600).map { "\($0 % 40)" }, family: family)
    }
    try bench.compact(Retention(age: .zero, size: 1, endings: .zero))
    #expect(try bench.positions().count < 100)
    #expect(try bench.findings() == [])
    try QuickCheck.run(try bench.reopenedLog())
  }
}
