/// White space beyond Latin-1, as Unicode lists it (White_Space): spaces of other widths, line and paragraph separators.
///
/// Texts seldom have any, so that they are looked for once, in the text that is finished but for them.
enum UnicodeSpace {
  private typealias Block = SIMD16<UInt8>

  /// Where the first of them stands at or after `index`; nil where there is none.
  static func first(in view: ByteView, from index: Int) -> Int? {
    var position = index
    let start = UnsafeRawPointer(view.start)
    while position + 18 <= view.count {
      let first = start.loadUnaligned(fromByteOffset: position, as: Block.self)
      let second = start.loadUnaligned(fromByteOffset: position + 1, as: Block.self)
      // Nearly all text has neither lead byte before such a second byte, but for quotation marks and dashes.
      let third = start.loadUnaligned(fromByteOffset: position + 2, as: Block.self)
      let general =
        (first .== Block(repeating: 0xe2)) .& (second .== Block(repeating: 0x80))
        .& ((third .<= Block(repeating: 0x8a)) .| (third .>= Block(repeating: 0xa8)))
      let rare =
        ((first .== Block(repeating: 0xe3)) .& (second .== Block(repeating: 0x80)) .& (third .== Block(repeating: 0x80)))
        .| ((first .== Block(repeating: 0xe2)) .& (second .== Block(repeating: 0x81)))
        .| ((first .== Block(repeating: 0xe1)) .& (second .== Block(repeating: 0x9a)))
      let words = unsafeBitCast(general .| rare, to: SIMD2<UInt64>.self)
      if words[0] | words[1] != 0 {
        for offset in position..<position + 16 where isSpace(in: view, at: offset) { return offset }
      }
      position += 16
    }
    while position + 3 <= view.count {
      if isSpace(in: view, at: position) { return position }
      position += 1
    }
    return nil
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
