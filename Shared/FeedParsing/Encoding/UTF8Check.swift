/// Whether bytes are UTF-8 (RFC 3629).
enum UTF8Check {
  /// Where the first sequence stands that is not UTF-8; nil where all are.
  static func firstError(in view: ByteView, from index: Int) -> Int? {
    var position = index
    let start = UnsafeRawPointer(view.start)
    while position < view.count {
      if position + 8 <= view.count {
        let word = start.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 == 0 {
          position += 8
          continue
        }
      }
      let first = view[position]
      if first < 0x80 {
        position += 1
        continue
      }
      let length = sequenceLength(in: view, at: position, first: first)
      guard length > 0 else { return position }
      position += length
    }
    return nil
  }

  /// The length of the sequence that `first` begins; 0 where it is wrong.
  @inline(__always)
  private static func sequenceLength(in view: ByteView, at index: Int, first: UInt8) -> Int {
    func continues(_ offset: Int) -> Bool {
      index + offset < view.count && view[index + offset] & 0xc0 == 0x80
    }
    switch first {
    case 0xc2...0xdf:
      return continues(1) ? 2 : 0
    case 0xe0...0xef:
      guard continues(1), continues(2) else { return 0 }
      let second = view[index + 1]
      // Overlong forms and surrogates.
      return (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ? 0 : 3
    case 0xf0...0xf4:
      guard continues(1), continues(2), continues(3) else { return 0 }
      let second = view[index + 1]
      return (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f) ? 0 : 4
    default: return 0
    }
  }
}
