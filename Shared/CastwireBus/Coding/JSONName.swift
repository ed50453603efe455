/// A member's name by its first seven bytes and its length: enough to tell most names apart in one comparison.
struct JSONName: Comparable {
  private let bits: UInt64

  @inline(__always)
  init(_ utf8: UnsafeBufferPointer<UInt8>) {
    if utf8.count >= 8, let start = UnsafeRawPointer(utf8.baseAddress) {
      let beginning = UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
      bits = beginning & ~0xff | UInt64(min(utf8.count, 255))
      return
    }
    var bits: UInt64 = 0
    for byte in utf8 { bits = bits << 8 | UInt64(byte) }
    self.bits = bits << UInt64(8 * (8 - utf8.count)) | UInt64(utf8.count)
  }

  init(_ utf8: [UInt8]) {
    self = utf8.withUnsafeBufferPointer { JSONName($0) }
  }

  /// Whether there is no more to the name.
  var isWhole: Bool {
    bits & 0xff <= 7
  }

  /// The first bytes alone, zeros for those that are missing: in the order of the names.
  var beginning: UInt64 {
    bits >> 8
  }

  static func < (left: JSONName, right: JSONName) -> Bool {
    left.bits < right.bits
  }
}
