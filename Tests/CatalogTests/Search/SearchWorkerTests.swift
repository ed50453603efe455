import CastwireBus
import Foundation
import ServiceLoop
import Storage
import TestSupport
import Testing

@testable import Catalog
@testable import ServiceLoop

/// The worker goes on whatever becomes of it, and of its file.
@Suite(.timeLimit(.minutes(5)))
struct SearchWorkerTests {
  private let bench: SearchBench

  init() throws {
    bench = try SearchBench(mostDead: 10)
    try bench.publish(try (0..<50).map { try SearchBench.draft(SearchBench.episode($0, "night \($0)")) })
  }

  private func heals() throws {
    #expect(try bench.search("night").counts.episodes == 50)
    try bench.publish(SearchBench.episode(100, "another night"))
    #expect(try bench.search("night").counts.episodes == 51)
    #expect(try bench.search("another").titles == ["another night"])
  }

  @Test func `what it was interrupted at is done again, and the index is the same`() throws {
    let whole = try SearchBench()
    let (titles, numbers) = (["bus", "train", "night", "nightly"], 0..<3_000)
    let drafts = try numbers.map { try SearchBench.draft(SearchBench.episode($0 % 1_000, titles[$0 % 4] + " \($0)")) }
    for part in stride(from: 0, to: drafts.count, by: 100) {
      try whole.publish(Array(drafts[part..<part + 100]))
      try bench.publish(Array(drafts[part..<part + 100]))
      // In the midst of whatever it is at.
      bench.worker.start()
      if part % 300 == 0 { bench.restart() } else { bench.worker.letGo() }
    }
    bench.worker.start()
    whole.worker.start()
    for text in ["night", "bus", "tr", "29"] {
      #expect(
        try bench.all(text, limit: 100).map(\.entity.id) == whole.all(text, limit: 100).map(\.entity.id), "\(text)")
    }
  }

  @Test func `it stops at once, also in the midst of much`() throws {
    let text = String(repeating: "a much longer description than that, ", count: 200)
    try bench.publish(
      try (0..<200).map { try SearchBench.draft(SearchBench.episode($0, "x", description: "\($0) \(text)")) })
    bench.worker.start()
    let start = ContinuousClock.now
    bench.worker.stop()
    #expect(ContinuousClock.now - start < .milliseconds(1_000))
    bench.worker.stop()
    bench.restart()
    #expect(try bench.search("longer").counts.episodes == 200)
  }

  @Test func `one that never began can be stopped and let go`() throws {
    let other = try SearchBench()
    other.worker.letGo()
    other.worker.stop()
    other.worker.start()
    #expect(!FileManager.default.fileExists(atPath: other.path))
  }

  @Test func `a deleted index is made anew`() throws {
    bench.worker.start()
    #expect(try bench.search("night").counts.episodes == 50)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: bench.path + suffix) }
    let error = #expect(throws: RequestError.self) { try bench.ask("night") }
    #expect(error?.code == .unavailable)
    try heals()
  }

  @Test func `an index of which the file alone was deleted is made anew`() throws {
    bench.worker.start()
    #expect(try bench.search("night").counts.episodes == 50)
    try FileManager.default.removeItem(atPath: bench.path)
    try bench.publish(SearchBench.episode(99, "x"))
    try heals()
  }

  @Test(arguments: [0, 4_096, 40_000])
  func `a damaged index is made anew`(offset: Int) throws {
    bench.worker.start()
    #expect(try bench.search("night").counts.episodes == 50)
    let database = try Database(path: bench.path)
    try database.checkpoint()
    let file = try #require(FileHandle(forUpdatingAtPath: bench.path))
    let size = Int(try file.seekToEnd())
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(repeating: 0xA5, count: size - offset))
    try file.close()
    withExtendedLifetime(database) {}
    bench.restart()
    try heals()
  }

  @Test func `a file that is no index at all is made anew`() throws {
    try Data("this is no database, but a text of some length: \(String(repeating: "x", count: 2_000))".utf8)
      .write(to: URL(fileURLWithPath: bench.path))
    bench.worker.start()
    try heals()
  }

  @Test(arguments: [
    "UPDATE state SET log = 'another'", "UPDATE state SET sequence = 1000000", "PRAGMA user_version = 99",
    "DROP TABLE state", "DROP TABLE document", "DELETE FROM state",
  ])
  func `an index that does not fit is made anew`(sql: String) throws {
    bench.worker.start()
    #expect(try bench.search("night").counts.episodes == 50)
    bench.worker.stop()
    try Database(path: bench.path).execute(sql)
    bench.restart()
    try heals()
  }

  @Test func `an index further back than the log reaches is made anew`() throws {
    bench.worker.start()
    #expect(try bench.search("night").counts.episodes == 50)
    bench.worker.stop()
    try bench.publish(try (0..<30).map { try SearchBench.removal($0) })
    try bench.publish(SearchBench.episode(1_000, "the last"))
    try bench.dropEndings()
    #expect(bench.log.oldest > Position(51))
    bench.restart()
    #expect(try bench.search("night").counts.episodes == 20)
  }

  @Test func `a log with another id is taken in anew`() throws {
    bench.worker.start()
    #expect(try bench.search("night").counts.episodes == 50)
    try bench.log.renew()
    bench.worker.wake()
    try heals()
    #expect(bench.journal.withLock { $0 }.contains { $0.contains("of another log") })
  }

  @Test func `it is made anew also where that is asked for while events are taken in`() throws {
    bench.worker.start()
    for round in 0..<20 {
      try bench.publish(SearchBench.episode(1_000 + round, "one more"))
      bench.worker.remake(because: "round \(round)")
      let end = ContinuousClock.now + .seconds(20)
      while !bench.journal.withLock({ $0 }).contains(where: { $0.contains("made anew: round \(round)") }) {
        try #require(ContinuousClock.now < end)
        sched_yield()
      }
      #expect(try bench.search("night").counts.episodes == 50)
    }
  }

  @Test func `where most is dead the index is made anew beside itself`() throws {
    bench.worker.start()
    for round in 0..<6 {
      try bench.publish(try (0..<50).map { try SearchBench.draft(SearchBench.episode($0, "night \(round) \($0)")) })
      #expect(try bench.search("night \(round)").counts.episodes == 50)
    }
    let end = ContinuousClock.now + .seconds(60)
    while bench.worker.figures?.dead ?? 999 > 66 || FileManager.default.fileExists(atPath: bench.path + ".new"),
      ContinuousClock.now < end
    {
      sched_yield()
    }
    #expect(ContinuousClock.now < end)
    #expect(bench.worker.figures?.live == 50)
    #expect(bench.journal.withLock { $0 }.contains { $0.contains("without what it no longer needs") })
    try heals()
  }

  @Test func `what cannot be made is told, and made once it can`() throws {
    try FileManager.default.createDirectory(atPath: bench.path, withIntermediateDirectories: false)
    bench.worker.start()
    #expect(bench.journal.block { $0.contains { $0.contains("search is not available") } })
    let error = #expect(throws: RequestError.self) { try bench.ask("night") }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("catalog-search.sqlite") == true)
    try FileManager.default.removeItem(atPath: bench.path)
    try heals()
    #expect(bench.journal.withLock { $0 }.contains { $0.contains("search is available again") })
  }

  @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small file system needs to be permitted"))
  func `a full disk is told of, and with room all is found`() throws {
    let disk = try SmallDisk(kibibytes: 8_192)
    let bench = try SearchBench(disk: disk)
    try bench.publish(try (0..<50).map { try SearchBench.draft(SearchBench.episode($0, "night \($0)")) })
    try disk.fill()
    bench.worker.start()
    #expect(bench.journal.block { $0.contains { $0.contains("search is not available") } })
    let error = #expect(throws: RequestError.self) { try bench.ask("night") }
    #expect(error?.code == .unavailable)
    try disk.free()
    #expect(try bench.search("night").counts.episodes == 50)
  }

  @Test func `an event that cannot be read is told of, and the others are found`() throws {
    try bench.publish([
      try SearchBench.draft("episode", "added", SearchBench.id(200), ["episode": ["title": 7]]),
      try SearchBench.draft("episode", "added", SearchBench.id(201), ["other": 7]),
      try SearchBench.draft("episode", "praised", SearchBench.id(202), ["other": 7]),
    ])
    bench.worker.start()
    try heals()
    #expect(bench.journal.withLock { $0 }.filter { $0.contains("cannot be searched for") }.count == 3)
  }

  @Test func `its files are for their owner alone`() throws {
    let former = umask(0o077)
    defer { umask(former) }
    bench.worker.start()
    _ = try bench.search("night")
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: bench.path + suffix)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
    }
  }
}
