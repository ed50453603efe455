/// UUIDs between their text, in small letters with hyphens (RFC 9562), and their bytes.
package enum UUIDText {
  private static let hyphen = UInt8(ascii: "-")

  /// The two halves of a UUID; nil for what is not the text of one.
  package static func halves(of text: String) -> (high: UInt64, low: UInt64)? {
    var text = text
    return text.withUTF8(halves)
  }

  private static func halves(of text: UnsafeBufferPointer<UInt8>) -> (high: UInt64, low: UInt64)? {
    guard text.count == 36, text[8] & text[13] & text[18] & text[23] == hyphen,
      text[8] | text[13] | text[18] | text[23] == hyphen
    else { return nil }
    var isHex = true
    func number(_ range: Range<Int>) -> UInt64 {
      var number: UInt64 = 0
      for place in range {
        let byte = text[place]
        let digit = byte < 0x3a ? byte &- 0x30 : byte &- 0x57
        // Capital letters come out as large as anything else that is no digit.
        isHex = isHex && (byte < 0x3a ? digit < 10 : digit >= 10 && digit < 16)
        number = number << 4 | UInt64(digit & 15)
      }
      return number
    }
    let high = number(0..<8) << 32 | number(9..<13) << 16 | number(14..<18)
    let low = number(19..<23) << 48 | number(24..<36)
    return isHex ? (high, low) : nil
  }

  /// The text of a UUID.
  package static func text(high: UInt64, low: UInt64) -> String {
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
