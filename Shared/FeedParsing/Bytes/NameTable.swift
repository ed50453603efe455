/// Known names and what they stand for, found by a hash.
///
/// Two names of one 64-bit hash would be taken for each other: among the known ones a precondition rules that out, and
/// a stranger that was made to collide is merely read as what it imitates.
///
/// `@unchecked Sendable`: its memory is written before the initialiser returns, and then only read.
struct NameTable<Value: Sendable>: @unchecked Sendable {
  private struct Slot {
    var hash: UInt64
    var value: Value?
  }

  // Never freed: tables are constants.
  private let slots: UnsafeMutablePointer<Slot>
  /// There are two to the power of this many slots.
  private let bits: UInt64
  private let mask: Int

  /// Names whose case does not count.
  init(_ entries: some Collection<(String, Value)>) {
    self.init(hashed: entries.map { (NameHash($0), $1) })
  }

  init(hashed entries: [(NameHash, Value)]) {
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
