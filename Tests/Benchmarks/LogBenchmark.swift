internal import CastwireBus
internal import Foundation
internal import ServiceLoop
internal import Storage

/// Measures a service's log: appends beside plain SQLite, taking turns, and how long compaction holds a service up.
struct LogBenchmark {
  /// An event's size in bytes, with its envelope.
  private static let eventSize = 780
  private static let feed = "0a5c8f1e-1f0a-4a53-8f1e-5d4f3c2b1a00"

  private var events = (1 << 30) / Self.eventSize
  private var folder = FileManager.default.currentDirectoryPath

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--events":
        guard let value = rest.popFirst(), let count = Int(value), count >= 10_000 else {
          throw UsageError(message: "--events needs a number from 10000")
        }
        events = count
      case "--folder":
        guard let value = rest.popFirst() else { throw UsageError(message: "--folder needs a folder") }
        folder = value
      default: throw UsageError(message: "unknown argument \(argument)")
      }
    }
  }

  func run() throws {
    let folder = "\(folder)/castwire-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer {
      do {
        try FileManager.default.removeItem(atPath: folder)
      } catch {
        print("cannot delete \(folder): \(error)")
      }
    }
    try measureAppends(folder)
    try measureCompaction(folder)
  }

  // MARK: Appends

  private func measureAppends(_ folder: String) throws {
    let log = try Self.log("\(folder)/log.sqlite")
    let plain = try PlainAppends(path: "\(folder)/plain.sqlite")
    let draft = Self.draft(UUID().uuidString)
    let json = draft.json(
      source: log.source, sequence: Position(1), previous: Position(0), time: Timestamp(rawValue: 0))
    print("events of \(json.count) bytes a second, synchronous=FULL; the longest commit")
    for batch in [100, 500] {
      var (own, yardstick) = (Timings(), Timings())
      // In turns, so that both meet the same machine.
      for _ in 0..<(100_000 / batch) {
        let subjects = (0..<batch).map { _ in UUID().uuidString }
        try own.time(batch) { try Self.append(subjects, to: log) }
        try yardstick.time(batch) { try plain.append(subjects, feed: Self.feed, json: json) }
      }
      print(
        "batches of \(batch): log \(own), plain SQLite \(yardstick), ratio "
          + String(format: "%.2f", own.perSecond / yardstick.perSecond))
    }
  }

  // MARK: Compaction

  private func measureCompaction(_ folder: String) throws {
    let log = try Self.log("\(folder)/large.sqlite")
    let limits = Retention(age: .seconds(7 * 86_400), size: events * Self.eventSize / 2, endings: .seconds(30 * 86_400))
    // Each subject has three events on average, far apart.
    let subjects = (0..<max(1, events / 3)).map { _ in UUID().uuidString }
    var next = 0
    func some(_ count: Int) -> [String] {
      (0..<count).map { _ in
        next += 1
        return subjects[next &* 7_919 % subjects.count]
      }
    }
    while next < events { try Self.append(some(2_000), to: log) }
    print("a log of \(next) events, of which half is beyond its limit")

    let compaction = Compaction(log: log, retention: limits, start: .now)
    var (alone, beside, steps) = (Timings(), Timings(), Timings())
    for _ in 0..<300 {
      let batch = some(100)
      try alone.time(100) { try Self.append(batch, to: log) }
    }
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      let batch = some(100)
      try beside.time(100) { try Self.append(batch, to: log) }
      guard ContinuousClock.now >= compaction.due(isBusy: true) else { continue }
      try steps.time(1) { try compaction.step(now: Self.wallClock(), steady: .now) }
    }
    print("appended in batches of 100: without compaction \(alone), with it \(beside)")
    print("steps meanwhile, one each 100 ms: \(steps.stalls)")
    var idle = Timings()
    let start = ContinuousClock.now
    while true {
      let due = compaction.due(isBusy: false)
      // An idle service waits for its next step likewise; that wait is not timed.
      if due > .now { usleep(useconds_t((due - .now) / .microseconds(1))) }
      var isMore = false
      try idle.time(1) { isMore = try compaction.step(now: Self.wallClock(), steady: .now) }
      if !isMore { break }
    }
    let took = String(format: "%.0f s", (ContinuousClock.now - start) / .seconds(1))
    print("steps of an idle service: \(idle.stalls); all was done after \(took)")
  }

  // MARK: Parts

  private static func log(_ path: String) throws -> EventLog {
    let database = try Database(path: path)
    database.checkpointInBackground()
    return try EventLog(database: database, service: "catalog", now: wallClock)
  }

  private static func append(_ subjects: [String], to log: EventLog) throws {
    _ = try log.transaction {
      for subject in subjects { try log.append(draft(subject)) }
    }
  }

  private static func draft(_ subject: String) -> EventDraft {
    EventDraft(
      family: "episode", topic: Topic(family: "episode", feed: feed, verb: "updated"),
      type: "castwire.episode.updated.v1", subject: subject, partitionKey: feed,
      schema: "urn:castwire:schema:episode:1",
      data: data)
  }

  private static let data = Array("{\"title\":\"\(String(repeating: "x", count: 262))\"}".utf8)

  private static func wallClock() -> Timestamp {
    Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1_000))
  }
}

/// How long each of many like things took.
private struct Timings: CustomStringConvertible {
  private var count = 0
  private var took: [Double] = []
  /// The most of the processor's time that one took: what else runs on the machine does not count there.
  private var mostProcessorTime = 0.0

  /// In things a second.
  var perSecond: Double {
    Double(count) / took.reduce(0, +)
  }

  mutating func time(_ count: Int, _ body: () throws -> Void) rethrows {
    let (start, processor) = (ContinuousClock.now, Self.processorTime())
    try body()
    took.append((ContinuousClock.now - start) / .seconds(1))
    mostProcessorTime = max(mostProcessorTime, Self.processorTime() - processor)
    self.count += count
  }

  var description: String {
    String(format: "%.0f (%.1f ms)", perSecond, (took.max() ?? 0) * 1_000)
  }

  var stalls: String {
    let sorted = took.sorted()
    func at(_ share: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] * 1_000 }
    return String(
      format: "%d, median %.1f ms, 99 %% %.1f ms, longest %.1f ms, most processor time %.1f ms", sorted.count, at(0.5),
      at(0.99), at(1), mostProcessorTime * 1_000)
  }

  /// Of this thread, in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
