/// Jobs that wait for their turn: so many at once, so many at once for each host, hosts taking turns.
///
/// Hosts that were found slow have at most half of the places together, so that they hold up each other and nobody else.
final class FetchQueue {
  private final class Host {
    let name: String
    var waiting: FIFO<FetchJob> = FIFO()
    var activeCount = 0
    var isSlow: Bool

    init(_ name: String, isSlow: Bool) {
      self.name = name
      self.isSlow = isSlow
    }
  }

  /// So many hosts are known to be slow at most: one that is forgotten is found slow once more.
  private static let mostSlowHosts = 4_096

  private let maximum: Int
  private let maximumPerHost: Int
  private let maximumSlow: Int
  /// Those with a job, waiting or active.
  private var hosts: [String: Host] = [:]
  /// Hosts with a job waiting and a place free, each once.
  private var ready: FIFO<Host> = FIFO()
  /// The slow ones of them.
  private var slowReady: FIFO<Host> = FIFO()
  private var slowHosts: Set<String> = []
  private(set) var activeCount = 0
  /// How many of the active jobs are those of slow hosts.
  private(set) var slowCount = 0

  init(maximum: Int, maximumPerHost: Int) {
    self.maximum = maximum
    self.maximumPerHost = maximumPerHost
    maximumSlow = max(maximum / 2, 1)
  }

  func add(_ job: FetchJob) {
    let name = job.url.host
    let host = hosts[name] ?? Host(name, isSlow: slowHosts.contains(name))
    hosts[name] = host
    host.waiting.append(job)
    if host.waiting.count == 1 { makeReady(host) }
  }

  /// The next job to start, which counts as active from now on; nil if none may start now.
  func next() -> FetchJob? {
    guard activeCount < maximum else { return nil }
    if slowCount < maximumSlow, let job = start(from: &slowReady, isSlow: true) { return job }
    return start(from: &ready, isSlow: false)
  }

  /// Forgets the waiting jobs of a request.
  func remove(id: String) {
    for host in hosts.values {
      host.waiting.removeAll { $0.request.id == id }
      forgetIfIdle(host)
    }
  }

  /// Gives the place of an active job back.
  ///
  /// - Parameter wasSlow: how its host is seen from now on; nil leaves that as it is.
  func finish(_ job: FetchJob, wasSlow: Bool? = nil) {
    // Each transfer ends once; a second end would let more through than the host's limit, unseen.
    guard let host = hosts[job.url.host], host.activeCount > 0 else {
      preconditionFailure("a job ended that was not active")
    }
    if let wasSlow { see(host, asSlow: wasSlow) }
    host.activeCount -= 1
    activeCount -= 1
    if host.isSlow { slowCount -= 1 }
    // With places left before the host is ready already if anything waits.
    if host.activeCount == maximumPerHost - 1 { makeReady(host) }
    forgetIfIdle(host)
  }

  // MARK: Slow hosts

  /// Whether hosts that are not slow wait for nothing but a place.
  func isFull() -> Bool {
    guard activeCount == maximum else { return false }
    dropStale(from: &ready, isSlow: false)
    return !ready.isEmpty
  }

  /// Sees the hosts of active jobs as slow.
  ///
  /// - Returns: the places in `jobs` of those that are to end and to be added again, since slow hosts have too much.
  func takeForSlow(_ jobs: [FetchJob]) -> ArraySlice<Int> {
    for job in jobs { hosts[job.url.host].map { see($0, asSlow: true) } }
    // Once only: else what is slow would be asked for again and again and never be heard.
    return jobs.indices.filter { !jobs[$0].wasSetBack }.prefix(max(slowCount - maximumSlow, 0))
  }

  private func see(_ host: Host, asSlow isSlow: Bool) {
    guard host.isSlow != isSlow else { return }
    host.isSlow = isSlow
    slowCount += isSlow ? host.activeCount : -host.activeCount
    makeReady(host)
    if isSlow {
      if slowHosts.count >= Self.mostSlowHosts { slowHosts.removeFirst() }
      slowHosts.insert(host.name)
    } else {
      slowHosts.remove(host.name)
    }
  }

  // MARK: Turns

  private func mayStart(_ host: Host) -> Bool {
    !host.waiting.isEmpty && host.activeCount < maximumPerHost
  }

  private func makeReady(_ host: Host) {
    guard mayStart(host) else { return }
    if host.isSlow { slowReady.append(host) } else { ready.append(host) }
  }

  private func start(from line: inout FIFO<Host>, isSlow: Bool) -> FetchJob? {
    dropStale(from: &line, isSlow: isSlow)
    guard let host = line.popFirst(), let job = host.waiting.popFirst() else { return nil }
    host.activeCount += 1
    activeCount += 1
    if isSlow { slowCount += 1 }
    if mayStart(host) { line.append(host) }
    return job
  }

  /// A host whose jobs were removed may still be in its line, even twice if new ones came; and so may one that is seen
  /// otherwise by now.
  private func dropStale(from line: inout FIFO<Host>, isSlow: Bool) {
    while let host = line.first, host.isSlow != isSlow || !mayStart(host) { _ = line.popFirst() }
  }

  private func forgetIfIdle(_ host: Host) {
    if host.activeCount == 0 && host.waiting.isEmpty { hosts[host.name] = nil }
  }
}

/// First in, first out, both in constant time on average.
private struct FIFO<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : elements[start] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    elements = elements[start...].filter { $0.map(isUnwanted) == false }
    start = 0
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[start]
    elements[start] = nil
    start += 1
    if start > 32 && start * 2 > elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return element
  }
}
