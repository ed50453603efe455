/// Random numbers that are the same for the same seed, on every machine: SplitMix64 (Steele, Lea, Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameter stream: whose numbers they are; different ones have nothing to do with each other.
  init(seed: UInt64, stream: String) {
    // FNV-1a, since Swift's own hashes differ from run to run.
    state = stream.utf8.reduce(seed ^ 0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  /// True once in so many times.
  mutating func isOnce(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }
}
