/// Known names and what they stand for, found by a hash that is made while the name is read.
///
/// Two names of one 64-bit hash would be taken for each other: among the known ones a precondition rules that out, and
/// a stranger that was made to collide is merely read as what it imitates.
struct NameTable<Value: Sendable>: @unchecked Sendable {
  private struct Slot {
    var hash: UInt64
    var value: Value?
  }

  // Safe to share: written before the initialiser returns, and then only read. Never freed: tables are constants.
  private let slots: UnsafeMutablePointer<Slot>
  /// There are two to the power of this many slots.
  private let bits: UInt64
  private let mask: Int

  /// Names whose case does not count.
  init(_ entries: some Collection<(String, Value)>) {
    self.init(
      hashed: entries.map { name, value in
        var hash = NameHash()
        for byte in name.utf8 { hash.combine(byte) }
        return (hash, value)
      })
  }

  /// Names whose case counts: they are found by hashes that were made with `combineExactly`.
  init(caseSensitive entries: some Collection<(Substring, Value)>) {
    self.init(
      hashed: entries.map { name, value in
        var hash = NameHash()
        for byte in name.utf8 { hash.combineExactly(byte) }
        return (hash, value)
      })
  }

  private init(hashed entries: [(NameHash, Value)]) {
    var bits: UInt64 = 4
    while 1 << bits < entries.count * 4 { bits += 1 }
    self.bits = bits
    mask = 1 << Int(bits) - 1
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: Slot(hash: 0, value: nil), count: mask + 1)
    for (hash, value) in entries {
      var slot = hash.spread(overBits: bits)
      while slots[slot].value != nil {
        precondition(slots[slot].hash != hash.value, "two names of one hash")
        slot = (slot + 1) & mask
      }
      slots[slot] = Slot(hash: hash.value, value: value)
    }
  }

  @inline(__always)
  subscript(hash: NameHash) -> Value? {
    var slot = hash.spread(overBits: bits)
    while let value = slots[slot].value {
      if slots[slot].hash == hash.value { return value }
      slot = (slot + 1) & mask
    }
    return nil
  }
}

/// The hash of a name in lower case: its last eight bytes, with those before folded in. Quick to make, byte by byte, and no
/// two names of up to eight bytes have the same.
struct NameHash: Equatable, Sendable {
  private(set) var value: UInt64 = 0

  init() {}

  init(_ view: ByteView) {
    for index in 0..<view.count { combine(view[index]) }
  }

  init(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { combine(text.utf8Start[index]) }
  }

  /// Of a name with a prefix: that of the name in its prefix's light.
  @inline(__always)
  init(prefix: NameHash, local: NameHash) {
    // Without a prefix it is that of the name.
    value = local.value ^ (prefix.value &* 0x9e37_79b9_7f4a_7c15)
  }

  @inline(__always)
  mutating func combine(_ byte: UInt8) {
    combineExactly(ASCII.lower(byte))
  }

  /// The same for a letter or a digit.
  @inline(__always)
  mutating func combineLetter(_ byte: UInt8) {
    combineExactly(byte | 0x20)
  }

  /// For names whose case matters.
  @inline(__always)
  mutating func combineExactly(_ byte: UInt8) {
    value = (value &<< 8 | value &>> 56) ^ UInt64(byte)
  }

  /// A number of `bits` bits. Names of a few letters differ in few bits of their hashes: these are spread over all (Fibonacci
  /// hashing).
  @inline(__always)
  func spread(overBits bits: UInt64) -> Int {
    Int(truncatingIfNeeded: (value &* 0x9e37_79b9_7f4a_7c15) &>> (64 &- bits))
  }
}
