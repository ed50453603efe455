/// Searches for the first of several bytes, eight at a time.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The high bit of each byte of `word` that equals `byte`; above the lowest such byte there may be false ones.
  @inline(__always)
  private static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let difference = word ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference & highs
  }

  /// The high bit of each byte of `word` below `limit`, which is at most 128; with false ones as above.
  @inline(__always)
  private static func below(_ word: UInt64, _ limit: UInt8) -> UInt64 {
    (word &- ones &* UInt64(limit)) & ~word & highs
  }

  /// Where a run of text ends that can be copied as it is: before `<`, `&`, a control character, a space that another
  /// white space or the end follows, or 0xC2, which begins a no-break space or a control character of ISO 8859-1.
  static func endOfPlainRun(in view: ByteView, from index: Int) -> Int {
    var position = index
    let start = UnsafeRawPointer(view.start)
    while position + 8 <= view.count {
      let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let found =
        matches(word, UInt8(ascii: "<")) | matches(word, UInt8(ascii: "&")) | below(word, 0x20) | matches(word, 0xc2)
        | matches(word, 0x7f)
      let space = matches(word, 0x20)
      if found | space == 0 {
        position += 8
        continue
      }
      let offset = (found | space).trailingZeroBitCount / 8
      let at = position + offset
      guard view[at] == 0x20 else { return at }
      // One space within a line is kept as it is.
      guard at + 1 < view.count, isOrdinary(view[at + 1]) else { return at }
      position = at + 2
    }
    while position < view.count {
      let byte = view[position]
      if byte == 0x20 {
        guard position + 1 < view.count, isOrdinary(view[position + 1]) else { return position }
      } else if !isOrdinary(byte) {
        return position
      }
      position += 1
    }
    return position
  }

  /// Where text of HTML ends that can be copied as it is: before `<`, `&`, a control character or 0xC2.
  static func endOfHTMLRun(in view: ByteView, from index: Int) -> Int {
    var position = index
    let start = UnsafeRawPointer(view.start)
    while position + 8 <= view.count {
      let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let found =
        matches(word, UInt8(ascii: "<")) | matches(word, UInt8(ascii: "&")) | below(word, 0x20) | matches(word, 0xc2)
        | matches(word, 0x7f)
      if found != 0 { return position + found.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < view.count, isOrdinary(view[position]) || view[position] == 0x20 { position += 1 }
    return position
  }

  @inline(__always)
  private static func isOrdinary(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&") && byte != 0xc2 && byte != 0x7f
  }
}
