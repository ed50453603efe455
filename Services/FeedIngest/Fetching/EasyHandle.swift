import CCurl

/// libcurl's handle for one transfer, with what must live as long as it does.
///
/// Every method that throws says with a failure of kind `internalError` that libcurl is out of memory or lacks the option.
final class EasyHandle {
  /// For the multi handle, which knows the transfer by it.
  let pointer: UnsafeMutableRawPointer
  private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headers: UnsafeMutablePointer<curl_slist>?

  init() throws(FetchFailure) {
    guard let pointer = curl_easy_init() else {
      errorBuffer.deallocate()
      throw Self.failure(CURLE_OUT_OF_MEMORY)
    }
    self.pointer = pointer
    errorBuffer.pointee = 0
    try set(CURLOPT_ERRORBUFFER, to: errorBuffer)
  }

  deinit {
    curl_easy_cleanup(pointer)
    curl_slist_free_all(headers)
    errorBuffer.deallocate()
  }

  /// libcurl's own words for the transfer's error; empty if it has none.
  var errorText: String { String(cString: errorBuffer) }

  func set(_ option: CURLoption, _ value: Int) throws(FetchFailure) {
    try Self.check(castwire_curl_set_long(pointer, option, value))
  }

  func set(_ option: CURLoption, _ value: String) throws(FetchFailure) {
    try Self.check(castwire_curl_set_text(pointer, option, value))
  }

  /// What is pointed at must outlive the handle's transfer.
  func set(_ option: CURLoption, to value: UnsafeMutableRawPointer) throws(FetchFailure) {
    try Self.check(castwire_curl_set_pointer(pointer, option, value))
  }

  func set(_ option: CURLoption, _ receiver: @escaping curl_write_callback) throws(FetchFailure) {
    try Self.check(castwire_curl_set_receiver(pointer, option, receiver))
  }

  func setOpenSocket(_ function: @escaping curl_opensocket_callback) throws(FetchFailure) {
    try Self.check(castwire_curl_set_open_socket(pointer, function))
  }

  /// The function is called at least once a second, and ends the transfer by returning anything but 0.
  func setProgress(_ function: @escaping curl_xferinfo_callback) throws(FetchFailure) {
    try Self.check(castwire_curl_set_progress(pointer, function))
    try set(CURLOPT_NOPROGRESS, 0)
  }

  /// Goes on with a transfer whose receiver asked for a pause. Calls the receiver with what has arrived.
  func resume() -> CURLcode {
    curl_easy_pause(pointer, CURLPAUSE_CONT)
  }

  /// How long the whole transfer may take, counted from its start; 0 is for ever.
  func setTimeLimit(milliseconds: Int) -> CURLcode {
    castwire_curl_set_long(pointer, CURLOPT_TIMEOUT_MS, milliseconds)
  }

  /// Adds a header to the request. The value must hold no line end and no zero byte.
  func addHeader(_ name: String, _ value: [UInt8]) throws(FetchFailure) {
    let line = Array("\(name): ".utf8) + value + [0]
    let list = line.withUnsafeBytes { curl_slist_append(headers, $0.assumingMemoryBound(to: CChar.self).baseAddress) }
    guard let list else { throw Self.failure(CURLE_OUT_OF_MEMORY) }
    headers = list
    try set(CURLOPT_HTTPHEADER, to: list)
  }

  /// A number that libcurl knows of the transfer; 0 where it knows none.
  func number(_ info: CURLINFO) -> Int {
    var value: curl_off_t = 0
    return castwire_curl_get_offset(pointer, info, &value) == CURLE_OK ? Int(value) : 0
  }

  /// As `number`, for the few that libcurl gives as a C long.
  func longNumber(_ info: CURLINFO) -> Int {
    var value = 0
    return castwire_curl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
  }

  /// A text that libcurl knows of the transfer; nil where it knows none.
  func text(_ info: CURLINFO) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard castwire_curl_get_text(pointer, info, &value) == CURLE_OK, let value else { return nil }
    return String(cString: value)
  }

  /// libcurl's failure as ours.
  static func failure(_ code: CURLcode) -> FetchFailure {
    FetchFailure(kind: .internalError, message: "libcurl: \(String(cString: curl_easy_strerror(code)))")
  }

  private static func check(_ code: CURLcode) throws(FetchFailure) {
    guard code == CURLE_OK else { throw failure(code) }
  }
}
