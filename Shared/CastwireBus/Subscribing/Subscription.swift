/// A reliable subscription to one service's log: live events while they come without a gap, replay wherever one is.
///
/// Its owner polls its sockets, takes batches and commits each with its cursor. For one thread.
/// It follows section 5 of the contract.
public final class Subscription {
  private enum Phase {
    case replaying
    case live
  }

  /// No `$head` for so long means that the connection is dead.
  static let silence: Duration = .seconds(6)
  /// How soon a replay that led nowhere is tried again, and one that was not complete is looked at again.
  static let pause: Duration = .seconds(1)

  private let endpoints: Endpoints
  private let rules: LiveRules
  let requests: ReplayRequests
  let live: LiveEvents
  private var phase = Phase.replaying
  /// After the last batch that was handed out; nil before the first page.
  private var cursor: Cursor?
  /// Where the replay goes on: beyond the cursor only while the head is being found.
  private var origin = ReplayOrigin.beginning
  private var startsAtHead = false
  private var isStartingOver = false
  private var announcesStartOver = false
  private var lastTurn: ContinuousClock.Instant?
  private var lastHeard: ContinuousClock.Instant?
  private var notBefore: ContinuousClock.Instant?
  /// What has happened since the subscription was made.
  public private(set) var counters = Counters()
  /// The newest event of the log that is known of; 0 before anything was heard.
  public private(set) var knownHead = Position(0)
  /// What is wrong with the replay at the moment.
  private(set) var replayTrouble: String?

  /// Connects. The service need not be up.
  ///
  /// - Parameters:
  ///   - service: the service's name: another one that listens there refuses. Its public key proves it, so that it is
  ///     needed where the context has keys.
  ///   - consumer: a name under which the service's status shows the lag.
  public init(
    context: Context, endpoints: Endpoints, service: String? = nil, scope: Scope = .wholeLog, consumer: String? = nil,
    start: Start
  ) throws(BusError) {
    self.endpoints = endpoints
    rules = LiveRules(scope: scope)
    let (prefixes, families): ([String], [String]) =
      switch scope {
      case .wholeLog: ([""], [])
      case .family(let family): ([Topic.head, "\(family)."], [family])
      }
    requests = try ReplayRequests(
      context: context, endpoint: endpoints.requests, service: service, families: families, consumer: consumer)
    live = try LiveEvents(context: context, endpoint: endpoints.events, service: service, prefixes: prefixes)
    begin(at: start)
  }

  /// True once it has caught up and hears live events.
  public var isLive: Bool {
    phase == .live
  }

  /// After the last batch that was handed out.
  public var position: Position {
    cursor?.sequence ?? Position(0)
  }

  /// What to wait for; other items than before after each call of `next`.
  public var pollItems: [PollItem] {
    live.pollItems + requests.pollItems
  }

  /// When `next` has something to do although nothing arrived.
  public var nextDeadline: ContinuousClock.Instant? {
    let next: ContinuousClock.Instant? =
      switch phase {
      case .live where live.isHolding: lastTurn
      case .live: [lastHeard.map { $0 + Self.silence }, notBefore].compactMap(\.self).min()
      case .replaying: requests.nextDeadline ?? notBefore ?? lastTurn
      }
    return [next, live.reconnectAt].compactMap(\.self).min()
  }

  /// The next batch, where there is one; never waits.
  ///
  /// - Parameter limit: the most live events to take at once.
  public func next(limit: Int = Limits.batchCount, now: ContinuousClock.Instant) throws(BusError) -> Batch? {
    lastTurn = now
    try live.watch(now)
    switch phase {
    case .replaying:
      try live.hold()
      return try replay(now)
    case .live:
      return try takeLive(limit, now)
    }
  }

  /// Goes back to a cursor, after a batch that could not be committed.
  public func rewind(to start: Start) throws(BusError) {
    requests.reset()
    begin(at: start)
  }

  private func begin(at start: Start) {
    cursor = nil
    origin = .beginning
    startsAtHead = start == .head
    isStartingOver = start == .beginning
    if case .cursor(let cursor, let isStartingOver) = start {
      self.cursor = cursor
      origin = ReplayOrigin(cursor)
      self.isStartingOver = isStartingOver
    }
    announcesStartOver = false
    phase = .replaying
    notBefore = nil
  }

  // MARK: Replay

  private func replay(_ now: ContinuousClock.Instant) throws(BusError) -> Batch? {
    if let notBefore, now < notBefore { return nil }
    notBefore = nil
    if !requests.isAsking { try ask(now) }
    switch try requests.advance(now: now) {
    case .waiting:
      break
    case .page(let page):
      return try take(page, now)
    case .truncated where origin == .beginning:
      pause(now, "\(endpoints.requests) cannot replay its log from the beginning")
    case .truncated:
      try startOver(now)
    case .refused(let message):
      pause(now, "\(endpoints.requests) refuses a replay: \(message)")
    case .malformed(let reason):
      counters.malformed += 1
      pause(now, "\(endpoints.requests) answers what is not understood: \(reason)")
    case .timedOut:
      counters.timeouts += 1
      replayTrouble = "no answer from \(endpoints.requests)"
      try ask(now)
    case .unreachable:
      replayTrouble = "cannot reach \(endpoints.requests)"
    }
    return nil
  }

  private func take(_ page: ReplayPage, _ now: ContinuousClock.Instant) throws(BusError) -> Batch? {
    if let log = origin.log, page.log != log {
      try startOver(now)
      return nil
    }
    guard page.scannedTo >= origin.after, !page.more || page.scannedTo > origin.after else {
      counters.malformed += 1
      pause(now, "\(endpoints.requests) answers what is not understood: a page that leads nowhere")
      return nil
    }
    replayTrouble = nil
    knownHead = page.head
    if startsAtHead, origin == .beginning, page.scannedTo < page.head {
      // The page after the head holds nothing that is there already, but says the head's time.
      origin = ReplayOrigin(log: page.log, after: page.head, time: nil)
      try ask(now)
      return nil
    }
    let skipsHistory = startsAtHead && origin == .beginning
    return try batch(of: skipsHistory ? page.with(events: []) : page, now)
  }

  private func batch(of page: ReplayPage, _ now: ContinuousClock.Instant) throws(BusError) -> Batch {
    let reached = Cursor(log: page.log, sequence: page.scannedTo, time: page.scannedTime)
    var batch = Batch(
      events: [], malformed: [], cursor: reached, startsOver: announcesStartOver,
      completes: isStartingOver && !page.more && page.complete)
    let read = MapAhead(page.events) { json in
      Result { () throws(MalformedEventError) in try Event(json: json) }
    }
    for (index, json) in page.events.enumerated() {
      switch read[index] {
      case .success(let event): batch.events.append(event)
      case .failure(let error):
        counters.malformed += 1
        batch.malformed.append((json, error))
      }
    }
    startsAtHead = false
    announcesStartOver = false
    cursor = reached
    origin = ReplayOrigin(reached)
    if page.more {
      // The next page is on its way while this one is applied.
      try ask(now)
    } else {
      if page.complete { isStartingOver = false }
      phase = .live
      lastHeard = now
      // Until the service has caught up itself, look again.
      notBefore = isStartingOver ? now + Self.pause : nil
    }
    return batch
  }

  private func ask(_ now: ContinuousClock.Instant) throws(BusError) {
    let findsHead = startsAtHead && origin == .beginning
    try requests.ask(origin, limit: findsHead ? 1 : Limits.replayCount, now: now)
  }

  private func pause(_ now: ContinuousClock.Instant, _ reason: String) {
    replayTrouble = reason
    notBefore = now + Self.pause
  }

  /// Asks at once: an owner that waits for its sockets would not come back for it.
  private func beginReplay(_ now: ContinuousClock.Instant) throws(BusError) {
    counters.replays += 1
    phase = .replaying
    notBefore = nil
    origin = cursor.map { ReplayOrigin($0) } ?? .beginning
    try ask(now)
  }

  private func startOver(_ now: ContinuousClock.Instant) throws(BusError) {
    // Who wants no history and has had no batch looks for the head of the new log.
    if !startsAtHead {
      cursor = nil
      isStartingOver = true
      announcesStartOver = true
    }
    try beginReplay(now)
  }

  // MARK: Live

  private func takeLive(_ limit: Int, _ now: ContinuousClock.Instant) throws(BusError) -> Batch? {
    // Only the last page of a replay makes it live, and a page sets the cursor.
    guard let start = cursor else { preconditionFailure("live without a cursor") }
    if let notBefore, now >= notBefore {
      try beginReplay(now)
      return nil
    }
    var batch = Batch(events: [], malformed: [], cursor: start, startsOver: false, completes: false)
    while phase == .live, batch.events.count < limit {
      guard let message = try live.receive() else {
        try watchSilence(now)
        break
      }
      switch verdict(on: message, at: batch.cursor, now) {
      case .apply(let event):
        batch.events.append(event)
        batch.cursor.sequence = event.sequence
        batch.cursor.time = event.time
        cursor = batch.cursor
      case .pass:
        break
      case .gap:
        counters.gaps += 1
        try beginReplay(now)
      case .otherLog:
        // The answer tells whether the log is a new one; a former one's last words may still come.
        try beginReplay(now)
      case .malformed:
        counters.malformed += 1
      }
    }
    return batch.events.isEmpty ? nil : batch
  }

  private func verdict(
    on message: LiveEvents.Message, at cursor: Cursor, _ now: ContinuousClock.Instant
  ) -> LiveRules.Verdict {
    guard message.frames.count == 2 else { return .malformed }
    if message.frames[0].elementsEqual(Topic.head.utf8) {
      lastHeard = now
      guard let head = try? BusCoder.decode(Head.self, from: message.frames[1]) else { return .malformed }
      if head.log == cursor.log { knownHead = max(head.head, cursor.sequence) }
      return rules.verdict(on: head, at: cursor, isHeld: message.isHeld)
    }
    guard let event = try? Event(json: message.frames[1]) else { return .malformed }
    if event.log == cursor.log { knownHead = max(knownHead, event.sequence) }
    return rules.verdict(on: event, at: cursor, isHeld: message.isHeld)
  }

  /// An oversized message or a protocol error ends a connection for good: only this mends it.
  private func watchSilence(_ now: ContinuousClock.Instant) throws(BusError) {
    guard let heard = lastHeard, now - heard >= Self.silence else { return }
    counters.reconnects += 1
    replayTrouble = "nothing heard from \(endpoints.events) for \(Self.silence)"
    try live.reconnect()
    requests.reset()
    try beginReplay(now)
  }
}
