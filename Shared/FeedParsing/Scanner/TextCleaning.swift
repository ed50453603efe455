/// What text must not hold as it is: line ends other than a line feed, which XML 1.0 (section 2.11) makes one, and control
/// characters, which it does not allow at all and which are left out.
enum TextCleaning {
  /// What there is in a document. Most have neither, so that their texts are used as they stand.
  struct Findings {
    var hasReturn = false
    /// Where the first control character stands.
    var firstControl: Int?

    var isClean: Bool { !hasReturn && firstControl == nil }
  }

  private static let lows: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The high bit of each byte of `word` that is not `byte`, exactly; the other bits mean nothing.
  @inline(__always)
  private static func differs(_ word: UInt64, from byte: UInt8) -> UInt64 {
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return ((difference & lows) &+ lows) | difference
  }

  /// Looks at the whole document in blocks, eight bytes at a time: a plain loop over a block becomes vector code.
  static func findings(in view: ByteView) -> Findings {
    var result = Findings()
    let block = 4096
    var position = 0
    while position < view.count, !(result.hasReturn && result.firstControl != nil) {
      let end = min(position + block, view.count)
      let (hasReturn, hasControl) = look(at: view[position..<end])
      if hasReturn { result.hasReturn = true }
      if hasControl, result.firstControl == nil {
        result.firstControl = (position..<end).first { isControl(view[$0]) }
      }
      position = end
    }
    return result
  }

  private static func look(at view: ByteView) -> (hasReturn: Bool, hasControl: Bool) {
    let words = view.count / 8
    var start = UnsafeRawPointer(view.start)
    var (returns, controls): (UInt64, UInt64) = (0, 0)
    for _ in 0..<words {
      let word = start.loadUnaligned(as: UInt64.self)
      let isNotReturn = differs(word, from: 0x0d)
      let isNotLow = ((word & lows) &+ 0x6060_6060_6060_6060) | word
      returns |= ~isNotReturn
      controls |= ~isNotLow & isNotReturn & differs(word, from: 0x0a) & differs(word, from: 0x09)
      start += 8
    }
    var (hasReturn, hasControl) = (returns & highs != 0, controls & highs != 0)
    for index in words * 8..<view.count {
      if view[index] == 0x0d { hasReturn = true }
      if isControl(view[index]) { hasControl = true }
    }
    return (hasReturn, hasControl)
  }

  /// Whether the text has anything that `append` changes.
  static func isNeeded(for view: ByteView) -> Bool {
    for byte in view.buffer where byte == 0x0d || isControl(byte) { return true }
    return false
  }

  /// Appends the text with line feeds for its line ends, and without control characters.
  static func append(_ view: ByteView, to buffer: inout ByteBuffer) {
    var start = 0
    for index in 0..<view.count {
      let byte = view[index]
      guard byte == 0x0d || isControl(byte) else { continue }
      buffer.append(view[start..<index])
      start = index + 1
      // Of CR LF the line feed is there already.
      if byte == 0x0d, start == view.count || view[start] != 0x0a { buffer.append(0x0a) }
    }
    buffer.append(view[start..<view.count])
  }

  @inline(__always)
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0a && byte != 0x0d
  }
}
