/// The hash of a name whose case does not count.
struct NameHash: Equatable, Sendable {
  let value: UInt64

  /// Of the empty name.
  init() {
    value = 0
  }

  @inline(__always)
  init(_ view: ByteView) {
    // Makes capital letters small; what it makes of other bytes is the same on both sides.
    self.init(view, folding: 0x2020_2020_2020_2020)
  }

  /// For names whose case counts.
  @inline(__always)
  init(exactly view: ByteView) {
    self.init(view, folding: 0)
  }

  /// Of eight bytes at once: no two have the same.
  @inline(__always)
  init(word: UInt64) {
    // The multiplier is odd, so that each product has one factor.
    value = word &* NameHash.multiplier
  }

  init(_ text: StaticString) {
    self.init(ByteView(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))
  }

  init(_ text: String) {
    var text = text
    self = text.withUTF8 { NameHash(ByteView($0)) }
  }

  /// Of a name with a prefix: that of the name in its prefix's light.
  @inline(__always)
  init(prefix: NameHash, local: NameHash) {
    // Without a prefix it is that of the name.
    value = local.value ^ (prefix.value &* NameHash.multiplier)
  }

  /// Eight bytes at a time, the last of them once more where they do not come out even.
  @inline(__always)
  private init(_ view: ByteView, folding fold: UInt64) {
    let start = UnsafeRawPointer(view.start)
    let count = view.count
    var hash = UInt64(truncatingIfNeeded: count)
    if count > 8 {
      var position = 0
      while position < count &- 8 {
        let word = start.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        hash = (hash ^ (word | fold)) &* NameHash.multiplier
        hash ^= hash &>> 29
        position &+= 8
      }
      hash ^= start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self) | fold
    } else if count >= 4 {
      let first = UInt64(start.loadUnaligned(as: UInt32.self))
      let last = UInt64(start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      hash ^= (first | last &<< 32) | fold
    } else if count > 0 {
      let (first, middle, last) = (UInt64(view[0]), UInt64(view[count / 2]), UInt64(view[count - 1]))
      hash ^= (first | middle &<< 16 | last &<< 32) | fold
    }
    value = hash &* NameHash.multiplier
  }

  private static let multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// A number of `bits` bits: the high ones of the value, in which all of it has its part.
  @inline(__always)
  func spread(overBits bits: UInt64) -> Int {
    Int(truncatingIfNeeded: value &>> (64 &- bits))
  }
}
