/// A reliable subscription to one service's log: live events while they come without a gap, replay wherever one is.
///
/// Its owner polls its sockets, takes batches, commits each with its cursor, and says so. For one thread.
/// It follows section 5 of the contract.
public final class Subscription {
  /// What of a log is wanted: gaps can be seen in these two alone.
  public enum Scope: Sendable, Hashable {
    case wholeLog
    /// One family: `episode`.
    case family(String)
  }

  /// Where to begin.
  public enum Start: Sendable, Hashable {
    /// With the whole present state.
    case beginning
    /// With what comes from now on.
    case head
    /// After what was applied before. `isStartingOver` as it was stored: see `Batch.startsOver`.
    case cursor(Cursor, isStartingOver: Bool = false)
  }

  /// A service's two sockets.
  public struct Endpoints: Sendable, Hashable {
    /// `tcp://127.0.0.1:5711`
    public let events: String
    /// `tcp://127.0.0.1:5712`
    public let requests: String

    /// The sockets at two addresses.
    public init(events: String, requests: String) {
      self.events = events
      self.requests = requests
    }
  }

  /// What has happened, for `service.status`.
  public struct Counters: Codable, Sendable, Hashable {
    /// Gaps found in the live stream.
    public var gaps = 0
    /// Replays begun.
    public var replays = 0
    /// Requests for a page that nobody answered in time.
    public var timeouts = 0
    /// Connections made anew because `$head` was not heard.
    public var reconnects = 0
    /// Messages that were no event.
    public var malformed = 0
  }

  private enum Phase {
    case replaying
    case live
  }

  /// No `$head` for so long means that the connection is dead.
  static let silence: Duration = .seconds(6)
  /// How soon a replay that was refused is tried again, and one that was not complete is looked at again.
  static let pause: Duration = .seconds(1)

  private let context: Context
  private let endpoints: Endpoints
  private let scope: Scope
  private let consumer: String?
  private let requester: Requester
  private let live: LiveEvents
  private var phase = Phase.replaying
  /// After the last batch that was handed out; nil before the first page.
  private var cursor: Cursor?
  private var isStartingOver: Bool
  private var announcesStartOver = false
  private var startsAtHead: Bool
  private var lastHeard: ContinuousClock.Instant?
  private var notBefore: ContinuousClock.Instant?
  /// What has happened since the subscription was made.
  public private(set) var counters = Counters()
  /// The newest event of the log that is known of; 0 before anything was heard.
  public private(set) var knownHead = Position(0)
  /// What is wrong at the moment, for a person; nil while all is well.
  public private(set) var trouble: String?

  /// Connects. The service need not be up.
  ///
  /// - Parameter consumer: a name under which the service's status shows the lag.
  public init(
    context: Context, endpoints: Endpoints, scope: Scope = .wholeLog, consumer: String? = nil, start: Start
  ) throws(BusError) {
    self.context = context
    self.endpoints = endpoints
    self.scope = scope
    self.consumer = consumer
    isStartingOver = start == .beginning
    startsAtHead = start == .head
    if case .cursor(let cursor, let isStartingOver) = start {
      self.cursor = cursor
      self.isStartingOver = isStartingOver
    }
    requester = try Requester(context: context, endpoint: endpoints.requests)
    let prefixes =
      switch scope {
      case .wholeLog: [""]
      case .family(let family): [Topic.head, "\(family)."]
      }
    live = try LiveEvents(context: context, endpoint: endpoints.events, prefixes: prefixes)
  }

  /// True once it has caught up and hears live events.
  public var isLive: Bool {
    phase == .live
  }

  /// After the last batch that was handed out.
  public var position: Position {
    cursor?.sequence ?? Position(0)
  }

  /// What to wait for.
  public var pollItems: [PollItem] {
    [live.pollItem, requester.pollItem]
  }

  /// When `next` has something to do although nothing arrived.
  public var nextDeadline: ContinuousClock.Instant? {
    switch phase {
    case .live: [lastHeard.map { $0 + Self.silence }, notBefore].compactMap(\.self).min()
    case .replaying: [requester.nextDeadline, notBefore].compactMap(\.self).min()
    }
  }

  /// The next batch, where there is one; never waits.
  ///
  /// - Parameter limit: the most live events to take at once.
  public func next(limit: Int = Limits.batchCount, now: ContinuousClock.Instant) throws(BusError) -> Batch? {
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
    cursor = nil
    isStartingOver = start == .beginning
    startsAtHead = start == .head
    if case .cursor(let cursor, let isStartingOver) = start {
      self.cursor = cursor
      self.isStartingOver = isStartingOver
    }
    announcesStartOver = false
    try requester.reset()
    phase = .replaying
    notBefore = nil
  }

  // MARK: Replay

  private func replay(_ now: ContinuousClock.Instant) throws(BusError) -> Batch? {
    if let notBefore, now < notBefore { return nil }
    notBefore = nil
    if !requester.isAsking { ask(after: cursor) }
    switch try requester.advance(now: now) {
    case .waiting:
      return nil
    case .timedOut:
      counters.timeouts += 1
      trouble = "no answer from \(endpoints.requests)"
      return nil
    case .reply(let frames):
      do {
        switch try ReplayReply(frames: frames) {
        case .page(let page):
          trouble = nil
          return take(page, now)
        case .truncated:
          startOver()
        case .error(let error):
          trouble = "\(endpoints.requests) refuses a replay: \(error.message)"
          notBefore = now + Self.pause
        }
      } catch {
        counters.malformed += 1
        trouble = "\(endpoints.requests) answers what is not understood: \(error.reason)"
        notBefore = now + Self.pause
      }
      return nil
    }
  }

  private func take(_ answer: ReplayPage, _ now: ContinuousClock.Instant) -> Batch? {
    var page = answer
    knownHead = page.head
    if startsAtHead {
      startsAtHead = false
      page = page.with(events: [])
      // The page after the head holds nothing, but says the head's time.
      if page.scannedTo < page.head {
        ask(after: Cursor(log: page.log, sequence: page.head, time: page.scannedTime), withTime: false)
        return nil
      }
    }
    let reached = Cursor(log: page.log, sequence: page.scannedTo, time: page.scannedTime)
    var batch = Batch(
      events: [], malformed: [], cursor: reached, startsOver: announcesStartOver,
      completes: isStartingOver && !page.more && page.complete)
    for json in page.events {
      do {
        batch.events.append(try Event(json: json))
      } catch {
        counters.malformed += 1
        batch.malformed.append((json, error))
      }
    }
    announcesStartOver = false
    cursor = reached
    if page.more {
      // The next page is on its way while this one is applied.
      ask(after: reached)
    } else {
      if page.complete { isStartingOver = false }
      phase = .live
      lastHeard = now
      // Until the service has caught up itself, look again.
      notBefore = isStartingOver ? now + Self.pause : nil
    }
    return batch
  }

  private func ask(after cursor: Cursor?, withTime: Bool = true) {
    let families: [String] =
      switch scope {
      case .wholeLog: []
      case .family(let family): [family]
      }
    let parameters = ReplayParameters(
      log: cursor?.log, after: cursor?.sequence ?? Position(0), afterTime: withTime ? cursor?.time : nil,
      families: families, limit: startsAtHead ? 1 : Limits.pageCount, consumer: consumer)
    do {
      requester.ask("replay", parameters: try BusCoder.encode(parameters))
    } catch {
      preconditionFailure("strings and integers can always be encoded: \(error)")
    }
  }

  private func beginReplay() {
    counters.replays += 1
    phase = .replaying
    notBefore = nil
  }

  private func startOver() {
    cursor = nil
    isStartingOver = true
    announcesStartOver = true
    beginReplay()
  }

  // MARK: Live

  private func takeLive(_ limit: Int, _ now: ContinuousClock.Instant) throws(BusError) -> Batch? {
    guard let start = cursor else {
      beginReplay()
      return nil
    }
    if let notBefore, now >= notBefore {
      beginReplay()
      return nil
    }
    var batch = Batch(events: [], malformed: [], cursor: start, startsOver: false, completes: false)
    while batch.events.count < limit {
      guard let frames = try live.receive() else {
        try watchSilence(now)
        break
      }
      guard frames.count == 2 else {
        counters.malformed += 1
        continue
      }
      if frames[0].elementsEqual(Topic.head.utf8) {
        lastHeard = now
        if !keepsUp(withHead: frames[1], batch.cursor) { break }
      } else if !take(live: frames[1], into: &batch) {
        break
      }
    }
    cursor = phase == .live ? batch.cursor : cursor.map { _ in batch.cursor }
    return batch.events.isEmpty ? nil : batch
  }

  /// - Returns: false where live events cannot go on and a replay has begun.
  private func take(live json: [UInt8], into batch: inout Batch) -> Bool {
    let event: Event
    do {
      event = try Event(json: json)
    } catch {
      // Should the log hold it, the next event shows a gap and the replay brings it again, to be put aside.
      counters.malformed += 1
      return true
    }
    knownHead = max(knownHead, event.sequence)
    guard event.log == batch.cursor.log else {
      startOver()
      return false
    }
    if event.sequence <= batch.cursor.sequence { return true }
    let isNext =
      switch scope {
      case .wholeLog: event.sequence == batch.cursor.sequence.next
      case .family: event.previous <= batch.cursor.sequence
      }
    guard isNext else {
      counters.gaps += 1
      beginReplay()
      return false
    }
    batch.events.append(event)
    batch.cursor.sequence = event.sequence
    batch.cursor.time = event.time
    return true
  }

  /// - Returns: false where `$head` shows that something was missed and a replay has begun.
  private func keepsUp(withHead json: [UInt8], _ cursor: Cursor) -> Bool {
    guard let head = try? BusCoder.decode(Head.self, from: json) else {
      counters.malformed += 1
      return true
    }
    knownHead = head.head
    guard head.log == cursor.log else {
      startOver()
      return false
    }
    let newest =
      switch scope {
      case .wholeLog: head.head
      case .family(let family): head.heads[family] ?? Position(0)
      }
    guard newest <= cursor.sequence else {
      counters.gaps += 1
      beginReplay()
      return false
    }
    return true
  }

  /// An oversized message or a protocol error ends a connection for good: only this mends it.
  private func watchSilence(_ now: ContinuousClock.Instant) throws(BusError) {
    guard let heard = lastHeard, now - heard >= Self.silence else { return }
    counters.reconnects += 1
    trouble = "nothing heard from \(endpoints.events) for \(Self.silence)"
    try live.reconnect()
    try requester.reset()
    beginReplay()
  }
}
