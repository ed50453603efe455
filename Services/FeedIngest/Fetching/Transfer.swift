import CCurl
import Glibc

/// One HTTP exchange: libcurl's easy handle and what it has received. Lives on the fetch thread only.
final class Transfer {
  let job: FetchJob
  let handle: UnsafeMutableRawPointer
  let configuration: Fetcher.Configuration
  private(set) var headers = ResponseHeaders()
  private(set) var body: [UInt8] = []
  /// The limit that made us end the transfer ourselves, if one did.
  private(set) var exceeded: FetchFailure?
  /// Whether the rest of an error page was not worth waiting for.
  private(set) var isCutShort = false
  /// The address last refused, unless another one of the host was allowed.
  private(set) var refusal: (address: IPAddress, kind: AddressKind)?
  private var hasAllowedAddress = false
  private var discardedSize = 0
  private var requestHeaders: UnsafeMutablePointer<curl_slist>?
  private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Throws a failure of kind `internalError` when libcurl is out of memory or lacks an option.
  init(_ job: FetchJob, _ configuration: Fetcher.Configuration) throws(FetchFailure) {
    guard let handle = curl_easy_init() else {
      errorBuffer.deallocate()
      throw FetchFailure(kind: .internalError, message: "libcurl: out of memory")
    }
    self.job = job
    self.handle = handle
    self.configuration = configuration
    errorBuffer.pointee = 0
    try setOptions()
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(requestHeaders)
    errorBuffer.deallocate()
  }

  /// libcurl's own words for an error; empty if it has none.
  var errorText: String { String(cString: errorBuffer) }

  /// What a whole fetch may still take, in milliseconds.
  var remainingMilliseconds: Int {
    max(1, Int((configuration.wholeLimit - job.spent) / .milliseconds(1)))
  }

  /// The body, which the transfer no longer has afterwards.
  func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }
}

// MARK: - Options

extension Transfer {
  private func setOptions() throws(FetchFailure) {
    let url = job.url
    try set(CURLOPT_URL, url.address)
    if let user = url.user { try set(CURLOPT_USERNAME, user) }
    if let password = url.password { try set(CURLOPT_PASSWORD, password) }
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    // Redirects are followed here, each as a transfer of its own: so that every hop waits for its host's turn, and the
    // chain is known.
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    // A proxy from the environment would hide the target from the address check.
    try set(CURLOPT_PROXY, "")
    try set(CURLOPT_USERAGENT, configuration.userAgent)
    // All that libcurl can decompress.
    try set(CURLOPT_ACCEPT_ENCODING, "")
    try set(CURLOPT_NOSIGNAL, 1)
    // A name that is being looked up must not hold up the end of its transfer.
    try set(CURLOPT_QUICK_EXIT, 1)
    try set(CURLOPT_CONNECTTIMEOUT_MS, Int(configuration.connectLimit / .milliseconds(1)))
    try set(CURLOPT_TIMEOUT_MS, remainingMilliseconds)
    try set(CURLOPT_LOW_SPEED_LIMIT, 1)
    try set(CURLOPT_LOW_SPEED_TIME, max(1, Int(configuration.stallLimit / .seconds(1))))
    try set(CURLOPT_BUFFERSIZE, 1 << 16)
    // The length that a server states; what really comes is counted when it comes.
    try check(castwire_curl_set_offset(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(configuration.maximumBodySize)))
    if let file = configuration.authoritiesFile { try set(CURLOPT_CAINFO, file) }
    try setHeaders()

    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(castwire_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorBuffer))
    try check(castwire_curl_set_pointer(handle, CURLOPT_WRITEDATA, context))
    try check(castwire_curl_set_pointer(handle, CURLOPT_HEADERDATA, context))
    try check(castwire_curl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, context))
    try check(castwire_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION, receiveBody))
    try check(castwire_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION, receiveHeader))
    try check(castwire_curl_set_open_socket(handle, openSocket))
  }

  private func setHeaders() throws(FetchFailure) {
    try add(
      "Accept",
      Array("application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8".utf8))
    if let etag = job.request.etag { try add("If-None-Match", LatinText.bytes(etag)) }
    if let date = job.request.lastModified { try add("If-Modified-Since", LatinText.bytes(date)) }
    try check(castwire_curl_set_pointer(handle, CURLOPT_HTTPHEADER, requestHeaders))
  }

  private func add(_ name: String, _ value: [UInt8]) throws(FetchFailure) {
    // No server can have sent such a value; sent on, it would become headers of its own, or none.
    guard !value.isEmpty, !value.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else { return }
    let line = Array("\(name): ".utf8) + value + [0]
    let list = line.withUnsafeBytes {
      curl_slist_append(requestHeaders, $0.assumingMemoryBound(to: CChar.self).baseAddress)
    }
    guard let list else { throw FetchFailure(kind: .internalError, message: "libcurl: out of memory") }
    requestHeaders = list
  }

  private func set(_ option: CURLoption, _ value: Int) throws(FetchFailure) {
    try check(castwire_curl_set_long(handle, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) throws(FetchFailure) {
    try check(castwire_curl_set_text(handle, option, value))
  }

  private func check(_ code: CURLcode) throws(FetchFailure) {
    guard code == CURLE_OK else {
      throw FetchFailure(kind: .internalError, message: "libcurl: \(String(cString: curl_easy_strerror(code)))")
    }
  }
}

// MARK: - What libcurl hands over

extension Transfer {
  /// Pages that explain an error are read to their end if they are short, so that the connection can be used again.
  private static let longestErrorPage = 1 << 16

  fileprivate func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    guard headers.status == 200 else {
      discardedSize += bytes.count
      isCutShort = discardedSize > Self.longestErrorPage
      return !isCutShort
    }
    guard body.count + bytes.count <= configuration.maximumBodySize else {
      body = []
      exceeded = .tooLarge(limit: configuration.maximumBodySize)
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  fileprivate func take(header line: UnsafeRawBufferPointer) -> Bool {
    headers.take(line)
    if headers.isTooLarge {
      exceeded = FetchFailure(kind: .tooLarge, message: "the headers of the answer are larger than 256 KiB")
    }
    return exceeded == nil
  }

  fileprivate func mayConnect(to address: IPAddress?) -> Bool {
    guard let address, let kind = configuration.addressPolicy.objection(to: address) else {
      hasAllowedAddress = address != nil
      if hasAllowedAddress { refusal = nil }
      return address != nil
    }
    if !hasAllowedAddress { refusal = (address, kind) }
    return false
  }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
  // libcurl passes what was set, and the loop holds the transfer for as long as its handle is in use.
  Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let isTaken = transfer(context).take(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
  return isTaken ? size * count : Int(CURL_WRITEFUNC_ERROR)
}

private func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let isTaken = transfer(context).take(header: UnsafeRawBufferPointer(start: bytes, count: size * count))
  return isTaken ? size * count : Int(CURL_WRITEFUNC_ERROR)
}

private func openSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ target: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  // The address is longer than the member declared for it, so it is read in place.
  guard let target, let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return CURL_SOCKET_BAD }
  let address = IPAddress(UnsafeRawPointer(target) + offset, family: target.pointee.family)
  guard transfer(context).mayConnect(to: address) else { return CURL_SOCKET_BAD }
  return socket(
    target.pointee.family, target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), target.pointee.protocol)
}
