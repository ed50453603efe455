/// The part of a web address that names the server, as browsers read it (WHATWG URL), and what it changes in the rest.
///
/// What comes here is percent-encoded already, but for backslashes. The host's capitals stay as the feed has them: they
/// mean nothing, and an address that is compared or hashed somewhere else does not change.
enum WebAddress {
  /// Whether nothing is to be done: two slashes, and a host without a user, a port, a code or anything odd.
  static func isNormal(_ view: ByteView, schemeEnd: Int) -> Bool {
    for index in 0..<schemeEnd where view[index] != ASCII.lower(view[index]) { return false }
    guard view.matches("://", at: schemeEnd) else { return false }
    let start = schemeEnd + 3
    var position = start
    while position < view.count, !endsAuthority(view[position]) {
      let byte = view[position]
      let isPlain =
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      guard isPlain else { return false }
      position += 1
    }
    // `http://http/…` is only seen where a scheme stands twice.
    return position > start && !view.matchesIgnoringCase("http", at: start)
  }

  static func normal(scheme: ByteView, _ rest: ByteView) -> [UInt8]? {
    normal(schemeBytes: scheme.buffer.map(ASCII.lower), rest)
  }

  /// - Parameter scheme: without one, HTTP is meant.
  static func normal(scheme: StaticString?, _ rest: ByteView) -> [UInt8]? {
    let scheme: StaticString = scheme ?? "http"
    return normal(schemeBytes: scheme.withUTF8Buffer(Array.init), rest)
  }

  /// The address of a scheme and of what follows its colon, with any number of slashes, of either kind, before the host.
  static func normal(schemeBytes scheme: [UInt8], _ rest: ByteView) -> [UInt8]? {
    var start = 0
    while start < rest.count {
      if rest[start] == UInt8(ascii: "/") || rest[start] == UInt8(ascii: "\\") {
        start += 1
      } else if rest.matches("%20", at: start) {
        start += 3
      } else {
        break
      }
    }
    let rest = rest[start..<rest.count]
    for (twice, length) in [("http://", 4), ("https://", 5)] as [(StaticString, Int)]
    where rest.matchesIgnoringCase(twice, at: 0) {
      return normal(scheme: rest[0..<length], rest[twice.utf8CodeUnitCount..<rest.count])
    }
    var end = 0
    while end < rest.count, !endsAuthority(rest[end]) { end += 1 }
    guard let authority = authority(rest[0..<end]) else { return nil }
    return scheme + Array("://".utf8) + authority + withSlashes(rest[end..<rest.count])
  }

  /// Backslashes in the path count as slashes; behind it they are encoded.
  static func withSlashes(_ view: ByteView) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(view.count)
    var isPath = true
    for byte in view.buffer {
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { isPath = false }
      if byte != UInt8(ascii: "\\") {
        result.append(byte)
      } else if isPath {
        result.append(UInt8(ascii: "/"))
      } else {
        URLReference.appendEncoded(byte, to: &result)
      }
    }
    return result
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\\")
  }

  /// User, host and port, with the host in ASCII; nil without a host.
  private static func authority(_ view: ByteView) -> [UInt8]? {
    var hostStart = 0
    for index in 0..<view.count where view[index] == UInt8(ascii: "@") { hostStart = index + 1 }
    var hostEnd = view.count
    while hostEnd > hostStart, ASCII.isDigit(view[hostEnd - 1]) { hostEnd -= 1 }
    if hostEnd > hostStart, view[hostEnd - 1] == UInt8(ascii: ":") { hostEnd -= 1 } else { hostEnd = view.count }
    guard hostEnd > hostStart else { return nil }
    let port = hostEnd + 1 < view.count ? Array(view[hostEnd..<view.count].buffer) : []
    return Array(view[0..<hostStart].buffer) + host(view[hostStart..<hostEnd]) + port
  }

  private static func host(_ view: ByteView) -> [UInt8] {
    guard view.firstIndex(of: UInt8(ascii: "%"), from: 0) != nil else { return Array(view.buffer) }
    var decoded: [UInt8] = []
    var position = 0
    while position < view.count {
      if view[position] == UInt8(ascii: "%"), position + 2 < view.count, let high = ASCII.hexValue(view[position + 1]),
        let low = ASCII.hexValue(view[position + 2])
      {
        decoded.append(high << 4 | low)
        position += 3
      } else {
        decoded.append(view[position])
        position += 1
      }
    }
    return InternationalHost.ascii(decoded) ?? Array(view.buffer)
  }
}
