/// Strings and their escapes (RFC 8259, section 7).
extension JSONScanner {
  /// Where the string that begins at `start` ends, at its closing quote; nil where the document is over before.
  ///
  /// A quote that nothing follows which can follow a string was meant as part of it, with a backslash forgotten: unless
  /// the next line begins with another string, where a comma was forgotten instead.
  mutating func endOfString(from start: Int) -> (quote: Int, hasEscapes: Bool)? {
    var hasEscapes = false
    var position = start
    while var quote = document.firstIndex(of: UInt8(ascii: "\""), from: position) {
      while let backslash = document[0..<quote].firstIndex(of: UInt8(ascii: "\\"), from: position) {
        hasEscapes = true
        position = backslash + 2
        guard position > quote else { continue }
        guard let next = document.firstIndex(of: UInt8(ascii: "\""), from: position) else { return nil }
        quote = next
      }
      if isEnd(quote) {
        reportControls(in: start..<quote)
        return (quote, hasEscapes)
      }
      diagnostics.report("unescaped-quote", at: quote, "a quotation mark without a backslash in a string")
      position = quote + 1
    }
    return nil
  }

  private func isEnd(_ quote: Int) -> Bool {
    var position = quote + 1
    var isOnNextLine = false
    while position < document.count, ASCII.isSpace(document[position]) {
      if document[position] == 0x0a { isOnNextLine = true }
      position += 1
    }
    guard position < document.count else { return true }
    switch document[position] {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"): return true
    case UInt8(ascii: "\""): return isOnNextLine
    default: return false
    }
  }

  private mutating func reportControls(in range: Range<Int>) {
    let view = document[range]
    guard let index = (0..<view.count).first(where: { view[$0] < 0x20 }) else { return }
    diagnostics.report("control-character", at: range.lowerBound + index, "a control character in a string")
  }

  /// The string that was reported last, with its escapes replaced: a part of the document where it has none. Of one beyond
  /// `ScannerLimits.text` the beginning.
  mutating func string() -> RawText {
    let view = document[text]
    let end = view.prefix(ofCharacters: ScannerLimits.text).count
    if end < view.count {
      diagnostics.reportOnce(
        "text-too-long", at: text.lowerBound, "of a text of more than \(ScannerLimits.text) bytes only these are read")
    }
    guard hasEscapes else { return RawText(range: text.lowerBound..<text.lowerBound + end, isCDATA: true) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end)
    var position = 0
    while let backslash = view[0..<end].firstIndex(of: UInt8(ascii: "\\"), from: position) {
      bytes.append(contentsOf: view[position..<backslash].buffer)
      position = appendEscape(in: view, at: backslash, to: &bytes)
    }
    if position < end { bytes.append(contentsOf: view[position..<end].buffer) }
    return RawText(owned: bytes)
  }

  /// Returns where what follows the escape begins. A backslash that begins none stays as it is.
  private mutating func appendEscape(in view: ByteView, at index: Int, to bytes: inout [UInt8]) -> Int {
    guard index + 1 < view.count else { return appendBackslash(at: index, to: &bytes) }
    switch view[index + 1] {
    case UInt8(ascii: "n"): bytes.append(0x0a)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "r"): bytes.append(0x0d)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0c)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(view[index + 1])
    case UInt8(ascii: "'"):
      reportEscape(at: index)
      bytes.append(UInt8(ascii: "'"))
    case UInt8(ascii: "u"): return appendScalar(in: view, at: index, to: &bytes)
    default: return appendBackslash(at: index, to: &bytes)
    }
    return index + 2
  }

  /// `\uXXXX`, or two of them for a character beyond U+FFFF. Half of such a pair is no character: it becomes U+FFFD.
  private mutating func appendScalar(in view: ByteView, at index: Int, to bytes: inout [UInt8]) -> Int {
    guard let first = unit(in: view, at: index) else { return appendBackslash(at: index, to: &bytes) }
    if first & 0xfc00 == 0xd800, let second = unit(in: view, at: index + 6), second & 0xfc00 == 0xdc00 {
      append(0x10000 + (first & 0x3ff) << 10 + (second & 0x3ff), to: &bytes)
      return index + 12
    }
    if first & 0xf800 == 0xd800 {
      diagnostics.report("lone-surrogate", at: text.lowerBound + index, "half of a character, which became U+FFFD")
    }
    append(first, to: &bytes)
    return index + 6
  }

  private func append(_ value: UInt32, to bytes: inout [UInt8]) {
    let scalar = Unicode.Scalar(value) ?? "\u{fffd}"
    bytes.append(contentsOf: UTF8.encode(scalar)!)  // never nil: every scalar has a UTF-8 form
  }

  /// The four hexadecimal digits of the escape at `index`.
  private func unit(in view: ByteView, at index: Int) -> UInt32? {
    guard view.matches("\\u", at: index), index + 6 <= view.count else { return nil }
    var value: UInt32 = 0
    for offset in 2..<6 {
      guard let digit = ASCII.hexValue(view[index + offset]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func appendBackslash(at index: Int, to bytes: inout [UInt8]) -> Int {
    reportEscape(at: index)
    bytes.append(UInt8(ascii: "\\"))
    return index + 1
  }

  private mutating func reportEscape(at index: Int) {
    diagnostics.report("bad-escape", at: text.lowerBound + index, "a backslash that JSON gives no meaning")
  }
}
