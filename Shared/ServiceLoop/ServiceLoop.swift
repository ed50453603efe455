internal import CastwireBus
internal import Foundation
public import Runtime
public import Storage

/// A service's one thread: it polls, takes what has arrived as one batch, applies it in one transaction, then
/// publishes. After a failed commit it opens the database again and goes on from what that says; until a write
/// succeeds, it only answers what asks.
public final class ServiceLoop<Handler: ServiceHandler> {
  let configuration: ServiceConfiguration
  let journal: Log
  let signals: Signals
  let makeHandler: (Database, EventLog) throws -> Handler
  let clock = ContinuousClock()
  let started: ContinuousClock.Instant
  private let dataLock: DataLock
  let sockets: ServiceSockets
  let subscription: Subscription?
  /// nil while the database cannot even be read.
  var store: Store<Handler>?
  /// Why the database cannot be written; nil while it can.
  var writeTrouble: String?
  var isWritable: Bool { writeTrouble == nil }
  var reopenAt: ContinuousClock.Instant
  var reopenDelay: Duration = .milliseconds(100)
  private let beacon: HeadBeacon
  private let supervisor: Supervisor?
  let reads: ReadWorker
  /// What changes something, and needs the role for that: the loop's own request, and the handler's.
  let controlRequests = Handler.controlRequests.union([ServiceLoop.retryRequest])
  /// Whether the reading thread answers all that changes nothing, or replays alone.
  let hasReader: Bool
  /// How many requests the reading thread has.
  var readCount = 0
  var consumers: [String: ServiceStatus.Consumer] = [:]
  private var reportedTrouble: String?
  var published = 0
  var requestCount = 0
  /// How many batches and other work were done.
  private var workCount = 0
  /// Whether the last turn had something to do.
  var isBusy = false
  /// A client's proof that the log was put back from a copy is believed once: a second copy would take a new start.
  var hasNewID = false
  /// Whether all that the service follows has been taken in since the start.
  var hasCaughtUp = false
  /// The request that has events applied again which could not be.
  static var retryRequest: String { "service.retry" }

  /// Claims the data, opens the database and binds the sockets.
  ///
  /// - Parameters:
  ///   - makeReader: makes what answers the requests that change nothing; without it the handler does.
  ///   - makeHandler: makes the service's own part over an open database; called again after a failure.
  public init(
    _ configuration: ServiceConfiguration, journal: Log, signals: Signals, makeReader: MakeReader? = nil,
    makeHandler: @escaping (Database, EventLog) throws -> Handler
  ) throws {
    self.configuration = configuration
    self.journal = journal
    self.signals = signals
    self.makeHandler = makeHandler
    started = clock.now
    reopenAt = started
    try DataFolder.make(configuration.dataFolder)
    dataLock = try DataLock(folder: configuration.dataFolder, name: configuration.name)
    let store = try Store(
      configuration: configuration, now: wallClock, isStopping: { signals.isStopping }, makeHandler: makeHandler)
    try store.identify { Self.tellOfNewID(journal, because: $0) }
    self.store = store
    sockets = try ServiceSockets(
      events: configuration.eventEndpoint, requests: configuration.requestEndpoint, security: configuration.security)
    beacon = HeadBeacon(publisher: sockets.publisher)
    supervisor = try configuration.supervisor.map { try Supervisor($0) { journal.warning($0) } }
    hasReader = makeReader != nil
    reads = try ReadWorker(
      path: configuration.databasePath, service: configuration.name, makeReader: makeReader ?? { _, _ in NoReader() })
    subscription =
      if let upstream = configuration.upstream, let consumer = store.consumer {
        try Subscription(
          context: sockets.context, endpoints: upstream.endpoints, service: upstream.name,
          consumer: configuration.name, start: consumer.start())
      } else { nil }
    keepSayingHead(store.log)
  }

  /// Does something with the handler in a transaction of its own, before `run`.
  public func prepare(_ work: (Handler) throws -> Void) throws {
    guard let store else { return }
    try publish(try store.transaction { try work(store.handler) })
  }

  /// Runs until SIGTERM or SIGINT.
  ///
  /// - Throws: what no retry can mend, such as a damaged database.
  public func run() throws {
    defer { closeReaders() }
    journal.info(
      "\(configuration.name) \(Version.current) runs",
      [
        "events": sockets.publisher.endpoint, "requests": sockets.responder.endpoint,
        "data": configuration.databasePath, "head": "\(store?.log.head ?? Position(0))",
        "keys": sockets.listedKeys.map { "\($0) may connect" } ?? "none: all on this machine may connect",
      ])
    while !signals.isStopping {
      do {
        try turn()
      } catch is StoppingError {
        break
      } catch  where Self.isPassing(error) {
        try suspend(after: error)
      }
      supervisor?.report(status: condition)
      try wait()
    }
    supervisor?.reportStopping()
    journal.info("\(configuration.name) ends", ["head": "\(store?.log.head ?? Position(0))"])
  }

  private func turn() throws {
    if signals.takeHangUp() { try sockets.reloadAllowList(journal) }
    try reopenIfDue()
    let (done, asked) = (workCount, requestCount)
    if isWritable {
      try takeBatch()
      try applyKept()
      try doWork()
    }
    try answerRequests()
    isBusy = workCount != done || requestCount != asked
    try compactIfDue()
    try beacon.sayIfDue(store?.log)
    reportTrouble()
    try sockets.report(to: journal)
  }

  // MARK: Work

  private func takeBatch() throws {
    guard let subscription, let batch = try subscription.next(now: clock.now) else { return }
    workCount += 1
    if batch.startsOver {
      journal.warning(
        "\(configuration.upstream?.name ?? "") has another log than before, or all of it is wanted again; its whole state "
          + "is taken in",
        ["log": batch.cursor.log])
    }
    let events = try store?.apply(
      batch, now: wallClock(), isStopping: { signals.isStopping },
      putAside: { [journal] message in journal.error("an event cannot be applied and is put aside: \(message)") })
    try publish(events ?? [])
    if subscription.isLive { hasCaughtUp = true }
  }

  /// Applies some of what was kept while another log's state came in.
  private func applyKept() throws {
    guard store?.hasKept == true else { return }
    workCount += 1
    let events = try store?.applyKept(
      now: wallClock(), isStopping: { signals.isStopping },
      putAside: { [journal] message in journal.error("an event cannot be applied and is put aside: \(message)") })
    try publish(events ?? [])
    if store?.hasKept == false { journal.info("the other log's state is taken in") }
  }

  private func doWork() throws {
    guard let store, try store.handler.collectWork(now: clock.now) else { return }
    workCount += 1
    try publish(try store.transaction { try store.handler.work(now: clock.now) })
  }

  func publish(_ events: [EventLog.Published]) throws {
    for event in events { try sockets.publisher.send(topic: event.topic, json: event.json) }
    published += events.count
    // Only a commit shows that the trouble is over: a little room on a disk opens a database and fills up again.
    if !events.isEmpty { reopenDelay = .milliseconds(100) }
    store?.handler.committed()
  }

  // MARK: Time and trouble

  /// Subscribers take six seconds of silence for death, and a large document takes longer than that.
  func keepSayingHead(_ log: EventLog) {
    var nextLook = clock.now
    log.whileWorking = { [clock, beacon, sockets, supervisor, unowned log] in
      // Asked for each event: the clock alone is cheap.
      let now = clock.now
      guard now >= nextLook else { return }
      nextLook = now + .milliseconds(10)
      try beacon.sayIfDue(log)
      try sockets.watch()
      supervisor?.reportWorking()
    }
  }

  private func wait() throws {
    let now = clock.now
    var items = sockets.pollItems(takesRequests: readCount < ReadWorker.limit)
    items += [signals.descriptor, reads.answers.descriptor].map { PollItem(readable: $0) }
    var deadlines = store == nil ? [] : [beacon.due]
    if let due = supervisor?.due { deadlines.append(due) }
    if let store, isWritable {
      items += (subscription?.pollItems ?? []) + store.handler.descriptors.map { PollItem(readable: $0) }
      deadlines += [subscription?.nextDeadline, store.handler.nextWork].compactMap(\.self)
      deadlines.append(store.compaction.due(isBusy: isBusy))
      if store.hasKept { deadlines.append(now) }
    } else {
      deadlines.append(reopenAt)
    }
    let left = (deadlines.min() ?? now) - now
    try Poller.wait(for: items, milliseconds: left.wholeMilliseconds)
  }

  /// How the service is, in a line for its supervisor.
  private var condition: String {
    isWritable ? reportedTrouble ?? "serves" : "the database cannot be written; nothing is published until it can"
  }

  /// Says once what is wrong with a peer, and once that it is well again.
  private func reportTrouble() {
    guard let subscription, subscription.trouble != reportedTrouble else { return }
    reportedTrouble = subscription.trouble
    if let trouble = subscription.trouble {
      journal.warning(trouble)
    } else {
      journal.info("\(configuration.upstream?.name ?? "") answers again")
    }
  }
}

/// The clock on the wall, to the millisecond.
func wallClock() -> Timestamp {
  Timestamp(rawValue: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
}
