/// SHA-1 (RFC 3174), which version 5 UUIDs are made of. It names things here and guards nothing.
struct SHA1 {
  /// The digest of a message: 20 bytes.
  static func digest(of message: some Collection<UInt8>) -> [UInt8] {
    var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
      0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0
    )
    var padded: [UInt8] = []
    padded.reserveCapacity(message.count + 72)
    padded.append(contentsOf: message)
    let bitCount = UInt64(padded.count) * 8
    padded.append(0x80)
    padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
      schedule.initialize(repeating: 0)
      padded.withUnsafeBufferPointer { bytes in
        for block in stride(from: 0, to: bytes.count, by: 64) {
          compress(bytes, at: block, into: &state, schedule: schedule)
        }
      }
    }
    var digest: [UInt8] = []
    digest.reserveCapacity(20)
    append(state.0, to: &digest)
    append(state.1, to: &digest)
    append(state.2, to: &digest)
    append(state.3, to: &digest)
    append(state.4, to: &digest)
    return digest
  }

  private static func append(_ word: UInt32, to digest: inout [UInt8]) {
    for shift in stride(from: 24 as UInt32, through: 0, by: -8) {
      digest.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  private static func compress(
    _ bytes: UnsafeBufferPointer<UInt8>, at block: Int, into state: inout (UInt32, UInt32, UInt32, UInt32, UInt32),
    schedule: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<16 {
      let at = block + index * 4
      schedule[index] =
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8 | UInt32(bytes[at + 3])
    }
    for index in 16..<80 {
      let word = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
      schedule[index] = rotate(word, by: 1)
    }
    var (a, b, c, d, e) = state
    for index in 0..<80 {
      let (mix, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: ((b & c) | (~b & d), 0x5a82_7999)
        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
      (a, b, c, d, e) = (rotate(a, by: 5) &+ mix &+ e &+ constant &+ schedule[index], a, rotate(b, by: 30), c, d)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }

  private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
