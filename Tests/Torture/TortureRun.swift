import CastwireBus
import Foundation
import Runtime
import TestSupport

/// One run: load and faults for so many seconds, then rest, then the comparison of everything with everything.
final class TortureRun {
  private static let feedCount = 8
  /// So long nothing may move while all catch up.
  private static let patience: Duration = .seconds(60)

  private let seconds: Int
  private let seed: UInt64
  private let folder: String
  private let signals: Signals
  private let clock = ContinuousClock()
  private var tally = Tally()

  init(seconds: Int, seed: UInt64, folder: String, signals: Signals) {
    self.seconds = seconds
    self.seed = seed
    self.folder = folder
    self.signals = signals
  }

  /// - Returns: what differs in the end.
  /// - Throws: where a program ended by itself, or all did not catch up; `Interrupted`.
  func run() async throws -> [Findings] {
    let installation = try await Installation(folder: folder)
    let host = try FeedHost(seed: seed, feeds: Self.feedCount)
    for service in ServiceName.allCases { try installation.programs[service.rawValue]?.start() }
    for kind in SubscriberKind.all where !kind.isLate { try installation.programs[kind.name]?.start() }
    let load = FeedLoad(
      host: host, feeds: Self.feedCount, seed: seed, endpoint: installation.endpoints(of: .feedIngest).requests)
    let gauge = Gauge(
      endpoints: Dictionary(
        uniqueKeysWithValues: ServiceName.allCases.map { ($0, installation.requestEndpoint(of: $0)) }))
    try await torment(installation, gauge, load)
    installation.heal()
    let healed = clock.now
    try load.stop()
    try await settle(installation, gauge)
    Output.say("all caught up \(Self.words(clock.now - healed)) after the last fault")
    gauge.stop()
    var findings = try await end(installation)
    findings += try await Audit(installation: installation, host: host, feedCount: Self.feedCount).run()
    tally.say(gauge.reading, load, installation)
    return findings
  }

  // MARK: Faults

  private func torment(_ installation: Installation, _ gauge: Gauge, _ load: FeedLoad) async throws {
    let schedule = Schedule(
      seed: seed, seconds: seconds, services: ServiceName.allCases.map(\.rawValue),
      subscribers: SubscriberKind.all.filter { !$0.isLate }.map(\.name),
      late: SubscriberKind.all.filter(\.isLate).map(\.name), links: installation.links.keys.sorted())
    let start = clock.now
    var nextLine = start
    for entry in schedule.entries + [Schedule.Entry(at: seconds * 1_000, fault: .resume("feed-ingest"))] {
      let due = start + .milliseconds(entry.at)
      while clock.now < due {
        if signals.isStopping { throw Interrupted() }
        if clock.now >= nextLine {
          try check(installation, gauge, load)
          say(gauge.reading, "\((clock.now - start).components.seconds)/\(seconds) s")
          nextLine += .seconds(1)
        }
        // Until the schedule's next fault: the passing of time is what a seed stands for.
        try await Task.sleep(until: min(due, nextLine), clock: clock)
      }
      try await installation.perform(entry.fault)
      tally.count(entry.fault)
    }
  }

  private func check(_ installation: Installation, _ gauge: Gauge, _ load: FeedLoad) throws {
    for program in installation.programs.values { try program.checkLife() }
    if let failure = gauge.failure ?? load.failure { throw RunFailure(reason: failure) }
  }

  private func say(_ reading: Gauge.Reading, _ time: String) {
    let heads = ServiceName.allCases.map { service in
      "\(service.rawValue) \(reading.statuses[service].map { "\($0.head.rawValue)" } ?? "silent")"
    }
    Output.say("\(time): \(heads.joined(separator: ", ")); \(tally.line)")
  }

  // MARK: The end

  /// Waits until nothing is left to do for anybody.
  private func settle(_ installation: Installation, _ gauge: Gauge) async throws {
    var before: [String] = []
    var moved = clock.now
    var nextLine = clock.now
    let first = gauge.reading.number
    while true {
      if signals.isStopping { throw Interrupted() }
      for program in installation.programs.values { try program.checkLife() }
      let reading = gauge.reading
      // What was read before the load ended says nothing of the end.
      let behind = reading.number > first + 1 && reading.isAtRest ? try self.behind(installation) : nil
      if behind == [] { return }
      let state =
        ServiceName.allCases.map { "\(reading.statuses[$0]?.head.description ?? "")" } + (behind ?? ["services"])
      if state != before { (before, moved) = (state, clock.now) }
      guard clock.now - moved < Self.patience else {
        throw RunFailure(reason: "all stands still and is not equal: \(before.joined(separator: ", "))")
      }
      if clock.now >= nextLine {
        say(reading, "catching up")
        nextLine += .seconds(1)
      }
      // How far other processes have come is read from their files, which tell nobody when they change.
      try await Task.sleep(for: .milliseconds(100), clock: clock)
    }
  }

  /// The locales that the formatter has not filled or emptied, and the subscribers that have not come to the head of what
  /// they follow.
  private func behind(_ installation: Installation) throws -> [String] {
    let formatter = try CommittedLog(path: installation.databasePath(of: .formatter))
    let locales = try formatter.unfinishedLocales().map { "formatter in \($0)" }
    let subscribers: [String] = try SubscriberKind.all.compactMap { kind in
      let log = try CommittedLog(path: installation.databasePath(of: kind.service))
      let head = try log.head(of: kind.family)
      let place = try SubscriberAudit(kind: kind, folder: folder).place()
      if let place, place.cursor.log == log.id, place.cursor.sequence >= head, !place.isStartingOver { return nil }
      return "\(kind.name) at \(place?.cursor.sequence.description ?? "nothing") of \(head)"
    }
    return locales + subscribers
  }

  private func end(_ installation: Installation) async throws -> [Findings] {
    var findings = Findings("the end")
    for kind in SubscriberKind.all { try await installation.programs[kind.name]?.kill() }
    for service in ServiceName.allCases {
      let isInOrder = try await installation.programs[service.rawValue]?.end() ?? false
      if !isInOrder { findings.add("\(service.rawValue) did not end with exit status 0 within ten seconds of SIGTERM") }
    }
    for link in installation.links.values { link.end() }
    return [findings]
  }

  static func words(_ duration: Duration) -> String {
    duration.formatted(.units(allowed: [.minutes, .seconds], width: .narrow, fractionalPart: .show(length: 1)))
  }
}

/// Somebody wants the run to end.
struct Interrupted: Error {}

/// The run came to no end that could be compared.
struct RunFailure: Error, CustomStringConvertible {
  let reason: String

  var description: String { reason }
}
