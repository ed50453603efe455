/// Attributes' values, and what their quotes were forgotten of.
extension MarkupScanner {
  /// An attribute's value, quoted or not. Of one whose quote was forgotten, what stands before the tag's end.
  mutating func scanValue() -> (Range<Int>, mayHaveReferences: Bool) {
    guard position < document.count else { return (position..<position, false) }
    let quote = document[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return (scanUnquotedValue(), true) }
    position += 1
    let start = position
    let (end, hasAmpersand) = ByteScan.endOfValue(quote, in: document, from: start)
    let after = end + 1
    if after < document.count, document[end] == quote, document[end - 1] != UInt8(ascii: "=") {
      switch document[after] {
      case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: " "), UInt8(ascii: "\n"):
        position = after
        return (start..<end, hasAmpersand)
      default: break
      }
    }
    return (scanUnusualValue(quote, from: start), true)
  }

  /// A value that its closing quote may have been forgotten of.
  @inline(never)
  private mutating func scanUnusualValue(_ quote: UInt8, from start: Int) -> Range<Int> {
    if let close = document.firstIndex(of: quote, from: start), isPlausibleEnd(close, ofValueFrom: start) {
      if document[close - 1] == UInt8(ascii: "="), let end = endBeforeNextAttribute(close, ofValueFrom: start) {
        diagnostics.report("unclosed-quote", at: start, "an attribute's value that has no closing quote")
        position = end
        return start..<end
      }
      position = close + 1
      if position < document.count, ASCII.startsName(document[position]) {
        diagnostics.report("missing-space", at: position, "an attribute without a space before it")
      }
      return start..<close
    }
    diagnostics.report("unclosed-quote", at: start, "an attribute's value that has no closing quote")
    while position < document.count, document[position] != UInt8(ascii: ">"), document[position] != UInt8(ascii: "<") {
      position += 1
    }
    leaveClosingSlash(ofValueFrom: start)
    return start..<position
  }

  /// Where a value ends whose quote was forgotten, so that the next attribute's opening one looks like its end: before the
  /// white space before that attribute's name. Nil if that quote is no opening one.
  @inline(never)
  private func endBeforeNextAttribute(_ quote: Int, ofValueFrom start: Int) -> Int? {
    guard quote + 1 < document.count, ASCII.isLetter(document[quote + 1]) else { return nil }
    var name = quote - 1
    while name > start, !ASCII.isSpace(document[name - 1]), document[name - 1] != UInt8(ascii: "=") { name -= 1 }
    guard name > start, name < quote - 1, ASCII.isSpace(document[name - 1]), ASCII.startsName(document[name]) else {
      return nil
    }
    while name > start, ASCII.isSpace(document[name - 1]) { name -= 1 }
    return name
  }

  /// Moves back before the slash of `<a b=c/>`, which is the tag's.
  private mutating func leaveClosingSlash(ofValueFrom start: Int) {
    if position < document.count, document[position] == UInt8(ascii: ">"), position > start,
      document[position - 1] == UInt8(ascii: "/")
    {
      position -= 1
    }
  }

  @inline(never)
  private mutating func scanUnquotedValue() -> Range<Int> {
    diagnostics.report("unquoted-value", at: position, "an attribute's value without quotes")
    let start = position
    if let value = typographicValue(from: start) {
      position = value.upperBound + (document[value.upperBound] == UInt8(ascii: "\"") ? 1 : 3)
      return value
    }
    while position < document.count, !ASCII.isSpace(document[position]), document[position] != UInt8(ascii: ">") {
      position += 1
    }
    leaveClosingSlash(ofValueFrom: start)
    return start..<position
  }

  /// A value between quotation marks that are made for reading, as in `href=“/1”`, which end within the tag.
  private func typographicValue(from start: Int) -> Range<Int>? {
    guard isTypographicQuote(start) else { return nil }
    var end = start + 3
    while end < document.count, document[end] != UInt8(ascii: ">"), document[end] != UInt8(ascii: "<") {
      if document[end] == UInt8(ascii: "\"") || isTypographicQuote(end) { return start + 3..<end }
      end += 1
    }
    return nil
  }

  /// U+2018 to U+201F.
  private func isTypographicQuote(_ index: Int) -> Bool {
    index + 2 < document.count && document[index] == 0xe2 && document[index + 1] == 0x80
      && document[index + 2] & 0xf8 == 0x98
  }

  /// Whether a quote is this value's closing one, and not the opening one of another value, tags later.
  private mutating func isPlausibleEnd(_ close: Int, ofValueFrom start: Int) -> Bool {
    let after = close + 1
    let value = document[start..<close]
    let hasLessThan = value.firstIndex(of: UInt8(ascii: "<"), from: 0) != nil
    if hasLessThan, document[close - 1] == UInt8(ascii: "=") { return false }
    guard after < document.count else { return true }
    let byte = document[after]
    let isEndOfValue =
      ASCII.isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
    if !isEndOfValue {
      if hasLessThan { return false }
      if value.firstIndex(of: UInt8(ascii: ">"), from: 0) != nil, !isAttribute(at: after) { return false }
    }
    if hasLessThan { diagnostics.report("unescaped-less-than", at: start, "a < in an attribute's value") }
    return true
  }

  /// Whether a name with an equals sign stands there.
  @inline(never)
  private func isAttribute(at index: Int) -> Bool {
    guard ASCII.startsName(document[index]) else { return false }
    var end = index
    while end < document.count, !QualifiedName.isEnd(document[end]), end - index < ScannerLimits.name { end += 1 }
    while end < document.count, ASCII.isSpace(document[end]), end - index < ScannerLimits.name { end += 1 }
    return end < document.count && document[end] == UInt8(ascii: "=")
  }
}
