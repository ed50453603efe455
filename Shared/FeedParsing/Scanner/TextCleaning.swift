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

  static func findings(in view: ByteView) -> Findings {
    var result = Findings()
    let found = ByteScan.endOfCleanRun(in: view, from: 0, stopsAtReturn: true)
    guard found < view.count else { return result }
    result.hasReturn = view.firstIndex(of: 0x0d, from: found) != nil
    let control = ByteScan.endOfCleanRun(in: view, from: found, stopsAtReturn: false)
    if control < view.count { result.firstControl = control }
    return result
  }

  /// Whether the text has anything that `append` changes.
  static func isNeeded(for view: ByteView) -> Bool {
    ByteScan.endOfCleanRun(in: view, from: 0, stopsAtReturn: true) < view.count
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
