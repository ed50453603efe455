/// URLs as feeds write them, made absolute and percent-encoded (RFC 3986).
enum URLReference {
  /// The longest URL that is believed; what is longer is no address.
  private static let longest = 64 * 1024

  /// The absolute, percent-encoded URL, or nil where there is none: empty, relative without a base, or of a scheme that
  /// runs code or names a local file.
  static func absolute(_ view: ByteView, base: URLBase?) -> String? {
    let view = view.trimmed
    if isFinished(view) { return view.trustedString }
    guard let bytes = absoluteBytes(view, base: base, keepsUnicode: false) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same as bytes.
  ///
  /// - Parameter keepsUnicode: leaves characters beyond ASCII as they are, as HTML's attributes may have them.
  static func absoluteBytes(_ view: ByteView, base: URLBase?, keepsUnicode: Bool) -> [UInt8]? {
    guard !view.isEmpty, view.count <= longest else { return nil }
    let clean = encoded(view, keepsUnicode: keepsUnicode)
    return clean.withUnsafeBufferPointer { buffer -> [UInt8]? in
      let view = ByteView(buffer)
      guard !view.isEmpty else { return nil }
      if let schemeEnd = schemeEnd(of: view) {
        return isHarmful(scheme: view[0..<schemeEnd]) ? nil : clean
      }
      if let base { return base.resolve(view) }
      return view.matches("//", at: 0) && view.count > 2 ? Array("https:".utf8) + clean : nil
    }
  }

  /// Whether nothing would change in a URL as most are: of http or https, its host in small letters, and with no byte in it
  /// that has to be looked at twice.
  static func isFinished(_ view: ByteView) -> Bool {
    guard view.count <= longest, view.matches("http", at: 0) else { return false }
    var position = view.matches("s", at: 4) ? 5 : 4
    guard view.matches("://", at: position) else { return false }
    position += 3
    let host = position
    while position < view.count, isOfHost(view[position]) { position += 1 }
    guard position > host, position == view.count || view[position] == UInt8(ascii: "/") else { return false }
    return ByteScan.endOfURLRun(in: view, from: position) == view.count
  }

  /// Whether a byte is one that the names of most hosts are made of.
  @inline(__always)
  private static func isOfHost(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "a") < 26 || ASCII.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

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

  private static func isHarmful(scheme: ByteView) -> Bool {
    scheme.equalsIgnoringCase("javascript") || scheme.equalsIgnoringCase("vbscript")
      || scheme.equalsIgnoringCase("data") || scheme.equalsIgnoringCase("file") || scheme.equalsIgnoringCase("about")
      || scheme.equalsIgnoringCase("blob") || scheme.equalsIgnoringCase("view-source")
  }

  /// Without the control characters that browsers drop, and with what a URL cannot hold encoded.
  private static func encoded(_ view: ByteView, keepsUnicode: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(view.count)
    for index in 0..<view.count {
      let byte = view[index]
      switch byte {
      case 0..<0x20, 0x7f: continue
      case UInt8(ascii: "%"):
        let isEncoded =
          index + 2 < view.count && ASCII.hexValue(view[index + 1]) != nil && ASCII.hexValue(view[index + 2]) != nil
        if isEncoded { result.append(byte) } else { appendEncoded(byte, to: &result) }
      case 0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
        UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
        appendEncoded(byte, to: &result)
      case 0x80...:
        if keepsUnicode { result.append(byte) } else { appendEncoded(byte, to: &result) }
      default: result.append(byte)
      }
    }
    return result
  }

  private static func appendEncoded(_ byte: UInt8, to result: inout [UInt8]) {
    let digits: StaticString = "0123456789ABCDEF"
    result.append(UInt8(ascii: "%"))
    result.append(digits.utf8Start[Int(byte >> 4)])
    result.append(digits.utf8Start[Int(byte & 15)])
  }
}
