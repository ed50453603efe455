/// Base64 (RFC 4648) as Atom's content may be written in, white space and missing padding allowed.
enum Base64 {
  /// The bytes, or nil where the text is something else.
  static func decode(_ view: ByteView) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(view.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in view.buffer {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="): continue
      case _ where ASCII.isSpace(byte): continue
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count % 4 == 0 {
        result.append(UInt8(truncatingIfNeeded: bits >> 16))
        result.append(UInt8(truncatingIfNeeded: bits >> 8))
        result.append(UInt8(truncatingIfNeeded: bits))
      }
    }
    if count % 4 == 2 { result.append(UInt8(truncatingIfNeeded: bits >> 4)) }
    if count % 4 == 3 {
      result.append(UInt8(truncatingIfNeeded: bits >> 10))
      result.append(UInt8(truncatingIfNeeded: bits >> 2))
    }
    return result
  }
}
