/// Percent-encoding as it is written when it need not be, or in small letters (RFC 3986, section 6.2.2).
enum PercentEncoding {
  /// Plain what means the same plain, and the rest in capitals. What would mean something else plain (`%2F`, `%26`) stays.
  static func normal(_ url: String) -> String {
    let bytes = Array(url.utf8)
    guard bytes.contains(UInt8(ascii: "%")) else { return url }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
        let high = Character(Unicode.Scalar(bytes[place + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[place + 2])).hexDigitValue
      else {
        result.append(bytes[place])
        place += 1
        continue
      }
      let byte = UInt8(high << 4 | low)
      result += isUnreserved(byte) ? [byte] : [UInt8(ascii: "%"), digit(high), digit(low)]
      place += 3
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ value: Int) -> UInt8 {
    Array("0123456789ABCDEF".utf8)[value]
  }
}
