/// Jobs that wait for their turn: so many at once, so many at once for each host, hosts taking turns.
struct FetchQueue {
  private struct Host {
    var waiting: FIFO<FetchJob> = FIFO()
    var activeCount = 0
  }

  private let maximum: Int
  private let maximumPerHost: Int
  private var hosts: [String: Host] = [:]
  /// Hosts with a job waiting and a place free, each once.
  private var ready: FIFO<String> = FIFO()
  private(set) var activeCount = 0

  init(maximum: Int, maximumPerHost: Int) {
    self.maximum = maximum
    self.maximumPerHost = maximumPerHost
  }

  mutating func add(_ job: FetchJob) {
    let host = job.url.host
    hosts[host, default: Host()].waiting.append(job)
    if hosts[host]!.waiting.count == 1 && hosts[host]!.activeCount < maximumPerHost { ready.append(host) }
  }

  /// The next job to start, which counts as active from now on; nil if none may start now.
  mutating func next() -> FetchJob? {
    while activeCount < maximum, let name = ready.popFirst() {
      // A host whose jobs were removed may still be in `ready`, even twice if new ones came.
      guard var host = hosts[name], host.activeCount < maximumPerHost, let job = host.waiting.popFirst() else {
        continue
      }
      host.activeCount += 1
      activeCount += 1
      hosts[name] = host
      if !host.waiting.isEmpty && host.activeCount < maximumPerHost { ready.append(name) }
      return job
    }
    return nil
  }

  /// Forgets the waiting jobs of a request.
  mutating func remove(id: String) {
    for (name, var host) in hosts {
      host.waiting.removeAll { $0.request.id == id }
      hosts[name] = host.activeCount == 0 && host.waiting.isEmpty ? nil : host
    }
  }

  /// Gives the place of an active job back.
  mutating func finish(_ job: FetchJob) {
    let name = job.url.host
    // Each transfer ends once; a second end would let more through than the host's limit, unseen.
    guard var host = hosts[name], host.activeCount > 0 else { preconditionFailure("a job ended that was not active") }
    // With all places taken the host is not in `ready`; else it is there already if anything waits.
    if host.activeCount == maximumPerHost && !host.waiting.isEmpty { ready.append(name) }
    host.activeCount -= 1
    activeCount -= 1
    hosts[name] = host.activeCount == 0 && host.waiting.isEmpty ? nil : host
  }
}

/// First in, first out, both in constant time on average.
private struct FIFO<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }

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
