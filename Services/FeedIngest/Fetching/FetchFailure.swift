/// Why a fetch brought no document.
struct FetchFailure: Error, Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    /// The URL cannot be read.
    case invalidURL
    /// Another scheme than those that are fetched.
    case unsupportedScheme
    /// The address, or files altogether, are not allowed.
    case refused
    /// The host's name cannot be resolved.
    case unresolved
    /// No connection to the host.
    case unreachable
    case timeout
    /// TLS failed, or the certificate is not trusted.
    case insecure
    case tooLarge
    case tooManyRedirects
    /// What came is not HTTP, or broke off.
    case badAnswer
    /// An HTTP status other than 200 and 304.
    case status
    /// A `file` URL whose file cannot be read.
    case unreadable
    /// libcurl itself failed, for want of memory.
    case internalError
  }

  let kind: Kind
  /// A sentence for the user, in lower case and without a full stop; never holds a user, a password, a path or a query.
  let message: String
  /// The HTTP status, where one came.
  var statusCode: Int?
  /// The server that gave it, in lower case: after redirects another one than was asked.
  var host: String?
  /// How long the server asks to be left alone, in seconds (RFC 9110, section 10.2.3, both forms).
  var retryAfter: Int?
}

extension FetchFailure {
  /// Whether nobody answered, or what came broke off: the weather of the network, and no word of the server's.
  var isUnanswered: Bool {
    switch kind {
    case .unresolved, .unreachable, .timeout, .insecure: true
    case .badAnswer: statusCode == nil
    case .invalidURL, .unsupportedScheme, .refused, .tooLarge, .tooManyRedirects, .status, .unreadable, .internalError:
      false
    }
  }

  /// An answer with a status that has no document in it.
  static func status(_ code: Int, from host: String, retryAfter: Int?) -> FetchFailure {
    let phrase = HTTPStatus.phrase(for: code).map { " \($0)" } ?? ""
    return FetchFailure(
      kind: .status, message: "the server says \(code)\(phrase)", statusCode: code, host: host,
      retryAfter: retryAfter)
  }

  static func tooLarge(limit: Int) -> FetchFailure {
    FetchFailure(kind: .tooLarge, message: "the body is larger than \(text(ofBytes: limit))")
  }

  /// - Parameter why: in words.
  static func damagedBody(_ why: String?) -> FetchFailure {
    FetchFailure(kind: .badAnswer, message: "the body cannot be decompressed\(why.map { ": \($0)" } ?? "")")
  }

  private static func text(ofBytes count: Int) -> String {
    if count % (1 << 20) == 0 { return "\(count >> 20) MiB" }
    if count % (1 << 10) == 0 { return "\(count >> 10) KiB" }
    return "\(count) bytes"
  }
}
