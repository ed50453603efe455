import CCurl

/// A URL as libcurl reads it, so that what is checked is what is fetched, with its user and password apart.
struct FetchURL: Sendable, Hashable {
  /// The URL without user, password and fragment: safe to publish. What is one address by its form (RFC 3986, section
  /// 6.2.2) is one text.
  let address: String
  /// As `address`, but percent-encoded as it was written: what its server is asked for. Some know only one spelling.
  let asked: String
  /// In lower case.
  let scheme: String
  /// In lower case and ASCII, without a dot at its end, IPv6 without brackets; empty for `file`.
  let host: String
  /// As stated or else the scheme's; 0 for `file`.
  let port: Int
  /// Decoded; the file's path for `file`.
  let path: String
  /// What stands before the host.
  private(set) var credentials: Credentials?

  /// Throws a failure of kind `invalidURL` that does not repeat the URL, which may hold a password.
  init(_ text: String) throws(FetchFailure) {
    let parts = URLParts()
    try parts.read(text)
    try self.init(parts)
  }

  /// Resolves a reference (RFC 3986, section 5); it does not inherit the base's user and password.
  init(_ reference: String, relativeTo base: FetchURL) throws(FetchFailure) {
    let parts = URLParts()
    try parts.read(base.asked)
    try parts.read(reference)
    try self.init(parts)
  }

  private init(_ parts: borrowing URLParts) throws(FetchFailure) {
    scheme = parts.text(CURLUPART_SCHEME, 0)?.lowercased() ?? ""
    let bracketed = HostName.normal(parts.text(CURLUPART_HOST, 0) ?? "")
    host = bracketed.hasPrefix("[") ? String(bracketed.dropFirst().dropLast()) : bracketed
    port = parts.text(CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)).flatMap { Int($0) } ?? 0
    path = parts.text(CURLUPART_PATH, UInt32(CURLU_URLDECODE)) ?? ""
    credentials = Credentials(
      user: parts.text(CURLUPART_USER, UInt32(CURLU_URLDECODE)),
      password: parts.text(CURLUPART_PASSWORD, UInt32(CURLU_URLDECODE)))
    for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_FRAGMENT] { parts.set(part, to: nil) }
    parts.setHost(bracketed)
    // One feed has one address, in whatever case its host is written, its usual port stated or not (RFC 3986, 6.2).
    asked = try parts.url
    let normal = PercentEncoding.normal(asked)
    if normal == asked {
      address = asked
    } else {
      // There may be dots now that name no folder.
      try parts.read(normal)
      address = try parts.url
    }
  }

  /// Whether both ask the same server for the same, in the same words.
  func isAsked(as other: FetchURL) -> Bool {
    asked == other.asked && credentials == other.credentials
  }

  /// The same URL with the other's user and password, if it has none and both are on the same server.
  func takingCredentials(of other: FetchURL) -> FetchURL {
    guard credentials == nil, isOnServer(of: other) else { return self }
    return with(other.credentials)
  }

  /// The same URL with another user and password.
  func with(_ credentials: Credentials?) -> FetchURL {
    var result = self
    result.credentials = credentials
    return result
  }

  /// Whether both have the same scheme, host and port.
  func isOnServer(of other: FetchURL) -> Bool {
    (scheme, host, port) == (other.scheme, other.host, other.port)
  }

  /// The value of a parameter of the query, as it stands there; nil where there is none.
  func parameter(_ name: String) -> String? {
    guard let mark = address.firstIndex(of: "?") else { return nil }
    let parameters = address[address.index(after: mark)...].split(separator: "&")
    return parameters.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// In bytes. Longer ones are no addresses of feeds; and they would not fit into events.
  static let maximumSize = 8_192

  /// Whether it is a URL that a feed on the web may have.
  static func isFollowable(_ text: String) -> Bool {
    guard let url = try? FetchURL(text) else { return false }
    return (url.scheme == "http" || url.scheme == "https") && url.address.utf8.count <= maximumSize
  }

  /// The URL without user and password, for messages and logs; of what is no URL, nothing.
  static func redacted(_ text: String) -> String {
    (try? FetchURL(text))?.address ?? "(an address that cannot be read)"
  }
}

/// Who asks, for servers that let in only whom they know (RFC 7617).
struct Credentials: Sendable, Hashable {
  let user: String?
  let password: String?

  /// nil without either.
  init?(user: String?, password: String?) {
    guard user != nil || password != nil else { return nil }
    (self.user, self.password) = (user, password)
  }

  /// As a URL has them before its host, percent-encoded (RFC 3986, section 3.2.1).
  init?(userInfo: String) {
    guard let credentials = (try? FetchURL("http://\(userInfo)@localhost/"))?.credentials else { return nil }
    self = credentials
  }

  var userInfo: String {
    let parts = URLParts()
    parts.set(CURLUPART_USER, to: user)
    parts.set(CURLUPART_PASSWORD, to: password)
    let encoded = parts.text(CURLUPART_USER, 0) ?? ""
    return parts.text(CURLUPART_PASSWORD, 0).map { "\(encoded):\($0)" } ?? encoded
  }
}

/// libcurl's URL handle.
private struct URLParts: ~Copyable {
  private let handle: OpaquePointer

  init() {
    // It fails for want of a few bytes of memory alone, of which Swift's own allocations end the process, too.
    guard let handle = curl_url() else { fatalError("libcurl: out of memory") }
    self.handle = handle
  }

  deinit {
    curl_url_cleanup(handle)
  }

  /// Reads a whole URL, or one relative to what was read before.
  func read(_ text: String) throws(FetchFailure) {
    // Spaces and other characters that a URL must not have are common in feeds: encoded, as browsers do it.
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_ALLOW_SPACE | CURLU_URLENCODE)
    let code = text.utf8.contains(0) ? CURLUE_MALFORMED_INPUT : curl_url_set(handle, CURLUPART_URL, text, flags)
    guard code == CURLUE_OK else {
      let reason = String(cString: curl_url_strerror(code))
      throw FetchFailure(
        kind: .invalidURL, message: "the address cannot be read: \(reason.prefix(1).lowercased())\(reason.dropFirst())")
    }
  }

  /// nil where the URL does not have that part.
  func text(_ part: CURLUPart, _ flags: UInt32) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }

  var url: String {
    get throws(FetchFailure) {
      guard let url = text(CURLUPART_URL, UInt32(CURLU_NO_DEFAULT_PORT)) else {
        throw FetchFailure(kind: .invalidURL, message: "the address cannot be read")
      }
      return url
    }
  }

  /// Does nothing where there is no host.
  func setHost(_ host: String) {
    if !host.isEmpty { curl_url_set(handle, CURLUPART_HOST, host, 0) }
  }

  func set(_ part: CURLUPart, to value: String?) {
    curl_url_set(handle, part, value, UInt32(CURLU_URLENCODE))
  }
}
