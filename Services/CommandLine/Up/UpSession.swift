internal import CastwireBus
internal import Foundation
internal import Runtime

/// `castwire up` under way: starts the services, merges their logs, shows cells, starts again what dies, ends all.
final class UpSession {
  /// How long the services have to end by themselves. The whole must end within two seconds.
  private static let patience: Duration = .milliseconds(1_700)
  private static let tick: Duration = .milliseconds(50)

  private let plan: UpPlan
  private let environment: [String: String]
  private let output: Output
  private let errors: Output
  private let signals: Signals
  private let hangUp: HangUp
  private let context: Context
  private let clock = ContinuousClock()
  private let cells: CellScreen?
  private let passesLogsOn: Bool
  private var services: [SupervisedService] = []
  private var follow: FollowRequests?
  private var isFollowing = false
  private var hasSaidReady = false
  private var hasLostTerminal = false

  init(_ plan: UpPlan, _ invocation: Invocation, signals: Signals, hangUp: HangUp) throws {
    self.plan = plan
    self.signals = signals
    self.hangUp = hangUp
    context = try invocation.context()
    (output, errors) = (invocation.output, invocation.errors)
    // A program that reads the logs wants them as they are.
    passesLogsOn = invocation.environment["CASTWIRE_LOG"]?.lowercased() == "json"
    environment = invocation.environment.merging(["CASTWIRE_LOG": "json", "CASTWIRE_ENDS_WITH_INPUT": "1"]) { $1 }
    cells =
      output.isTerminal || invocation.arguments.flag("cells")
      ? try CellScreen(
        plan, namesLocales: invocation.arguments.all("locale").count > 1, context: context, output: output)
      : nil
    let (plan, environment) = (self.plan, self.environment)
    services = ServiceName.allCases.map { name in
      SupervisedService(plan.address(of: name)) {
        try ChildProcess(path: plan.path(of: name), arguments: plan.arguments(of: name), environment: environment)
      }
    }
  }

  private var isStopping: Bool { signals.isStopping || hasLostTerminal }

  /// Runs until SIGTERM, SIGINT, its terminal is gone, or nobody reads the output any more.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    say("castwire \(Version.current) starts feed-ingest, catalog and formatter; Ctrl-C ends them")
    do {
      try startServices()
      while !isStopping {
        try turn()
        try wait()
      }
    } catch let failure as StartFailure {
      stop()
      say("\(failure.service) cannot start: see its words above", level: "error")
      return failure.status
    } catch {
      stop()
      throw error
    }
    say("ending")
    return stop() ? 0 : 1
  }

  // MARK: Starting

  /// The formatter comes first, so that no cell is missed: it makes none before there is a catalog.
  private func startServices() throws {
    guard let cells, let formatter = services.last else {
      for service in services { try service.launch() }
      return
    }
    try formatter.launch()
    let end = clock.now + .seconds(5)
    while !cells.isListening, clock.now < end, !isStopping {
      try turn()
      try wait()
    }
    guard !isStopping else { return }
    if formatter.isReady { try cells.showNewest() }
    for service in services.dropLast() { try service.launch() }
  }

  private func turn() throws {
    if signals.takeHangUp() { takeHangUp() }
    for service in services {
      try takeLog(of: service)
      if let (end, pause) = service.takeEnd() {
        guard service.wasReady else { throw StartFailure(service: service.name, end: end) }
        say("\(service.name) \(end); it starts again in \(Self.text(pause))", level: "warning")
      }
      try service.launchIfDue()
      service.lookWhetherReady()
    }
    if !isFollowing, services.first?.isReady == true {
      isFollowing = true
      if !plan.follow.isEmpty {
        follow = try FollowRequests(plan.follow, at: plan.address(of: .feedIngest), context: context)
      }
    }
    for problem in follow?.problems.takeAll() ?? [] { say(problem, level: "error") }
    if !hasSaidReady, services.allSatisfy(\.isReady) {
      hasSaidReady = true
      say("all run; see also castwire feeds, episodes, tail and status")
    }
    try cells?.takeEvents()
  }

  private func takeHangUp() {
    hasLostTerminal = hangUp.isEnd
    guard !hasLostTerminal else { return }
    say("SIGHUP is passed on to the services")
    for service in services { service.child?.signal(SIGHUP) }
  }

  private func takeLog(of service: SupervisedService) throws {
    guard let child = service.child else { return }
    for line in child.takeLines() {
      if passesLogsOn {
        errors.say(line)
      } else {
        let entry = ServiceLogLine(written: line)
        errors.say(
          entry.text(service.name, colour: service.address.service.colour, width: errors.width, style: errors.style))
      }
    }
  }

  private func wait() throws {
    let isSettled = services.allSatisfy { $0.isReady }
    let descriptors =
      [signals.descriptor] + (output.isPipe ? [output.descriptor] : [])
      + (follow.map { [$0.problems.descriptor] } ?? [])
      + services.compactMap { $0.child }.filter(\.isLogging).map(\.log)
    try EventStream.wait(
      for: cells?.streams ?? [], descriptors: descriptors, atMost: isSettled ? .milliseconds(500) : Self.tick)
    if output.isClosed { throw ClosedOutputError() }
  }

  // MARK: Ending

  /// - Returns: true where all services ended by themselves.
  @discardableResult
  private func stop() -> Bool {
    for service in services { service.child?.signal(SIGTERM) }
    let end = clock.now + Self.patience
    while services.contains(where: { $0.child.map { $0.end == nil } ?? false }), clock.now < end { collect() }
    let late = services.filter { $0.child.map { $0.end == nil } ?? false }
    for service in late {
      say("\(service.name) does not end and is killed", level: "warning")
      service.child?.signal(SIGKILL)
    }
    while late.contains(where: { $0.child?.end == nil }) { collect() }
    return late.isEmpty
  }

  private func collect() {
    for service in services {
      // What cannot be written now has nobody to read it.
      try? takeLog(of: service)
      service.child?.reap()
    }
    let logs = services.compactMap(\.child).filter(\.isLogging).map(\.log)
    try? EventStream.wait(for: [], descriptors: logs, atMost: .milliseconds(10))
  }

  private func say(_ text: String, level: String = "info") {
    errors.say(
      ServiceLogLine(text, level: level).text("castwire", colour: .bold, width: errors.width, style: errors.style))
  }

  private static func text(_ pause: Duration) -> String {
    pause < .seconds(1) ? "half a second" : "\(pause.components.seconds) s"
  }

  /// A service that ended before it ever listened: to start it again is of no use.
  private struct StartFailure: Error {
    let service: String
    let end: ChildProcess.End

    /// Arguments that the service does not accept are this command's own.
    var status: Int32 { end == .exited(2) ? 2 : 1 }
  }
}
