/// Strings (RFC 8259, section 7): well-formed UTF-8 (RFC 3629), escapes that mean something, no control characters.
extension JSONScan {
  mutating func string() throws(Fault) {
    let start = at
    var hasEscapes = false
    var isASCII = true
    at += 1
    while true {
      at = JSONBytes.endOfPlain(bytes, from: at, to: end)
      guard at < end else {
        at = start
        throw fault("a string has no end")
      }
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        return add(.string, from: start, hasEscapes: hasEscapes, isASCII: isASCII)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try escape()
      case 0x80...:
        isASCII = false
        repeat {
          let length = JSONBytes.lengthOfCharacter(bytes, at: at, to: end)
          guard length > 0 else { throw fault("a string is not UTF-8") }
          at += length
        } while at < end && bytes[at] >= 0x80
      default:
        throw fault("a control character stands in a string")
      }
    }
  }

  private mutating func escape() throws(Fault) {
    let start = at
    at += 1
    guard at < end else { return }
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
      return
    case UInt8(ascii: "u"):
      break
    default:
      at = start
      throw fault("a backslash in a string means nothing")
    }
    at = start
    guard let unit = JSONBytes.unit(bytes, at: at, to: end) else { throw fault("four hexadecimal digits are expected") }
    if unit & 0xf800 == 0xd800 {
      guard unit & 0xfc00 == 0xd800, let second = JSONBytes.unit(bytes, at: at + 6, to: end), second & 0xfc00 == 0xdc00
      else { throw fault("half of a surrogate pair stands alone") }
      at += 6
    }
    at += 6
  }
}

/// Steps through the bytes of a JSON string.
enum JSONBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// The first byte from `start` on that is a quote, a backslash, a control character or none of ASCII; else `end`.
  @inline(__always)
  static func endOfPlain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
    var at = start
    while end - at >= 8 {
      // Eight bytes at a time: a byte's top bit comes out set where it is one of these. What a borrow sets besides lies
      // above, and only the lowest counts.
      let word = UInt64(littleEndian: UnsafeRawPointer(bytes.baseAddress! + at).loadUnaligned(as: UInt64.self))
      let quote = word ^ ones &* 0x22
      let backslash = word ^ ones &* 0x5c
      let found =
        ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word | word) & tops
      if found != 0 { return at + found.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < end, bytes[at] >= 0x20, bytes[at] < 0x80, bytes[at] != 0x22, bytes[at] != 0x5c { at += 1 }
    return at
  }

  /// The first byte from `start` on that a JSON string must escape; else the count. Characters beyond ASCII stand in it
  /// as they are.
  static func endOfText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = endOfPlain(bytes, from: start, to: bytes.count)
    while at < bytes.count, bytes[at] >= 0x80 { at = endOfPlain(bytes, from: at + 1, to: bytes.count) }
    return at
  }

  /// How many bytes the character beyond ASCII at `at` has; 0 where it is not well-formed.
  static func lengthOfCharacter(_ bytes: UnsafeBufferPointer<UInt8>, at: Int, to end: Int) -> Int {
    let first = bytes[at]
    let length: Int
    // What the second byte may be leaves out overlong forms, surrogates and what lies beyond U+10FFFF.
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch first {
    case 0xc2...0xdf: length = 2
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: length = 3
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    case 0xf1...0xf3: length = 4
    default: return 0
    }
    guard end - at >= length, second.contains(bytes[at + 1]) else { return 0 }
    for index in 2..<max(length, 2) where bytes[at + index] & 0xc0 != 0x80 { return 0 }
    return length
  }

  /// The number that the escape `\uXXXX` at `at` stands for; nil where there is none.
  static func unit(_ bytes: UnsafeBufferPointer<UInt8>, at: Int, to end: Int) -> UInt32? {
    guard end - at >= 6, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else { return nil }
    var unit: UInt32 = 0
    for index in 2..<6 {
      switch bytes[at + index] {
      case let byte where byte &- 48 < 10: unit = unit << 4 | UInt32(byte - 48)
      case let byte where (byte | 0x20) &- 97 < 6: unit = unit << 4 | UInt32((byte | 0x20) - 87)
      default: return nil
      }
    }
    return unit
  }
}
