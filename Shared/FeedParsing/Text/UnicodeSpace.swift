/// White space beyond Latin-1, as Unicode lists it (White_Space): spaces of other widths, line and paragraph separators.
///
/// Texts seldom have any, so that they are looked for once, in the text that is finished but for them.
enum UnicodeSpace {
  private typealias Block = SIMD16<UInt8>
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Where the first of them stands at or after `index`; nil where there is none.
  static func first(in view: ByteView, from index: Int) -> Int? {
    var position = index
    let start = UnsafeRawPointer(view.start)
    while position + 66 <= view.count {
      if !isASCII(start + position) {
        let end = position &+ 64
        var block = position
        while block < end {
          if mayHaveSpace(start + block) {
            for offset in block..<block + 16 where isSpace(in: view, at: offset) { return offset }
          }
          block &+= 16
        }
      }
      position &+= 64
    }
    while position + 3 <= view.count {
      let isWord = position + 8 <= view.count
      if isWord, start.loadUnaligned(fromByteOffset: position, as: UInt64.self) & highs == 0 {
        position &+= 8
        continue
      }
      if view[position] >= 0xe1, isSpace(in: view, at: position) { return position }
      position &+= 1
    }
    return nil
  }

  /// Whether the next 64 bytes are ASCII.
  @inline(__always)
  private static func isASCII(_ block: UnsafeRawPointer) -> Bool {
    let first = block.loadUnaligned(as: SIMD2<UInt64>.self)
    let second = block.loadUnaligned(fromByteOffset: 16, as: SIMD2<UInt64>.self)
    let third = block.loadUnaligned(fromByteOffset: 32, as: SIMD2<UInt64>.self)
    let fourth = block.loadUnaligned(fromByteOffset: 48, as: SIMD2<UInt64>.self)
    let all = first | second | third | fourth
    return (all[0] | all[1]) & highs == 0
  }

  /// Whether one of them may begin in the next 16 bytes. Reads 18. Quotation marks and dashes have the same first two bytes
  /// as most of them, and are frequent.
  @inline(__always)
  private static func mayHaveSpace(_ block: UnsafeRawPointer) -> Bool {
    let first = block.loadUnaligned(as: Block.self)
    let halves = unsafeBitCast(first, to: SIMD2<UInt64>.self)
    if (halves[0] | halves[1]) & highs == 0 { return false }
    let second = block.loadUnaligned(fromByteOffset: 1, as: Block.self)
    let third = block.loadUnaligned(fromByteOffset: 2, as: Block.self)
    let general =
      (first .== Block(repeating: 0xe2)) .& (second .== Block(repeating: 0x80))
      .& ((third .<= Block(repeating: 0x8a)) .| (third .>= Block(repeating: 0xa8)))
    let mathematical = (first .== Block(repeating: 0xe2)) .& (second .== Block(repeating: 0x81))
    let ideographic =
      (first .== Block(repeating: 0xe3)) .& (second .== Block(repeating: 0x80)) .& (third .== Block(repeating: 0x80))
    let ogham = (first .== Block(repeating: 0xe1)) .& (second .== Block(repeating: 0x9a))
    let words = unsafeBitCast(general .| mathematical .| ideographic .| ogham, to: SIMD2<UInt64>.self)
    return words[0] | words[1] != 0
  }

  /// Appends the text, in which white space is folded but for these, from `first` on, with all of it folded.
  static func fold(_ view: ByteView, from first: Int, into buffer: inout ByteBuffer) {
    var (copied, position) = (0, first)
    var hasSpace = false
    func append(_ range: Range<Int>) {
      var piece = view[range]
      guard !piece.isEmpty else { return }
      if piece[0] == 0x20 {
        hasSpace = true
        piece = piece[1..<piece.count]
      }
      guard !piece.isEmpty else { return }
      if hasSpace, buffer.count > 0 { buffer.append(UInt8(ascii: " ")) }
      hasSpace = piece[piece.count - 1] == 0x20
      buffer.append(hasSpace ? piece[0..<piece.count - 1] : piece)
    }
    while true {
      append(copied..<position)
      hasSpace = true
      copied = position + 3
      guard let next = UnicodeSpace.first(in: view, from: copied) else { break }
      position = next
    }
    append(copied..<view.count)
  }

  /// U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F and U+3000.
  @inline(__always)
  private static func isSpace(in view: ByteView, at index: Int) -> Bool {
    switch (view[index], view[index + 1], view[index + 2]) {
    case (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xa8), (0xe2, 0x80, 0xa9), (0xe2, 0x80, 0xaf), (0xe2, 0x81, 0x9f),
      (0xe3, 0x80, 0x80), (0xe1, 0x9a, 0x80):
      true
    default: false
    }
  }
}
