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

  /// Of a name of at most sixteen bytes, which are the lowest ones of two words, with zeros behind them.
  @inline(__always)
  init(_ low: UInt64, _ high: UInt64, count: Int) {
    self.init(low, high, count: count, folding: 0x2020_2020_2020_2020)
  }

  @inline(__always)
  private init(_ low: UInt64, _ high: UInt64, count: Int, folding fold: UInt64) {
    var hash = (UInt64(truncatingIfNeeded: count) ^ (low | fold)) &* NameHash.multiplier
    hash ^= hash &>> 29
    value = (hash ^ (high | fold)) &* NameHash.multiplier
  }

  private init(_ view: ByteView, folding fold: UInt64) {
    let start = UnsafeRawPointer(view.start)
    let count = view.count
    func word(at offset: Int) -> UInt64 {
      UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    func half(at offset: Int) -> UInt64 {
      UInt64(UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    switch count {
    case 0: self.init()
    case 1..<4:
      let (first, middle, last) = (UInt64(view[0]), UInt64(view[count / 2]), UInt64(view[count - 1]))
      // Where two of them are one byte, they are put in one place.
      let low = first | middle << (8 * UInt64(count / 2)) | last << (8 * UInt64(count - 1))
      self.init(low, 0, count: count, folding: fold)
    case 4..<8:
      self.init(half(at: 0) | half(at: count - 4) << (8 * UInt64(count - 4)), 0, count: count, folding: fold)
    case 8...16:
      // Nothing is left of a word that is shifted by 64 bits.
      self.init(word(at: 0), word(at: count - 8) >> (8 * UInt64(16 - count)), count: count, folding: fold)
    default:
      // Eight bytes at a time, the last of them once more where they do not come out even.
      var hash = UInt64(truncatingIfNeeded: count)
      var position = 0
      while position < count &- 8 {
        hash = (hash ^ (word(at: position) | fold)) &* NameHash.multiplier
        hash ^= hash &>> 29
        position &+= 8
      }
      self.init(value: (hash ^ (word(at: count &- 8) | fold)) &* NameHash.multiplier)
    }
  }

  private init(value: UInt64) {
    self.value = value
  }

  private static let multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// A number of `bits` bits: the high ones of the value, in which all of it has its part.
  @inline(__always)
  func spread(overBits bits: UInt64) -> Int {
    Int(truncatingIfNeeded: value &>> (64 &- bits))
  }
}
