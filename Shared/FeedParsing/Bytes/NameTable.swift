/// Known names and what they stand for, found by a hash that is made while the name is read.
///
/// Two names of one 64-bit hash would be taken for each other: among the known ones a precondition rules that out, and
/// a stranger that was made to collide is merely read as what it imitates.
struct NameTable<Value: Sendable>: Sendable {
  private var hashes: [UInt64]
  private var values: [Value?]
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
    var size = 16
    while size < entries.count * 4 { size *= 2 }
    mask = size - 1
    hashes = Array(repeating: 0, count: size)
    values = Array(repeating: nil, count: size)
    for (hash, value) in entries {
      var slot = Int(truncatingIfNeeded: hash.value) & mask
      while values[slot] != nil {
        precondition(hashes[slot] != hash.value, "two names of one hash")
        slot = (slot + 1) & mask
      }
      hashes[slot] = hash.value
      values[slot] = value
    }
  }

  subscript(hash: NameHash) -> Value? {
    var slot = Int(truncatingIfNeeded: hash.value) & mask
    while let value = values[slot] {
      if hashes[slot] == hash.value { return value }
      slot = (slot + 1) & mask
    }
    return nil
  }
}

/// The hash of a name in lower case (FNV-1a, 64 bits).
struct NameHash: Equatable, Sendable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  init(_ view: ByteView) {
    for index in 0..<view.count { combine(view[index]) }
  }

  init(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { combine(text.utf8Start[index]) }
  }

  @inline(__always)
  mutating func combine(_ byte: UInt8) {
    combineExactly(ASCII.lower(byte))
  }

  /// For names whose case matters.
  @inline(__always)
  mutating func combineExactly(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}
