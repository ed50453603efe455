/// A URL that others are relative to, and the resolution of these (RFC 3986, section 5), with the errors that feeds make.
struct URLBase {
  private let bytes: [UInt8]
  /// Its length in bytes.
  var count: Int { bytes.count }
  /// Where its parts end: scheme (before the colon), authority, path; and the path's last slash, and the query.
  private let schemeEnd: Int
  private let authorityEnd: Int
  private let directoryEnd: Int
  private let pathEnd: Int
  private let queryEnd: Int

  /// Nil where `text` is no absolute URL and cannot be made one.
  init?(_ text: ByteView, relativeTo base: URLBase? = nil) {
    guard let absolute = URLReference.absoluteBytes(text, base: base, keepsUnicode: false) else { return nil }
    self.init(absolute: absolute)
  }

  /// Of a URL as text.
  init?(_ text: String) {
    var text = text
    guard let base = text.withUTF8({ URLBase(ByteView($0).trimmed) }) else { return nil }
    self = base
  }

  private init(absolute: [UInt8]) {
    bytes = absolute
    let count = absolute.count
    schemeEnd = absolute.firstIndex(of: UInt8(ascii: ":")) ?? 0
    var position = schemeEnd + 1
    func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }
    if position + 1 < count, absolute[position] == UInt8(ascii: "/"), absolute[position + 1] == UInt8(ascii: "/") {
      position += 2
      while position < count, absolute[position] != UInt8(ascii: "/"), !isEnd(absolute[position]) { position += 1 }
    }
    authorityEnd = min(position, count)
    var slash: Int?
    while position < count, !isEnd(absolute[position]) {
      if absolute[position] == UInt8(ascii: "/") { slash = position + 1 }
      position += 1
    }
    pathEnd = min(position, count)
    directoryEnd = slash ?? authorityEnd
    while position < count, absolute[position] != UInt8(ascii: "#") { position += 1 }
    queryEnd = min(position, count)
  }

  /// The scheme, in lower case.
  var scheme: [UInt8] { Array(bytes[..<schemeEnd]) }

  /// The relative reference against this base. `reference` has no scheme.
  func resolve(_ reference: ByteView) -> [UInt8] {
    let rest = Array(reference.buffer)
    switch (rest.first, rest.count > 1 ? rest[1] : nil) {
    case (nil, _): return Array(bytes[..<queryEnd])
    case (UInt8(ascii: "/"), UInt8(ascii: "/")): return bytes[...schemeEnd] + rest
    case (UInt8(ascii: "/"), _): return bytes[..<authorityEnd] + URLBase.withoutDots(rest)
    case (UInt8(ascii: "?"), _): return bytes[..<pathEnd] + rest
    case (UInt8(ascii: "#"), _): return bytes[..<queryEnd] + rest
    default:
      let directory = directoryEnd > authorityEnd ? bytes[authorityEnd..<directoryEnd] : [UInt8(ascii: "/")]
      return bytes[..<authorityEnd] + URLBase.withoutDots(directory + rest)
    }
  }

  /// A path, with what follows it, without its `.` and `..` segments.
  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    let end = path.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? path.count
    guard path[..<end].contains(UInt8(ascii: ".")) else { return path }
    var segments: [ArraySlice<UInt8>] = []
    let parts = path[..<end].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case [UInt8(ascii: ".")]:
        if isLast { segments.append([]) }
      case [UInt8(ascii: "."), UInt8(ascii: ".")]:
        if !segments.isEmpty { segments.removeLast() }
        if isLast { segments.append([]) }
      default: segments.append(part)
      }
    }
    return segments.flatMap { [UInt8(ascii: "/")] + $0 } + path[end...]
  }
}
