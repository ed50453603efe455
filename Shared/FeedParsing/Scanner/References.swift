/// Character references: `&amp;`, `&#8217;`, `&#x2019;`, `&eacute;`. An ampersand that begins none stays as it is.
enum References {
  /// No name is longer than this, nor has any number more digits.
  private static let longest = 32

  /// A reference that begins at `index`, which holds an ampersand: what it stands for and where it ends.
  ///
  /// Numbers of Windows-1252's extra characters are taken as these, as every browser does; numbers that are no
  /// character give U+FFFD.
  static func reference(in view: ByteView, at index: Int) -> (scalar: Unicode.Scalar, end: Int)? {
    let first = index + 1
    guard first < view.count else { return nil }
    if view[first] == UInt8(ascii: "#") { return number(in: view, from: first + 1) }
    var hash = NameHash()
    var end = first
    while end < view.count, end - first < longest, view[end] != UInt8(ascii: ";") {
      guard ASCII.isLetter(view[end]) || ASCII.isDigit(view[end]) else { return nil }
      hash.combineExactly(view[end])
      end += 1
    }
    guard end < view.count, end > first, view[end] == UInt8(ascii: ";") else { return nil }
    switch (end - first, view[first]) {
    case (3, UInt8(ascii: "a")) where view.matches("amp", at: first): return ("&", end + 1)
    case (2, UInt8(ascii: "l")) where view.matches("lt", at: first): return ("<", end + 1)
    case (2, UInt8(ascii: "g")) where view.matches("gt", at: first): return (">", end + 1)
    case (4, UInt8(ascii: "q")) where view.matches("quot", at: first): return ("\"", end + 1)
    default: return EntityTable.table[hash].map { ($0, end + 1) }
    }
  }

  /// Appends the text with its references replaced, once.
  static func decode(_ view: ByteView, into buffer: inout ByteBuffer) {
    var position = 0
    while let ampersand = view.firstIndex(of: UInt8(ascii: "&"), from: position) {
      buffer.append(view[position..<ampersand])
      if let (scalar, end) = reference(in: view, at: ampersand) {
        buffer.append(scalar)
        position = end
      } else {
        buffer.append(UInt8(ascii: "&"))
        position = ampersand + 1
      }
    }
    buffer.append(view[position..<view.count])
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
    guard position > digits, position < view.count, view[position] == UInt8(ascii: ";") else { return nil }
    return (scalar(value), position + 1)
  }

  private static func scalar(_ value: UInt32) -> Unicode.Scalar {
    if value >= 0x80, value < 0xa0 { return Windows1252.scalar(ofExtra: UInt8(value)) }
    guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{fffd}" }
    return scalar
  }
}
