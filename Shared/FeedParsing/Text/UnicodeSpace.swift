/// White space beyond Latin-1, of what Unicode lists (White_Space) that which is in use: spaces of other widths, line and
/// paragraph separators.
///
/// Texts seldom have any, so that they are looked for once, in the text that is finished but for them.
enum UnicodeSpace {
  private typealias Block = SIMD16<UInt8>

  /// Where the first of them stands at or after `index`; nil where there is none.
  static func first(in view: ByteView, from index: Int) -> Int? {
    var position = index
    let start = UnsafeRawPointer(view.start)
    // Two bytes more are read than a space may begin at.
    while position + 34 <= view.count {
      if mayBegin(start + position, start + position + 16) {
        for offset in position..<position + 32 where isSpace(in: view, at: offset) { return offset }
      }
      position &+= 32
    }
    while position + 3 <= view.count {
      if view[position] >= 0xe1, isSpace(in: view, at: position) { return position }
      position &+= 1
    }
    return nil
  }

  /// Whether one of them may begin in either block of 16 bytes, of which 18 are read: by their second and third bytes, which
  /// quotation marks and dashes, though frequent, do not have.
  @inline(__always)
  static func mayBegin(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    ByteScan.isAny(candidates(first) .| candidates(second))
  }

  @inline(__always)
  private static func candidates(_ block: UnsafeRawPointer) -> SIMDMask<SIMD16<Int8>> {
    let second = block.loadUnaligned(fromByteOffset: 1, as: Block.self)
    let third = block.loadUnaligned(fromByteOffset: 2, as: Block.self)
    // 0x80 to 0x8A, and from 0xA8 on.
    let thirds = (third &- Block(repeating: 0x80) .<= Block(repeating: 0x0a)) .| (third .>= Block(repeating: 0xa8))
    return (second .== Block(repeating: 0x80)) .& thirds
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

  /// Whether a character is one of them.
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x3000: true
    default: false
    }
  }

  /// U+2000 to U+200A, U+2028, U+2029, U+202F and U+3000.
  @inline(__always)
  static func isSpace(in view: ByteView, at index: Int) -> Bool {
    switch (view[index], view[index + 1], view[index + 2]) {
    case (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xa8), (0xe2, 0x80, 0xa9), (0xe2, 0x80, 0xaf), (0xe3, 0x80, 0x80):
      true
    default: false
    }
  }
}
