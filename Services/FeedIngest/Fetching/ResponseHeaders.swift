import CCurl
import Glibc

/// The head of a response, read line by line: its status and the few headers that matter to a feed.
struct ResponseHeaders {
  private static let maximumSize = 256 << 10

  /// 0 until a status line has come.
  private(set) var status = 0
  private(set) var etag: String?
  private(set) var lastModified: String?
  /// Where a redirect points, as given; bytes that are not UTF-8 are percent-encoded.
  private(set) var location: String?
  private(set) var contentType: String?
  /// `Content-Encoding` and `Transfer-Encoding`, in lower case and in order.
  private(set) var contentCodings: [String] = []
  private(set) var transferCodings: [String] = []
  /// In bytes as sent, compressed or not.
  private(set) var contentLength: Int?
  /// `max-age` of `Cache-Control`, in seconds.
  private var statedMaxAge: Int?
  /// `Expires`, and when the server says that it answered, in seconds since 1970.
  private var expires: Int?
  private var date: Int?
  /// How long the answer lay in a cache on the way, in seconds.
  private var age = 0
  /// `Link`, all of them.
  private(set) var links = LinkHeader()
  private var size = 0
  /// Whether the blank line at the end has come, or nothing yet.
  private(set) var isComplete = true

  /// For how long the answer holds from now on, in seconds (RFC 9111, section 4.2): by `Cache-Control`, or else by
  /// `Expires`; nil where the server does not say.
  var maxAge: Int? {
    if let statedMaxAge { return max(statedMaxAge - age, 0) }
    guard let expires else { return nil }
    return max(expires - (date ?? Int(time(nil))) - age, 0)
  }

  /// Whether the head has come that belongs to the answer itself, all of it.
  var isFinal: Bool { isComplete && status >= 200 }

  /// Whether there is more of it than any honest server sends.
  var isTooLarge: Bool { size > Self.maximumSize }

  /// Takes a status line, a header line or the blank line at the end, with its line end.
  mutating func take(_ line: UnsafeRawBufferPointer) {
    size += line.count
    if isComplete && line.starts(with: "HTTP/".utf8) {
      // An interim response (1xx) may have come before: only what belongs to the last one counts.
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      let code = words.count > 1 ? Int(String(decoding: words[1].prefix(3), as: UTF8.self)) : nil
      self = ResponseHeaders(status: code ?? 0, size: size)
      return
    }
    // What follows the body of a chunked response comes this way too; nothing in it can be meant for us.
    if isComplete { return }
    if Self.trimmed(line[...]).isEmpty {
      isComplete = true
      return
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    func value() -> String { LatinText.text(Self.trimmed(line[(colon + 1)...])) }
    switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
    case "etag": etag = Self.validator(value())
    case "last-modified": lastModified = Self.validator(value())
    case "content-encoding": contentCodings += Self.names(value())
    case "transfer-encoding": transferCodings += Self.names(value())
    case "location": location = Self.url(Self.trimmed(line[(colon + 1)...]))
    case "content-length": contentLength = Int(value())
    case "content-type": contentType = value()
    case "cache-control": statedMaxAge = Self.maxAge(value()) ?? statedMaxAge
    // What is no date means that it has expired, and so does one in 1970.
    case "expires": expires = Self.date(value()) ?? 0
    case "date": date = Self.date(value())
    case "link": links.add(value())
    case "age": age = min(max(Int(value()) ?? 0, 0), 1 << 31)
    default: break
    }
  }

  private init(status: Int, size: Int) {
    self.status = status
    self.size = size
    isComplete = false
  }

  init() {}

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a }
    var bytes = bytes
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }

  /// What is empty would be sent back as nothing, and tells no two documents apart.
  private static func validator(_ value: String) -> String? {
    value.isEmpty ? nil : value
  }

  private static func names(_ value: String) -> [String] {
    value.lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
  }

  private static func url(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return bytes.reduce(into: "") { text, byte in
      text += byte < 0x80 ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16)
    }
  }

  /// In seconds since 1970; nil where it is no date of HTTP's.
  private static func date(_ value: String) -> Int? {
    let seconds = curl_getdate(value, nil)
    return seconds < 0 ? nil : seconds
  }

  private static func maxAge(_ value: String) -> Int? {
    for directive in value.lowercased().split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }) == "max-age" else { continue }
      return Int(parts[1].filter { $0 != " " && $0 != "\"" }).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }
}
