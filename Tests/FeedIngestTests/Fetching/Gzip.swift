/// Gzip streams made by hand (RFC 1951, RFC 1952).
enum Gzip {
  private static let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

  /// About `count` zeros, compressed to a 160th; it lacks the end, which nobody should get to.
  static func bomb(_ count: Int) -> [UInt8] {
    var bytes = header
    var bits: UInt32 = 0
    var bitCount = 0
    func put(_ value: UInt32, _ width: Int) {
      bits |= value << bitCount
      bitCount += width
      while bitCount >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        bitCount -= 8
      }
    }
    // The last block, with the fixed code; then the literal 0, whose code 00110000 is sent from its highest bit on.
    put(0b011, 3)
    put(0b0000_1100, 8)
    // Length 258 (11000101) at distance 1 (00000).
    for _ in 0..<(count / 258) { put(0b00000_1010_0011, 13) }
    return bytes
  }
}
