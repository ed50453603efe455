/// Names of HTTP statuses (RFC 9110, section 15, and the registry that it founds).
///
/// The server's own phrase is not shown: it can be anything, and HTTP/2 has none.
enum HTTPStatus {
  static func phrase(for code: Int) -> String? {
    phrases[code]
  }

  private static let phrases = [
    201: "Created", 202: "Accepted", 204: "No Content", 205: "Reset Content", 206: "Partial Content",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 412: "Precondition Failed", 421: "Misdirected Request", 423: "Locked",
    425: "Too Early", 426: "Upgrade Required", 429: "Too Many Requests", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported", 507: "Insufficient Storage", 508: "Loop Detected",
  ]
}
