internal import CZeroMQ
internal import CastwireBus
internal import Foundation
internal import Runtime
internal import TestSupport

/// Measures the bus: durable publishing beside bare libzmq and plain SQLite, replay beside bare libzmq, and how soon an
/// event has been applied elsewhere.
struct BusBenchmark {
  private var events = 200_000
  private var seconds = 10
  private var folder = FileManager.default.currentDirectoryPath
  private let json: [UInt8]
  private let topic: [UInt8]

  init(arguments: [String]) throws {
    var rest = arguments[...]
    func number(_ option: String, atLeast least: Int) throws -> Int {
      guard let value = rest.popFirst(), let count = Int(value), count >= least else {
        throw UsageError(message: "\(option) needs a number from \(least)")
      }
      return count
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--events": events = try number(argument, atLeast: 10_000)
      case "--seconds": seconds = try number(argument, atLeast: 1)
      case "--folder":
        guard let value = rest.popFirst() else { throw UsageError(message: "--folder needs a folder") }
        folder = value
      default: throw UsageError(message: "unknown argument \(argument)")
      }
    }
    let draft = BenchPublisher.draft(at: .now)
    json = draft.json(
      source: "castwire://catalog/\(UUID().uuidString.lowercased())", sequence: Position(1), previous: Position(0),
      time: Timestamp(rawValue: 1_700_000_000_000))
    topic = Array(draft.topic.text.utf8)
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
    let signals = try Signals()
    // Nobody but Control-C ends it.
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    print("\(events) events of \(json.count) bytes, synchronous=FULL")
    try measurePublishing("\(folder)/publish", signals)
    try measureDelay("\(folder)/plain", signals, keys: nil)
    try measureDelay("\(folder)/curve", signals, keys: try Self.keys("\(folder)/keys"))
  }

  private static func keys(_ path: String) throws -> KeyFolder {
    let keys = KeyFolder(path: path)
    let roles: Set<Role> = [.subscribe, .read, .control]
    _ = try keys.prepare(members: [
      .init("catalog", roles: roles, isService: true), .init("formatter", roles: roles, isService: true),
      .init("client", roles: roles, isService: false),
    ])
    return keys
  }

  // MARK: Publishing and replay

  private func measurePublishing(_ folder: String, _ signals: Signals) throws {
    let plain = try perSecondOfPlainAppends("\(folder).sqlite")
    let bare = try perSecondOfBarePublishing()
    let plan = BenchPlan()
    let service = try BenchProcess("catalog", folder: folder, signals: signals, plan: plan, keys: nil) {
      BenchPublisher(plan, $1)
    }
    let subscriber = try CountingSubscriber(service.endpoints.events, highWaterMark: 2_000)
    defer { subscriber.stop() }
    // `$head` shows that it is there.
    _ = subscriber.state.block { $0.count > 0 }
    plan.state.withLock { $0.burst = events }
    try service.wake()
    try plan.wait { $0.burstEnded != nil }
    let took = plan.state.withLock { state in
      state.burstBegan.flatMap { began in state.burstEnded.map { ($0 - began) / .seconds(1) } } ?? 0
    }
    let own = Double(events) / took
    print(
      "published, in batches of 500: \(Self.whole(own)) a second; plain SQLite appends \(Self.whole(plain)), bare libzmq "
        + "\(Self.whole(bare))")
    let one = try perSecondOfReplay(service.endpoints, pagesUnderWay: 1)
    let two = try perSecondOfReplay(service.endpoints, pagesUnderWay: 2)
    let subscription = try perSecondOfSubscription(service.endpoints)
    let pages = try perSecondOfBarePages()
    print(
      "replayed, a page under way: \(Self.whole(one)) a second, two: \(Self.whole(two)), by CastwireBus' subscription: "
        + "\(Self.whole(subscription)); bare libzmq, two: \(Self.whole(pages))")
    try service.stop()
  }

  private func perSecondOfPlainAppends(_ path: String) throws -> Double {
    let plain = try PlainAppends(path: path)
    let subjects = (0..<500).map { _ in UUID().uuidString }
    let count = events / 500
    return try Self.perSecond(count * 500) {
      for _ in 0..<count { try plain.append(subjects, feed: BenchPublisher.feed, json: json) }
    }
  }

  /// The same two frames to one subscriber who misses none: without a limit on what may wait.
  private func perSecondOfBarePublishing() throws -> Double {
    let socket = try BareSocket(ZMQ_XPUB, options: [ZMQ_SNDHWM: 0])
    let subscriber = try CountingSubscriber(try socket.bind(), highWaterMark: 0)
    defer { subscriber.stop() }
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    _ = try socket.receive(into: &message)
    zmq_msg_close(&message)
    let frames = [topic, json]
    let count = events / 1_000 * 1_000
    return try Self.perSecond(count) {
      for _ in 0..<count { try socket.send(frames) }
      _ = subscriber.state.block { $0.count >= count }
    }
  }

  /// By a client that knows where its next pages begin, since nothing is left out.
  private func perSecondOfReplay(_ endpoints: Subscription.Endpoints, pagesUnderWay: Int) throws -> Double {
    let socket = try BareSocket(ZMQ_DEALER)
    try socket.connect(endpoints.requests)
    let limit = 1_000
    func request(_ page: Int) -> [[UInt8]] {
      [Array("{\"request\":\"replay\",\"id\":\(page),\"after\":\(page * limit),\"limit\":\(limit)}".utf8)]
    }
    return try perSecondOfPages(socket, limit: limit, pagesUnderWay: pagesUnderWay, request)
  }

  /// Asks for pages until all events have come.
  private func perSecondOfPages(
    _ socket: BareSocket, limit: Int, pagesUnderWay: Int, _ request: (Int) -> [[UInt8]]
  ) throws -> Double {
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    defer { zmq_msg_close(&message) }
    let pages = events / limit
    let rate = try Self.perSecond(pages * limit) {
      for page in 0..<min(pagesUnderWay, pages) { try socket.send(request(page)) }
      for page in 0..<pages {
        var frames = 0
        while let frame = try socket.receive(milliseconds: 30_000, into: &message) {
          frames += 1
          if !frame.isMore { break }
        }
        guard frames == limit + 1 else { throw BenchmarkError(message: "a page of \(frames - 1) events") }
        if page + pagesUnderWay < pages { try socket.send(request(page + pagesUnderWay)) }
      }
    }
    return rate
  }

  private func perSecondOfBarePages() throws -> Double {
    let router = try BareSocket(ZMQ_ROUTER)
    let endpoint = try router.bind()
    let limit = 1_000
    let (pages, json) = (events / limit, json)
    nonisolated(unsafe) let handed = router
    Thread.detachNewThread {
      var message = zmq_msg_t()
      zmq_msg_init(&message)
      defer { zmq_msg_close(&message) }
      let events = [[UInt8]](repeating: json, count: limit)
      for _ in 0..<pages {
        guard (try? handed.receive(into: &message)) != nil else { return }
        let peer = Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message)))
        guard (try? handed.receive(into: &message)) != nil else { return }
        guard (try? handed.send([peer, Array("{}".utf8)] + events)) != nil else { return }
      }
    }
    let socket = try BareSocket(ZMQ_DEALER)
    try socket.connect(endpoint)
    return try perSecondOfPages(socket, limit: limit, pagesUnderWay: 2) { _ in [Array("{}".utf8)] }
  }

  private func perSecondOfSubscription(_ endpoints: Subscription.Endpoints) throws -> Double {
    let subscription = try Subscription(context: Context(), endpoints: endpoints, start: .beginning)
    var count = 0
    return try Self.perSecond(events) {
      while count < events {
        if let batch = try subscription.next(now: .now) {
          count += batch.events.count
        } else {
          let left = (subscription.nextDeadline ?? .now + .seconds(1)) - .now
          try Poller.wait(for: subscription.pollItems, milliseconds: left.wholeMilliseconds)
        }
      }
    }
  }

  // MARK: Delay

  private func measureDelay(_ folder: String, _ signals: Signals, keys: KeyFolder?) throws {
    let plan = BenchPlan()
    let publisher = try BenchProcess("catalog", folder: "\(folder)-1", signals: signals, plan: plan, keys: keys) {
      BenchPublisher(plan, $1)
    }
    let consumer = try BenchProcess(
      "formatter", folder: "\(folder)-2", signals: signals, plan: plan,
      following: ("catalog", publisher.endpoints), keys: keys
    ) { database, _ in try BenchConsumer(plan, database) }
    // One event shows that all is connected.
    plan.state.withLock { $0.paced = 1 }
    try publisher.wake()
    try plan.wait { $0.delays.count == 1 }
    let count = seconds * 1_000
    plan.state.withLock { state in (state.delays, state.paced) = ([], count) }
    try publisher.wake()
    try plan.wait { $0.delays.count >= count }
    let delays = plan.state.withLock { $0.delays.map { $0 / .milliseconds(1) }.sorted() }
    print(
      "from append to the consumer's commit, 1,000 a second for \(seconds) s, \(keys == nil ? "plain" : "CURVE"): "
        + String(
          format: "median %.2f ms, 99 %% %.2f ms, longest %.1f ms", delays[delays.count / 2],
          delays[delays.count * 99 / 100], delays.last ?? 0))
    try consumer.stop()
    try publisher.stop()
  }

  // MARK: Figures

  private static func perSecond(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  }

  private static func whole(_ number: Double) -> String {
    String(format: "%.0f", number)
  }
}
