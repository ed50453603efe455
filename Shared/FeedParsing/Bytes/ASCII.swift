/// What bytes mean in the ASCII range, by the rules of XML and HTML.
enum ASCII {
  /// Space, tab, line feed, form feed or carriage return.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0d && byte != 0x0b)
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }

  /// What may start a name: a letter, `_`, or any byte beyond ASCII.
  @inline(__always)
  static func startsName(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  @inline(__always)
  static func lower(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// The value of a hexadecimal digit.
  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte & 0x0f }
    let letter = byte | 0x20
    return letter &- 0x61 < 6 ? letter - 0x61 + 10 : nil
  }
}
