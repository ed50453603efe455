internal import CastwireBus
internal import Foundation
public import Runtime
public import Storage

/// A service's one thread: it polls, takes what has arrived as one batch, applies it in one transaction, then
/// publishes. After a failed commit it opens the database again and goes on from what that says; until a write
/// succeeds, it only answers what asks.
public final class ServiceLoop<Handler: ServiceHandler> {
  private let configuration: ServiceConfiguration
  private let journal: Log
  private let signals: Signals
  private let makeHandler: (Database, EventLog) throws -> Handler
  private let clock = ContinuousClock()
  private let started: ContinuousClock.Instant
  private let dataLock: DataLock
  private let sockets: ServiceSockets
  private let subscription: Subscription?
  /// nil while the database cannot even be read.
  private var store: Store<Handler>?
  private var isWritable = true
  private var reopenAt: ContinuousClock.Instant
  private var reopenDelay: Duration = .milliseconds(100)
  private let beacon: HeadBeacon
  private var consumers: [String: ServiceStatus.Consumer] = [:]
  private var reportedTrouble: String?
  private var published = 0
  private var requestCount = 0

  /// Claims the data, opens the database and binds the sockets.
  ///
  /// - Parameter makeHandler: makes the service's own part over an open database; called again after a failure.
  public init(
    _ configuration: ServiceConfiguration, journal: Log, signals: Signals,
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
    self.store = store
    sockets = try ServiceSockets(
      events: configuration.eventEndpoint, requests: configuration.requestEndpoint, security: configuration.security)
    beacon = HeadBeacon(publisher: sockets.publisher)
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
    try publish(try store.log.transaction { try work(store.handler) })
  }

  /// Runs until SIGTERM or SIGINT.
  ///
  /// - Throws: what no retry can mend, such as a damaged database.
  public func run() throws {
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
      } catch let error as DatabaseError where !error.isCorruption {
        try suspend(after: error)
      }
      try wait()
    }
    journal.info("\(configuration.name) ends", ["head": "\(store?.log.head ?? Position(0))"])
  }

  private func turn() throws {
    if signals.takeHangUp() { try sockets.reloadAllowList(journal) }
    try reopenIfDue()
    if isWritable {
      try takeBatch()
      try doWork()
    }
    try answerRequests()
    if let store { try beacon.sayIfDue(store.log) }
    reportTrouble()
    try sockets.report(to: journal)
  }

  // MARK: Work

  private func takeBatch() throws {
    guard let subscription, let batch = try subscription.next(now: clock.now) else { return }
    if batch.startsOver {
      journal.warning(
        "\(configuration.upstream?.name ?? "") has another log than before; its whole state is taken in again",
        ["log": batch.cursor.log])
    }
    let events = try store?.apply(
      batch, now: wallClock(), isStopping: { signals.isStopping },
      putAside: { [journal] message in journal.error("an event cannot be applied and is put aside: \(message)") })
    try publish(events ?? [])
  }

  private func doWork() throws {
    guard let store, try store.handler.collectWork(now: clock.now) else { return }
    try publish(try store.log.transaction { try store.handler.work(now: clock.now) })
  }

  private func publish(_ events: [EventLog.Published]) throws {
    for event in events { try sockets.publisher.send(topic: event.topic, json: event.json) }
    published += events.count
    // Only a commit shows that the trouble is over: a little room on a disk opens a database and fills up again.
    if !events.isEmpty { reopenDelay = .milliseconds(100) }
    store?.handler.committed()
  }

  // MARK: Requests

  private func answerRequests() throws {
    let responder = sockets.responder
    // A bound on each turn keeps a client that asks without end from starving the events.
    for _ in 0..<100 {
      guard let incoming = try responder.receive() else { return }
      requestCount += 1
      do {
        try sockets.check(incoming, controlRequests: Handler.controlRequests)
        try responder.send(try answer(incoming.request), to: incoming)
      } catch let error as RequestError {
        try responder.send(.error(error), to: incoming)
      } catch let error as DatabaseError where error.isEnvironmental {
        try responder.send(.error(RequestError(.unavailable, "the database cannot be used: \(error)")), to: incoming)
        throw error
      } catch is StoppingError {
        try responder.send(.error(RequestError(.unavailable, "the service is ending")), to: incoming)
        throw StoppingError()
      } catch let error where !(error is BusError) {
        journal.error("\(incoming.request.name) failed: \(error)")
        try responder.send(.error(RequestError(.internal, "\(error)")), to: incoming)
      }
    }
  }

  private func answer(_ request: Request) throws -> Reply {
    guard let store else {
      throw RequestError(.unavailable, "the database cannot be read; the service's log says why")
    }
    switch request.name {
    case "replay":
      let replay = try Replay(request)
      if let (name, after) = replay.consumer { note(consumer: name, after: after, store.log) }
      return try replay.reply(from: store.log, complete: !store.isStartingOver)
    case "service.status":
      return .ok(result: try BusCoder.encode(try status(store)))
    case let name where Handler.controlRequests.contains(name):
      guard isWritable else {
        throw RequestError(.unavailable, "the database cannot be written; the service's log says why")
      }
      var result: [UInt8] = []
      let events = try store.log.transaction { result = try store.handler.respond(to: request) }
      try publish(events)
      return .ok(result: result)
    default:
      return .ok(result: try store.handler.respond(to: request))
    }
  }

  private func note(consumer name: String, after: Position, _ log: EventLog) {
    // Names come from outside: a bound keeps a client with ever new ones from filling the memory.
    guard consumers[name] != nil || consumers.count < 1_000, name.utf8.count <= 100 else { return }
    consumers[name] = ServiceStatus.Consumer(
      name: name, after: after, lag: log.head.rawValue - min(after, log.head).rawValue, lastAsked: wallClock())
  }

  private func status(_ store: Store<Handler>) throws -> ServiceStatus {
    var peers: [ServiceStatus.Peer] = []
    if let subscription, let upstream = configuration.upstream {
      let cursor = subscription.position
      peers.append(
        ServiceStatus.Peer(
          subscription, endpoint: upstream.endpoints.events,
          lag: max(subscription.knownHead, cursor).rawValue - cursor.rawValue))
    }
    var counters = store.handler.counters.merging(sockets.counters) { $1 }
    counters["published"] = published
    counters["requests"] = requestCount
    counters["undeliveredReplies"] = sockets.responder.undeliveredReplies
    return ServiceStatus(
      service: configuration.name, version: Version.current, uptime: Int((clock.now - started).components.seconds),
      log: store.log.id, head: store.log.head, oldest: store.log.oldest, complete: !store.isStartingOver, peers: peers,
      consumers: consumers.values.sorted { $0.name < $1.name },
      quarantined: try store.consumer?.quarantinedCount() ?? 0, counters: counters)
  }

  // MARK: Time and trouble

  /// Subscribers take six seconds of silence for death, and a large document takes longer than that.
  private func keepSayingHead(_ log: EventLog) {
    log.whileWorking = { [beacon, sockets, unowned log] in
      try beacon.sayIfDue(log)
      try sockets.watch()
    }
  }

  private func wait() throws {
    let now = clock.now
    var items = sockets.pollItems + [PollItem(readable: signals.descriptor)]
    var deadlines = store == nil ? [] : [beacon.due]
    if let store, isWritable {
      items += (subscription?.pollItems ?? []) + store.handler.descriptors.map { PollItem(readable: $0) }
      deadlines += [subscription?.nextDeadline, store.handler.nextWork].compactMap(\.self)
    } else {
      deadlines.append(reopenAt)
    }
    let left = (deadlines.min() ?? now) - now
    try Poller.wait(for: items, milliseconds: left.wholeMilliseconds)
  }

  /// Lets go of the database: what it holds is known only once it is opened again.
  private func suspend(after error: DatabaseError) throws {
    journal.error("the database cannot be written; nothing is published until it can: \(error)")
    isWritable = false
    putOffReopening()
    try reopen()
  }

  private func reopenIfDue() throws {
    guard !isWritable, clock.now >= reopenAt else { return }
    putOffReopening()
    guard try reopen(), let store else { return }
    do {
      // A full disk can be read; only a write shows that there is room again.
      _ = try store.log.transaction { try store.log.probe() }
      if let consumer = store.consumer { try subscription?.rewind(to: try consumer.start()) }
    } catch let error as DatabaseError where !error.isCorruption {
      return
    }
    isWritable = true
    journal.info("the database can be used again", ["head": "\(store.log.head)"])
  }

  /// - Returns: false where the database cannot even be read.
  @discardableResult
  private func reopen() throws -> Bool {
    store = nil
    do {
      store = try Store(
        configuration: configuration, now: wallClock, isStopping: { [signals] in signals.isStopping },
        makeHandler: makeHandler)
      if let store { keepSayingHead(store.log) }
    } catch let error as DatabaseError where !error.isCorruption {
      journal.debug("the database cannot be read either: \(error)")
    }
    return store != nil
  }

  private func putOffReopening() {
    reopenAt = clock.now + reopenDelay
    reopenDelay = min(reopenDelay * 2, .seconds(5))
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
private func wallClock() -> Timestamp {
  Timestamp(rawValue: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
}
