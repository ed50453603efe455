/// Character references: `&amp;`, `&#8217;`, `&#x2019;`, `&eacute;`. An ampersand that begins none stays as it is.
///
/// A semicolon may be missing where browsers forgive that, with two exceptions that keep addresses whole: a name that a
/// letter, a digit or `=` follows is none, and neither is anything in what looks like a query (`?a=1&copy&b=2`).
enum References {
  /// No name is longer than this, nor has any number more digits.
  private static let longest = 32
  /// How far back a query is looked for.
  private static let queryReach = 128

  /// A reference that begins at `index`, which holds an ampersand: what it stands for and where it ends. Of the few names
  /// that stand for two characters see `pair`.
  ///
  /// Numbers of Windows-1252's extra characters are taken as these, as every browser does; numbers that are no
  /// character give U+FFFD.
  static func reference(in view: ByteView, at index: Int) -> (scalar: Unicode.Scalar, end: Int)? {
    let first = index + 1
    guard first < view.count else { return nil }
    // The references of XML itself are by far the most frequent ones.
    switch view[first] {
    case UInt8(ascii: "#"): return number(in: view, from: first + 1)
    case UInt8(ascii: "l") where view.matches("lt;", at: first): return ("<", first + 3)
    case UInt8(ascii: "g") where view.matches("gt;", at: first): return (">", first + 3)
    case UInt8(ascii: "a") where view.matches("amp;", at: first): return ("&", first + 4)
    case UInt8(ascii: "q") where view.matches("quot;", at: first): return ("\"", first + 5)
    default: break
    }
    guard let found = named(in: view, at: index), found.second == nil else { return nil }
    return (found.first, found.end)
  }

  /// A name that stands for two characters, as `&NotEqualTilde;` does, and where it ends: only asked for where
  /// `reference` found nothing.
  static func pair(in view: ByteView, at index: Int) -> (first: Unicode.Scalar, second: Unicode.Scalar, end: Int)? {
    guard let found = named(in: view, at: index), let second = found.second else { return nil }
    return (found.first, second, found.end)
  }

  /// Appends the text with its references replaced, once.
  ///
  /// Returns how many of its ampersands are none that XML allows: bare ones, unknown names, missing semicolons.
  @discardableResult
  static func decode(_ view: ByteView, into buffer: inout ByteBuffer) -> Int {
    var position = 0
    var malformed = 0
    while let ampersand = view.firstIndex(of: UInt8(ascii: "&"), from: position) {
      buffer.append(view[position..<ampersand])
      if let (scalar, end) = reference(in: view, at: ampersand) {
        buffer.append(scalar)
        position = end
        if view[end - 1] != UInt8(ascii: ";") { malformed += 1 }
      } else if let (first, second, end) = pair(in: view, at: ampersand) {
        buffer.append(first)
        buffer.append(second)
        position = end
      } else {
        buffer.append(UInt8(ascii: "&"))
        position = ampersand + 1
        malformed += 1
      }
    }
    buffer.append(view[position..<view.count])
    return malformed
  }

  private static func named(
    in view: ByteView, at index: Int
  ) -> (first: Unicode.Scalar, second: Unicode.Scalar?, end: Int)? {
    let first = index + 1
    var end = first
    while end < view.count, ASCII.isLetter(view[end]) || ASCII.isDigit(view[end]) {
      end += 1
      if end - first == longest { return nil }
    }
    // No name has less than two letters.
    guard end - first > 1 else { return nil }
    let hasSemicolon = end < view.count && view[end] == UInt8(ascii: ";")
    guard let entity = EntityTable.standard[view[first..<end]] else { return nil }
    if hasSemicolon { return (entity.scalar, entity.second, end + 1) }
    guard entity.isLegacy, end == view.count || view[end] != UInt8(ascii: "="), !isInQuery(view, index) else {
      return nil
    }
    return (entity.scalar, entity.second, end)
  }

  /// Whether a `?` or `=` stands before the ampersand with no white space, tag or quote between.
  private static func isInQuery(_ view: ByteView, _ index: Int) -> Bool {
    var position = index - 1
    while position >= 0, index - position <= queryReach {
      switch view[position] {
      case UInt8(ascii: "?"), UInt8(ascii: "="): return true
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): return false
      case let byte where ASCII.isSpace(byte): return false
      default: position -= 1
      }
    }
    return false
  }

  private static func number(in view: ByteView, from index: Int) -> (scalar: Unicode.Scalar, end: Int)? {
    var position = index
    var value: UInt32 = 0
    guard position < view.count else { return nil }
    let isHexadecimal = view[position] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { position += 1 }
    let digits = position
    while position < view.count, position - digits < longest {
      let byte = view[position]
      if isHexadecimal {
        guard let digit = ASCII.hexValue(byte) else { break }
        value = min(value * 16 + UInt32(digit), 0x11_0000)
      } else {
        guard ASCII.isDigit(byte) else { break }
        value = min(value * 10 + UInt32(byte & 0x0f), 0x11_0000)
      }
      position += 1
    }
    guard position > digits else { return nil }
    if position < view.count, view[position] == UInt8(ascii: ";") { return (scalar(value), position + 1) }
    // `the &#1 show` means no control character.
    guard position - digits < longest, value >= 0x20, value < 0x11_0000,
      position == view.count || view[position] != UInt8(ascii: "="), !isInQuery(view, index - 2)
    else { return nil }
    return (scalar(value), position)
  }

  private static func scalar(_ value: UInt32) -> Unicode.Scalar {
    if value >= 0x80, value < 0xa0 { return Windows1252.scalar(ofExtra: UInt8(value)) }
    guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{fffd}" }
    return scalar
  }
}
