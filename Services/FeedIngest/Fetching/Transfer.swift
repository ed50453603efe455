import CCurl
import Glibc

/// One HTTP exchange: what is asked, and what has come so far. Lives on the fetch thread only.
final class Transfer {
  /// Pages that are no documents are read to their end if they are short, so that the connection can be used again.
  private static let longestDiscardedPage = 1 << 16
  /// So much is decompressed before it is others' turn: about a millisecond's work.
  private static let turn = 1 << 19
  /// In bytes a second: less than any server's that does not mean to keep us, averaged over seconds.
  static let leastSpeed = 100

  let job: FetchJob
  let easy: EasyHandle
  let configuration: Fetcher.Configuration
  private(set) var headers = ResponseHeaders()
  private var body: [UInt8] = []
  private var decoder: ContentDecoder?
  /// How much was read already of what libcurl will offer again.
  private var alreadyRead = 0
  private var discardedSize = 0
  /// Headers and body.
  private var receivedSize = 0
  let started: ContinuousClock.Instant
  /// Why we ended the transfer ourselves, if we did.
  private(set) var ownFailure: FetchFailure?
  /// The address last refused, unless another one of the host was allowed.
  private(set) var refusal: (address: IPAddress, kind: AddressKind)?
  private var hasAllowedAddress = false
  /// The body's share of the memory for bodies.
  let hold: BodyHold
  /// Since when the transfer waits for its turn or for room in memory; nil while it does not.
  private(set) var pausedSince: ContinuousClock.Instant?
  /// Whether it waits only so that others have their turn.
  private(set) var isTurnOver = false
  /// How long it waited so far, which does not count against it.
  private(set) var pausedTime = Duration.zero

  /// Throws a failure of kind `internalError` when libcurl is out of memory or lacks an option.
  init(_ job: FetchJob, _ configuration: Fetcher.Configuration, _ budget: BodyBudget) throws(FetchFailure) {
    self.job = job
    self.configuration = configuration
    started = configuration.now()
    hold = BodyHold(budget)
    easy = try EasyHandle()
    try setOptions()
  }

  /// What a whole fetch may still take, in milliseconds.
  var remainingMilliseconds: Int {
    max(1, Int((configuration.wholeLimit - job.spent + pausedTime) / .milliseconds(1)))
  }

  /// Without the time that it waited for room in memory, unless it still does.
  func timeUnderWay(at now: ContinuousClock.Instant) -> Duration {
    now - started - pausedTime
  }

  /// Whether nothing comes from the server, or only so little that there is no waiting for it. Where it waits for room in
  /// memory, that is not the server's fault.
  func isSlow(at now: ContinuousClock.Instant) -> Bool {
    guard pausedSince == nil else { return false }
    let time = timeUnderWay(at: now)
    return time >= configuration.slowLimit && Double(receivedSize) < 1_000 * (time / .seconds(1))
  }

  /// Goes on, unless there still is no room for what has arrived. Returns an error that ends the transfer.
  func resume() -> CURLcode {
    guard let since = pausedSince else { return CURLE_OK }
    pausedSince = nil
    isTurnOver = false
    pausedTime += ContinuousClock.now - since
    let code = easy.setTimeLimit(milliseconds: remainingMilliseconds)
    return code == CURLE_OK ? easy.resume() : code
  }

  /// While it waits, no limit of time holds. (libcurl itself does not call a pause a stall.)
  func stopClock() -> CURLcode {
    easy.setTimeLimit(milliseconds: 0)
  }

  /// The body as it was before anybody compressed it, when all of it has arrived. The transfer no longer has it afterwards.
  func wholeBody() throws(FetchFailure) -> [UInt8] {
    if let decoder {
      // Next to nothing: of what came before, all has been decompressed.
      repeat {
        let bytes = try decoder.finish()
        hold.takeAnyway(bytes.count)
        try add(bytes)
      } while !decoder.needsInput
    }
    defer { body = [] }
    return body
  }
}

// MARK: - What libcurl is told

extension Transfer {
  private func setOptions() throws(FetchFailure) {
    let url = job.url
    try easy.set(CURLOPT_URL, url.asked)
    if let user = url.credentials?.user { try easy.set(CURLOPT_USERNAME, user) }
    if let password = url.credentials?.password { try easy.set(CURLOPT_PASSWORD, password) }
    try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
    // Redirects are followed here, each as a transfer of its own: so that every hop waits for its host's turn, and the
    // chain is known.
    try easy.set(CURLOPT_FOLLOWLOCATION, 0)
    try easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    // A proxy from the environment would hide the target from the address check.
    try easy.set(CURLOPT_PROXY, "")
    try easy.set(CURLOPT_USERAGENT, configuration.userAgent)
    if let form = job.request.form {
      try easy.set(CURLOPT_POST, 1)
      try easy.set(CURLOPT_POSTFIELDSIZE, form.count)
      // Copied, so the size has to be known before.
      try easy.set(CURLOPT_COPYPOSTFIELDS, String(decoding: form, as: UTF8.self))
    }
    // Done here: see `ContentDecoder`.
    try easy.set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    try easy.set(CURLOPT_NOSIGNAL, 1)
    // Else the end of a transfer, and of the fetcher, waits for a name that is just being looked up: 10 s and more.
    try easy.set(CURLOPT_QUICK_EXIT, 1)
    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(configuration.connectLimit / .milliseconds(1)))
    try easy.set(CURLOPT_TIMEOUT_MS, remainingMilliseconds)
    try easy.set(CURLOPT_LOW_SPEED_LIMIT, Self.leastSpeed)
    try easy.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(configuration.stallLimit / .seconds(1))))
    try easy.set(CURLOPT_BUFFERSIZE, 1 << 16)
    if let file = configuration.authoritiesFile { try easy.set(CURLOPT_CAINFO, file) }
    try setHeaders()

    let context = Unmanaged.passUnretained(self).toOpaque()
    try easy.set(CURLOPT_WRITEDATA, to: context)
    try easy.set(CURLOPT_HEADERDATA, to: context)
    try easy.set(CURLOPT_OPENSOCKETDATA, to: context)
    try easy.set(CURLOPT_WRITEFUNCTION, receiveBody)
    try easy.set(CURLOPT_HEADERFUNCTION, receiveHeader)
    try easy.set(CURLOPT_XFERINFODATA, to: context)
    try easy.setOpenSocket(openSocket)
    try easy.setProgress(checkTime)
  }

  private func setHeaders() throws(FetchFailure) {
    try easy.addHeader("Accept-Encoding", Array(ContentCoding.accepted.utf8))
    let types = "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8"
    try easy.addHeader("Accept", Array(types.utf8))
    for (name, value) in [
      ("If-None-Match", job.conditions.etag), ("If-Modified-Since", job.conditions.lastModified),
    ] {
      let bytes = LatinText.bytes(value ?? "")
      // No server can have sent a value with a line end; sent on, the rest of it would be a header of its own.
      guard !bytes.isEmpty, !bytes.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else { continue }
      try easy.addHeader(name, bytes)
    }
  }
}

// MARK: - What libcurl hands over

extension Transfer {
  fileprivate enum Reception {
    case taken, refused
    /// To be offered again when the transfer goes on.
    case postponed
  }

  fileprivate func take(body bytes: UnsafeRawBufferPointer) -> Reception {
    // Not once more what is offered again.
    receivedSize += max(bytes.count - alreadyRead, 0)
    guard headers.status == 200, job.request.form == nil else {
      discardedSize += bytes.count
      return discardedSize <= Self.longestDiscardedPage ? .taken : .refused
    }
    do throws(FetchFailure) {
      return try takeDocument(bytes)
    } catch {
      body = []
      ownFailure = error
      return .refused
    }
  }

  /// Decompresses what has arrived, as far as there is room for it and the turn lasts.
  private func takeDocument(_ bytes: UnsafeRawBufferPointer) throws(FetchFailure) -> Reception {
    let decoder = self.decoder ?? ContentDecoder(ContentCoding(headers.contentCodings))
    self.decoder = decoder
    let start = min(alreadyRead, bytes.count)
    alreadyRead -= start
    var input = bytes[start...]
    var count = 0
    while !input.isEmpty || !decoder.needsInput {
      let most = decoder.mostOutput(of: input)
      isTurnOver = count >= Self.turn
      guard !isTurnOver, hold.take(most) else {
        alreadyRead += bytes.count - input.count
        pausedSince = ContinuousClock.now
        return .postponed
      }
      let output = try decoder.decode(&input)
      hold.giveBack(most - output.count)
      count += output.count
      try add(output)
    }
    return .taken
  }

  private func add(_ bytes: UnsafeRawBufferPointer) throws(FetchFailure) {
    guard body.count + bytes.count <= configuration.maximumBodySize else {
      throw .tooLarge(limit: configuration.maximumBodySize)
    }
    body.append(contentsOf: bytes)
  }

  fileprivate func take(header line: UnsafeRawBufferPointer) -> Bool {
    receivedSize += line.count
    headers.take(line)
    if headers.isTooLarge {
      ownFailure = FetchFailure(kind: .tooLarge, message: "the headers of the answer are larger than 256 KiB")
    }
    // Not libcurl's own check of the stated length: it ends the transfer of a redirect or an error page as well.
    if headers.isComplete && headers.status == 200 && headers.contentLength ?? 0 > configuration.maximumBodySize {
      ownFailure = .tooLarge(limit: configuration.maximumBodySize)
    }
    // libcurl would decompress it, and only it knows what. Nobody else does it, and no request asks for it (RFC 9112, 7.3).
    if headers.isComplete,
      let coding = headers.transferCodings.first(where: { !["chunked", "identity", ""].contains($0) })
    {
      // A page that is no document does not matter.
      guard headers.status < 300 else { return false }
      ownFailure = FetchFailure(
        kind: .badAnswer, message: "the body is compressed on its way, which is not read: \(coding)")
    }
    return ownFailure == nil
  }

  /// Whether the transfer may go on: libcurl has no limit of time for the head of an answer.
  fileprivate var isInTime: Bool {
    let connected = easy.number(CURLINFO_PRETRANSFER_TIME_T)
    guard connected > 0, !headers.isFinal,
      .microseconds(easy.number(CURLINFO_TOTAL_TIME_T) - connected) >= configuration.answerLimit
    else { return true }
    ownFailure = FetchFailure(
      kind: .timeout, message: "no answer within \(Self.text(configuration.answerLimit))")
    return false
  }

  fileprivate func mayConnect(to address: IPAddress) -> Bool {
    if let kind = configuration.addressPolicy.objection(to: address) {
      if !hasAllowedAddress { refusal = (address, kind) }
      return false
    }
    hasAllowedAddress = true
    refusal = nil
    return true
  }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
  // libcurl passes what was set, and the loop holds the transfer for as long as its handle is in use.
  Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  switch transfer(context).take(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) {
  case .taken: return size * count
  case .refused: return Int(CURL_WRITEFUNC_ERROR)
  case .postponed: return Int(CURL_WRITEFUNC_PAUSE)
  }
}

private func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let isTaken = transfer(context).take(header: UnsafeRawBufferPointer(start: bytes, count: size * count))
  return isTaken ? size * count : Int(CURL_WRITEFUNC_ERROR)
}

private func checkTime(
  _ context: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t, _: curl_off_t
) -> Int32 {
  transfer(context).isInTime ? 0 : 1
}

private func openSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ target: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  // The address is longer than the member declared for it, so it is read in place.
  guard let target, let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr),
    let address = IPAddress(UnsafeRawPointer(target) + offset, family: target.pointee.family),
    transfer(context).mayConnect(to: address)
  else { return CURL_SOCKET_BAD }
  return socket(
    target.pointee.family, target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), target.pointee.protocol)
}
