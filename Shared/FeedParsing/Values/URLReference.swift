/// URLs as feeds write them, made absolute and percent-encoded (RFC 3986), with the errors forgiven that browsers forgive
/// (WHATWG URL).
enum URLReference {
  /// The longest URL that is believed; what is longer is no address.
  private static let longest = 64 * 1024

  /// What a text gives.
  struct Reading {
    /// Absolute and percent-encoded; nil where there is no URL: empty, relative without a base, or of a scheme that runs
    /// code or names a local file.
    var url: String?
    /// Whether it had to be guessed what the text means, or what cannot stand in a URL was encoded or left out. Letters of
    /// other scripts are no mistake.
    var isRepaired = false
  }

  static func reading(_ view: ByteView, base: URLBase?) -> Reading {
    let view = view.trimmed
    let hasAmpersand = view.firstIndex(of: UInt8(ascii: "&"), from: 0) != nil
    if isFinished(view), !hasAmpersand || view.firstIndex(of: "&amp;", from: 0) == nil {
      return Reading(url: view.trustedString)
    }
    guard let bytes = absoluteBytes(view, base: base, keepsUnicode: false) else { return Reading() }
    return Reading(url: String(decoding: bytes, as: UTF8.self), isRepaired: needsRepair(view))
  }

  /// The absolute, percent-encoded URL, or nil where there is none.
  static func absolute(_ view: ByteView, base: URLBase?) -> String? {
    reading(view, base: base).url
  }

  /// The same as bytes.
  ///
  /// - Parameter keepsUnicode: leaves characters beyond ASCII, and `feed:`, as they are, as HTML's attributes may have
  ///   them.
  static func absoluteBytes(_ view: ByteView, base: URLBase?, keepsUnicode: Bool) -> [UInt8]? {
    guard view.count <= longest, let reference = withoutSurroundings(view) else { return nil }
    let (clean, hasBackslash) = encoded(reference, keepsUnicode: keepsUnicode)
    return clean.withUnsafeBufferPointer { buffer -> [UInt8]? in
      let view = ByteView(buffer)
      guard !view.isEmpty else { return nil }
      guard let schemeEnd = schemeEnd(of: view) else {
        return withoutScheme(view, base: base, hasBackslash: hasBackslash)
      }
      let scheme = view[0..<schemeEnd]
      if scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("https") {
        if !hasBackslash, WebAddress.isNormal(view, schemeEnd: schemeEnd) { return clean }
        return WebAddress.normal(scheme: scheme, view[schemeEnd + 1..<view.count])
      }
      if scheme.equalsIgnoringCase("feed"), !keepsUnicode {
        let rest = view[schemeEnd + 1..<view.count]
        // `feed://host` is said of what HTTP gives, `feed:https://host` says it itself.
        return rest.matches("//", at: 0)
          ? WebAddress.normal(scheme: nil, rest) : absoluteBytes(rest, base: nil, keepsUnicode: false)
      }
      // A letter before a colon is a drive.
      if schemeEnd == 1 || isHarmful(scheme: scheme) { return nil }
      return scheme.buffer.map(ASCII.lower) + escapingBackslashes(view[schemeEnd..<view.count])
    }
  }

  /// Whether nothing would change in a URL as most are: of http or https, its host in small letters, and with no byte in it
  /// that has to be looked at twice.
  static func isFinished(_ view: ByteView) -> Bool {
    guard view.count <= longest, view.count > 8 else { return false }
    let scheme = UInt64(littleEndian: UnsafeRawPointer(view.start).loadUnaligned(as: UInt64.self))
    var position = 8
    if scheme != secure {
      // Without the last byte, which is the host's.
      guard scheme & 0x00ff_ffff_ffff_ffff == plain else { return false }
      position = 7
    }
    let host = position
    position = ByteScan.endOfHost(in: view, from: host)
    guard position > host, position == view.count || view[position] == UInt8(ascii: "/") else { return false }
    return ByteScan.endOfURLRun(in: view, from: position) == view.count
  }

  /// `https://` and `http://` as the numbers that their bytes are.
  private static let secure: UInt64 = 0x2f2f_3a73_7074_7468
  private static let plain: UInt64 = 0x002f_2f3a_7074_7468

  /// Where the colon after a scheme stands.
  static func schemeEnd(of view: ByteView) -> Int? {
    guard !view.isEmpty, ASCII.isLetter(view[0]) else { return nil }
    var index = 1
    while index < view.count {
      let byte = view[index]
      if byte == UInt8(ascii: ":") { return index }
      guard
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      else { return nil }
      index += 1
    }
    return nil
  }

  private static func withoutScheme(_ view: ByteView, base: URLBase?, hasBackslash: Bool) -> [UInt8]? {
    let scheme = base?.scheme
    let isWeb = scheme.map { $0 == Array("http".utf8) || $0 == Array("https".utf8) } ?? true
    // A forgotten colon, or a forgotten scheme: no path of a server begins so.
    for (beginning, scheme) in [("http//", "http"), ("https//", "https")] as [(StaticString, StaticString)]
    where view.matchesIgnoringCase(beginning, at: 0) {
      return WebAddress.normal(scheme: scheme, view[scheme.utf8CodeUnitCount..<view.count])
    }
    let isHost = view.matchesIgnoringCase("www.", at: 0) && view.count > 4
    if isWeb, isHost || view.matches("//", at: 0) || view.matches("\\\\", at: 0) {
      return WebAddress.normal(schemeBytes: scheme ?? Array("https".utf8), view)
    }
    guard let base else { return nil }
    guard hasBackslash else { return base.resolve(view) }
    let slashed = isWeb ? WebAddress.withSlashes(view) : escapingBackslashes(view)
    return slashed.withUnsafeBufferPointer { base.resolve(ByteView($0)) }
  }

  private static func needsRepair(_ view: ByteView) -> Bool {
    for index in 0..<view.count {
      switch view[index] {
      case 0...0x20, 0x7f, UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"): return true
      case UInt8(ascii: "&") where view.matches("&amp;", at: index): return true
      default: continue
      }
    }
    guard let schemeEnd = schemeEnd(of: view) else {
      return view.matchesIgnoringCase("www.", at: 0) || view.matchesIgnoringCase("http//", at: 0)
        || view.matchesIgnoringCase("https//", at: 0)
    }
    let scheme = view[0..<schemeEnd]
    guard scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("https") else { return false }
    let rest = view[schemeEnd + 1..<view.count]
    return !rest.matches("//", at: 0) || rest.matches("///", at: 0) || rest.matchesIgnoringCase("//http:", at: 0)
      || rest.matchesIgnoringCase("//https:", at: 0)
  }

  private static func isHarmful(scheme: ByteView) -> Bool {
    scheme.equalsIgnoringCase("javascript") || scheme.equalsIgnoringCase("vbscript")
      || scheme.equalsIgnoringCase("data") || scheme.equalsIgnoringCase("file") || scheme.equalsIgnoringCase("about")
      || scheme.equalsIgnoringCase("blob") || scheme.equalsIgnoringCase("view-source")
  }

  /// Without white space, no-break spaces and marks of no width at its ends, and without the angle brackets that addresses
  /// are put in (RFC 3986, appendix C). Nil where it begins with markup.
  private static func withoutSurroundings(_ view: ByteView) -> ByteView? {
    var view = view.trimmed
    while !view.isEmpty, view[0] >= 0x80, let mark = invisible.first(where: { view.matches($0, at: 0) }) {
      view = view[mark.utf8CodeUnitCount..<view.count].trimmed
    }
    while !view.isEmpty, view[view.count - 1] >= 0x80,
      let mark = invisible.first(where: { view.matches($0, at: view.count - $0.utf8CodeUnitCount) })
    {
      view = view[0..<view.count - mark.utf8CodeUnitCount].trimmed
    }
    guard !view.isEmpty, view[0] == UInt8(ascii: "<") else { return view }
    guard view.firstIndex(of: UInt8(ascii: ">"), from: 0) == view.count - 1 else { return nil }
    return view[1..<view.count - 1].trimmed
  }

  private static let invisible: [StaticString] = [
    "\u{a0}", "\u{feff}", "\u{200b}", "\u{200e}", "\u{200f}", "\u{3000}",
  ]

  /// Without the control characters that browsers drop, and with what a URL cannot hold encoded, but for backslashes.
  private static func encoded(_ view: ByteView, keepsUnicode: Bool) -> (bytes: [UInt8], hasBackslash: Bool) {
    var result: [UInt8] = []
    result.reserveCapacity(view.count)
    var hasBackslash = false
    var skipped = 0
    for index in 0..<view.count where index >= skipped {
      let byte = view[index]
      switch byte {
      case 0..<0x20, 0x7f: continue
      case UInt8(ascii: "%"):
        let isEncoded =
          index + 2 < view.count && ASCII.hexValue(view[index + 1]) != nil && ASCII.hexValue(view[index + 2]) != nil
        if isEncoded { result.append(byte) } else { appendEncoded(byte, to: &result) }
      // Once too often escaped: no address means the name of a reference. In HTML browsers take it as it is.
      case UInt8(ascii: "&") where !keepsUnicode && view.matches("&amp;", at: index):
        result.append(byte)
        skipped = index + 5
      case UInt8(ascii: "\\"):
        hasBackslash = true
        result.append(byte)
      case 0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "^"), UInt8(ascii: "`"),
        UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
        appendEncoded(byte, to: &result)
      case 0x80...:
        if keepsUnicode { result.append(byte) } else { appendEncoded(byte, to: &result) }
      default: result.append(byte)
      }
    }
    return (result, hasBackslash)
  }

  private static func escapingBackslashes(_ view: ByteView) -> [UInt8] {
    var result: [UInt8] = []
    for byte in view.buffer {
      if byte == UInt8(ascii: "\\") { appendEncoded(byte, to: &result) } else { result.append(byte) }
    }
    return result
  }

  static func appendEncoded(_ byte: UInt8, to result: inout [UInt8]) {
    let digits: StaticString = "0123456789ABCDEF"
    result.append(UInt8(ascii: "%"))
    result.append(digits.utf8Start[Int(byte >> 4)])
    result.append(digits.utf8Start[Int(byte & 15)])
  }
}
