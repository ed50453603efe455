extension [UInt8] {
  /// Appends a text as a JSON string (RFC 8259), quotes included.
  mutating func append(jsonString text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        append(contentsOf: "\\u00".utf8)
        append(digits[Int(byte >> 4)])
        append(digits[Int(byte & 15)])
      default:
        append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
