import CCurl

/// The fetch thread's work: libcurl's multi handle, the transfers in it and the queue before it.
///
/// Made, used and released on one thread.
final class FetchLoop {
  /// How long the thread sleeps at most, in milliseconds; every command wakes it at once.
  private static let longestSleep: Int32 = 1000
  /// And while jobs wait for the places of transfers that may be slow.
  private static let shortSleep: Int32 = 100

  private let configuration: Fetcher.Configuration
  private let mailbox: FetchMailbox
  private let budget: BodyBudget
  private let deliver: @Sendable (FetchResult) -> Void
  private let multi: UnsafeMutableRawPointer
  private let queue: FetchQueue
  /// By easy handle.
  private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
  /// Files that wait for room in the budget, in order.
  private var files: [FetchJob] = []
  /// When it was looked last which transfers are slow.
  private var lastLook: ContinuousClock.Instant

  init(
    _ configuration: Fetcher.Configuration, mailbox: FetchMailbox, budget: BodyBudget,
    deliver: @escaping @Sendable (FetchResult) -> Void
  ) {
    self.configuration = configuration
    lastLook = configuration.now()
    self.mailbox = mailbox
    self.budget = budget
    self.deliver = deliver
    queue = FetchQueue(
      maximum: configuration.maximumTransfers, maximumPerHost: configuration.maximumTransfersPerHost)
    // It fails for want of memory alone, at the service's start, where nothing can go on without it.
    guard let multi = curl_multi_init() else { fatalError("libcurl: out of memory") }
    self.multi = multi
    mailbox.wakes(FetchMailbox.Sleeper(multi: multi))
  }

  deinit {
    mailbox.wakes(nil)
    for handle in transfers.keys { curl_multi_remove_handle(multi, handle) }
    transfers = [:]
    curl_multi_cleanup(multi)
  }

  /// Returns when the mailbox says so; what is under way then ends without a result.
  func run() {
    while let commands = mailbox.take() {
      for command in commands { obey(command) }
      readFiles()
      while let job = queue.next() { start(job) }
      if queue.isFull() { setBackSlowTransfers() }
      resumeTransfers()
      var running: Int32 = 0
      check(curl_multi_perform(multi, &running))
      if !finishTransfers() {
        let isWorkLeft = transfers.values.contains(where: \.isTurnOver)
        let longest = queue.isFull() ? Self.shortSleep : Self.longestSleep
        check(curl_multi_poll(multi, nil, 0, isWorkLeft ? 0 : longest, nil))
      }
    }
  }

  private func obey(_ command: FetchMailbox.Command) {
    switch command {
    case .fetch(let request):
      accept(request)
    case .cancel(let id):
      queue.remove(id: id)
      files.removeAll { $0.request.id == id }
      for (handle, transfer) in transfers where transfer.job.request.id == id { remove(handle, transfer) }
    }
  }

  private func accept(_ request: FetchRequest) {
    do throws(FetchFailure) {
      let job = try FetchJob(request)
      switch job.url.scheme {
      case "http", "https":
        queue.add(job)
      case "file" where configuration.allowsFiles:
        files.append(job)
      case "file":
        throw FetchFailure(
          kind: .refused,
          message: "files are not read; start feed-ingest, 'castwire up' or script/server with --allow-file to allow it"
        )
      default:
        throw FetchFailure(
          kind: .unsupportedScheme, message: "addresses that begin with \(job.url.scheme): are not fetched")
      }
    } catch {
      deliver(FetchResult(request: request, outcome: .failed(error), duration: .zero))
    }
  }

  /// Reads the files that there is room for; the last of them may go past the limit.
  private func readFiles() {
    var count = 0
    while count < files.count, budget.hasRoom() {
      let job = files[count]
      count += 1
      let start = ContinuousClock.now
      let outcome = FileFetch(maximumSize: configuration.maximumBodySize).outcome(of: job.request, at: job.url)
      let hold = BodyHold(budget)
      if case .body(let bytes, _) = outcome {
        hold.takeAnyway(bytes.count)
        hold.becomeWhole()
      }
      deliver(FetchResult(request: job.request, outcome: outcome, duration: ContinuousClock.now - start, hold: hold))
    }
    files.removeFirst(count)
  }

  /// Lets go on what waited for its turn or for room, the longest first. What still finds none waits again, behind the others.
  private func resumeTransfers() {
    let waiting = transfers.compactMap { handle, transfer in transfer.pausedSince.map { ($0, handle, transfer) } }
    for (_, handle, transfer) in waiting.sorted(by: { $0.0 < $1.0 }) {
      let code = transfer.isTurnOver || budget.hasRoomForWaiting() ? transfer.resume() : transfer.stopClock()
      if code != CURLE_OK { finish(handle, transfer, code) }
    }
  }

  /// Makes room for hosts that answer: those that do not must not have all the places.
  private func setBackSlowTransfers() {
    let now = configuration.now()
    guard now - lastLook >= .milliseconds(Int(Self.shortSleep)) else { return }
    lastLook = now
    // Those that have waited the least lose the least.
    let slow = transfers.filter { $1.isSlow(at: now) }.sorted { $0.value.started > $1.value.started }
    for index in queue.takeForSlow(slow.map(\.value.job)) {
      let (handle, transfer) = slow[index]
      var job = transfer.job
      job.setBack(after: transfer.timeUnderWay(at: now))
      remove(handle, transfer)
      queue.add(job)
    }
    while let job = queue.next() { start(job) }
  }

  private func start(_ job: FetchJob) {
    do {
      let transfer = try Transfer(job, configuration, budget)
      transfers[transfer.easy.pointer] = transfer
      check(curl_multi_add_handle(multi, transfer.easy.pointer))
    } catch {
      queue.finish(job)
      deliver(FetchResult(request: job.request, outcome: .failed(error), duration: job.spent))
    }
  }

  /// Delivers what has ended; false if nothing has.
  private func finishTransfers() -> Bool {
    var hasFinished = false
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
        let transfer = transfers[handle]
      else { continue }
      hasFinished = true
      finish(handle, transfer, message.pointee.data.result)
    }
    return hasFinished
  }

  private func finish(_ handle: UnsafeMutableRawPointer, _ transfer: Transfer, _ code: CURLcode) {
    let next = transfer.next(after: code)
    let duration = transfer.job.spent + transfer.duration
    // An answer, though late, shows that there is one to be had.
    let isSlow = transfer.isSlow(at: configuration.now())
    remove(handle, transfer, wasSlow: isSlow && code == CURLE_OK ? nil : isSlow)
    switch next {
    case .follow(let job): queue.add(job)
    case .end(let outcome):
      if case .body = outcome { transfer.hold.becomeWhole() }
      deliver(FetchResult(request: transfer.job.request, outcome: outcome, duration: duration, hold: transfer.hold))
    }
  }

  private func remove(_ handle: UnsafeMutableRawPointer, _ transfer: Transfer, wasSlow: Bool? = nil) {
    transfers[handle] = nil
    check(curl_multi_remove_handle(multi, handle))
    queue.finish(transfer.job, wasSlow: wasSlow)
  }

  private func check(_ code: CURLMcode) {
    // Only want of memory or misuse get here: what goes wrong with one transfer is said of that transfer.
    precondition(code == CURLM_OK, "libcurl: \(String(cString: curl_multi_strerror(code)))")
  }
}
