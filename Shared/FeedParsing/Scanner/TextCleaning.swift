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

  /// Looks at the whole document, in blocks: a plain loop over one the compiler turns into vector code.
  static func findings(in view: ByteView) -> Findings {
    var result = Findings()
    let block = 4096
    var position = 0
    let bytes = view.buffer
    while position < bytes.count {
      let end = min(position + block, bytes.count)
      var (returns, controls): (UInt8, UInt8) = (0, 0)
      for index in position..<end {
        let byte = bytes[index]
        returns |= byte == 0x0d ? 1 : 0
        controls |= isControl(byte) ? 1 : 0
      }
      if returns != 0 { result.hasReturn = true }
      if controls != 0, result.firstControl == nil {
        result.firstControl = (position..<end).first { isControl(bytes[$0]) }
      }
      if result.hasReturn, result.firstControl != nil { return result }
      position = end
    }
    return result
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
