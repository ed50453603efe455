/// UUIDs between their text, in small letters with hyphens (RFC 9562), and their bytes.
enum UUIDText {
  /// The two halves of a UUID; nil for what is not the text of one.
  static func halves(of text: String) -> (high: UInt64, low: UInt64)? {
    guard text.utf8.count == 36 else { return nil }
    var halves: (UInt64, UInt64) = (0, 0)
    var place = 0
    for byte in text.utf8 {
      defer { place += 1 }
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return nil
      }
      if place < 18 { halves.0 = halves.0 << 4 | UInt64(digit) } else { halves.1 = halves.1 << 4 | UInt64(digit) }
    }
    return halves
  }

  /// The text of a UUID.
  static func text(high: UInt64, low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var place = 0
      for index in 0..<32 {
        if index == 8 || index == 12 || index == 16 || index == 20 {
          buffer[place] = UInt8(ascii: "-")
          place += 1
        }
        let half = index < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (index % 16))) & 15
        buffer[place] = digit < 10 ? 0x30 + digit : 0x61 + digit - 10
        place += 1
      }
      return place
    }
  }
}
