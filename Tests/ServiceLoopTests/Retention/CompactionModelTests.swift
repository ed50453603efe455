import CastwireBus
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// Two months of a log at random, held against what should be left of it.
struct CompactionModelTests {
  private struct Fact: Equatable {
    let position: Int
    let time: Int64
    let subject: String
    let isEnding: Bool
  }

  private static let day: Int64 = 86_400_000

  @Test(arguments: [1, 2, 3] as [UInt64], [false, true])
  func `what is left is what should be, and replay from 0 gives the whole present state`(
    seed: UInt64, restarts: Bool
  ) throws {
    let bench = try Workbench()
    var numbers = SeededGenerator(seed: seed)
    var facts: [Fact] = []
    var steady = ContinuousClock.now
    bench.now = Timestamp(rawValue: 1_700_000_000_000)
    var compaction = Compaction(log: bench.log, retention: .usual, start: steady)
    for round in 0..<160 {
      _ = try bench.log.transaction {
        for _ in 0..<Int.random(in: 0...12, using: &numbers) {
          let family = ["episode", "podcast", "cell.en_US"].randomElement(using: &numbers) ?? ""
          let subject = "\(Int.random(in: 0..<60, using: &numbers))"
          let isEnding = Int.random(in: 0..<4, using: &numbers) == 0
          try bench.log.append(Workbench.draft(subject, family: family, verb: isEnding ? "removed" : "updated"))
          facts.append(
            Fact(
              position: facts.count + 1, time: bench.now.rawValue, subject: "\(family) \(subject)", isEnding: isEnding))
        }
      }
      if restarts { compaction = Compaction(log: bench.log, retention: .usual, start: steady) }
      while try compaction.step(now: bench.now, steady: steady) {
        if restarts { compaction = Compaction(log: bench.log, retention: .usual, start: steady) }
      }
      if round % 8 == 7 { try hold(bench, facts) }
      bench.now = Timestamp(rawValue: bench.now.rawValue + Self.day * 3 / 8)
      steady += .seconds(32_400)
    }
    #expect(try bench.findings() == [])
    #expect(bench.log.oldest > Position(1), "endings were dropped, so that this was tested, too")
  }

  private func hold(_ bench: Workbench, _ facts: [Fact]) throws {
    let newest = Dictionary(facts.map { ($0.subject, $0.position) }, uniquingKeysWith: max)
    let left = Set(try bench.positions())
    var dropped = 0
    var wrong: [Fact] = []
    for fact in facts {
      let age = bench.now.rawValue - fact.time
      let (isNewest, isHead) = (newest[fact.subject] == fact.position, fact.position == facts.count)
      let isLeft = left.contains(fact.position)
      let mustStay =
        age < 7 * Self.day || isHead || (isNewest && !fact.isEnding) || (isNewest && age < 30 * Self.day)
      // Endings have a day at most until the next round.
      let mustGo = !isHead && (isNewest ? fact.isEnding && age > 31 * Self.day : age >= 7 * Self.day)
      if (mustStay && !isLeft) || (mustGo && isLeft) { wrong.append(fact) }
      if isNewest, !isLeft { dropped = fact.position }
    }
    #expect(wrong == [])
    // What an ending that was dropped ended may have come back since: `oldest` never goes back.
    #expect(bench.log.oldest.rawValue >= UInt64(dropped + 1))

    for (name, position) in newest {
      let words = name.split(separator: " ").map(String.init)
      let found = try bench.log.newest(family: words[0], subject: words[1])
      #expect(found == (left.contains(position) ? Position(UInt64(position)) : nil), "\(name)")
    }

    var present: [String: Int] = [:]
    for event in try bench.events() {
      let family = event.type.contains(".cell.") ? "cell.en_US" : String(event.familyAndVerb?.family ?? "")
      let subject = "\(family) \(event.subject)"
      present[subject] = event.type.hasSuffix(".removed.v1") ? nil : Int(event.sequence.rawValue)
    }
    let endings = Set(facts.filter(\.isEnding).map(\.position))
    #expect(present == newest.filter { !endings.contains($0.value) })
  }
}
