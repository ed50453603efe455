internal import CastwireBus
internal import Foundation
internal import Runtime
internal import TestSupport

/// Measures the catalog as it is delivered: how fast it takes in what feed-ingest has to say of many podcasts, and how soon
/// it answers over all of it.
struct CatalogBenchmark {
  private static let sizes = [780, 4_300]

  private var events = 1_000_000
  private var size = 780
  private var folder = FileManager.default.currentDirectoryPath

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--events":
        guard let word = rest.popFirst(), let events = Int(word), (10_000...5_000_000).contains(events) else {
          throw UsageError(message: "--events needs a number from 10000 to 5000000")
        }
        self.events = events
      case "--size":
        guard let word = rest.popFirst(), let size = Int(word), Self.sizes.contains(size) else {
          throw UsageError(message: "--size is one of \(Self.sizes.map(String.init).joined(separator: ", "))")
        }
        self.size = size
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
    let log = ItemLog(feeds: events / ItemLog.itemsPerFeed, size: size)
    say(
      "\(log.items) items of \(size) bytes and their envelopes, in \(log.feeds) podcasts, as feed-ingest replays them")
    try FileManager.default.createDirectory(atPath: "\(folder)/upstream", withIntermediateDirectories: false)
    try log.write(to: "\(folder)/upstream/feed-ingest.sqlite")
    try measure(log, folder)
    let plain = try PlainCatalog.copy(of: "\(folder)/catalog.sqlite", to: "\(folder)/plain.sqlite")
    say("plain SQLite, the same events and six rows of tables and indexes each: \(Self.whole(plain)) a second")
  }

  private func measure(_ log: ItemLog, _ folder: String) throws {
    let signals = try Signals()
    // Nobody but Control-C ends it.
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    let plan = BenchPlan()
    let upstream = try BenchProcess(
      "feed-ingest", folder: "\(folder)/upstream", signals: signals, plan: plan, keys: nil
    ) { BenchPublisher(plan, $1) }
    let catalog = try CatalogProcess(
      folder: folder, upstream: upstream.endpoints.events.replacing("tcp://", with: ""))
    try measureTakingIn(log, catalog)
    try measureQuestions(log, catalog)
    try measureStarts(catalog)
    say("memory at most: \(try catalog.peakMemory * 1_024 / 1_000_000) MB")
    try catalog.end(SIGTERM)
    try upstream.stop()
    try showFiles(log, folder)
  }

  // MARK: Parts

  private func measureTakingIn(_ log: ItemLog, _ catalog: CatalogProcess) throws {
    var takingIn = TakingIn(events: log.events)
    try takingIn.watch(catalog)
    let end = ContinuousClock.now
    let cost = takingIn.cost
    say(
      "taken in: \(Self.whole(takingIn.rate)) events a second; for each "
        + String(format: "%.0f µs of the line and %.0f of other threads", cost.line, cost.others))
    if takingIn.rates.count > 1 {
      say("each 100,000 of them: " + takingIn.rates.map(Self.whole).joined(separator: " "))
    }
    say("memory at most: \(try catalog.peakMemory * 1_024 / 1_000_000) MB")
    while let status = Optional(try catalog.status()), status.counters["searchedTo"] ?? 0 < Int(status.head.rawValue) {
      usleep(100_000)
    }
    let searchable = ContinuousClock.now - end
    // What else is done at leisure shows in the processor's time alone.
    var before = try catalog.times
    while true {
      sleep(2)
      let after = try catalog.times
      if after.line + after.others - before.line - before.others < 0.05 { break }
      before = after
    }
    say(
      String(
        format: "then all can be searched for after %.1f s, and it is at rest after %.0f s", searchable / .seconds(1),
        (ContinuousClock.now - end) / .seconds(1)))
  }

  private func measureQuestions(_ log: ItemLog, _ catalog: CatalogProcess) throws {
    var questions = CatalogQuestions(catalog.client, log)
    let widths = [24, 9, 9, 9]
    say(Measuring.row(["ms from question to answer", "median", "99 %", "items"], widths: widths))
    for answers in try questions.pages() + questions.searches() {
      say(
        Measuring.row(
          [
            answers.name, String(format: "%.2f", answers.median), String(format: "%.2f", answers.slowest),
            String(format: "%.1f", answers.items),
          ], widths: widths))
    }
  }

  private func measureStarts(_ catalog: CatalogProcess) throws {
    var times: [String] = []
    for signal in [SIGTERM, SIGKILL] {
      try catalog.end(signal)
      times.append(String(format: "%.0f ms", try catalog.restart() / .milliseconds(1)))
    }
    say("from a start to the first answer: \(times[0]) after SIGTERM, \(times[1]) after SIGKILL")
  }

  private func showFiles(_ log: ItemLog, _ folder: String) throws {
    let files = try CatalogFiles(folder: folder)
    func each(_ size: Int) -> String { Self.whole(Double(size) / Double(log.items)) }
    func each(_ tables: [(name: String, size: Int)]) -> String {
      let shown = tables.filter { $0.size >= log.items }.map { "\($0.name) \(each($0.size))" }
      return "\(each(tables.reduce(0) { $0 + $1.size })) (\(shown.joined(separator: ", ")))"
    }
    say("bytes for an episode: \(each(files.database)) in the database, \(each(files.search)) in the search index;")
    say("of the database the log \(each(files.log)), tables \(each(files.own))")
  }

  private func say(_ line: String) {
    print(line)
    // It takes minutes, and who waits wants to see something.
    fflush(nil)
  }

  private static func whole(_ number: Double) -> String {
    String(format: "%.0f", number)
  }
}
