/// Text for readers: no markup, references decoded once, white space folded to single spaces, none at the ends.
enum PlainText {
  /// What HTML says, without its tags; blocks and line breaks become spaces.
  ///
  /// - Parameter keepsUnknownTags: takes tags that HTML does not know for text in angle brackets.
  static func append(html view: ByteView, keepsUnknownTags: Bool = false, to buffer: inout ByteBuffer) {
    var writer = FoldingWriter(buffer.count)
    var position = 0
    while position < view.count {
      let byte = view[position]
      switch byte {
      case UInt8(ascii: "<"):
        guard let tag = HTMLTag(in: view, at: position), tag.name != nil || tag.kind == .nothing || !keepsUnknownTags
        else {
          writer.write(byte, to: &buffer)
          position += 1
          continue
        }
        position = tag.end
        if tag.name?.separatesWords ?? (tag.kind != .nothing) { writer.needsSpace = true }
        if tag.kind == .start, let name = tag.name, name.losesContent {
          position = HTMLTag.endOfContent(of: name, in: view, from: position)
        }
      case UInt8(ascii: "&"):
        if let (scalar, end) = References.reference(in: view, at: position) {
          writer.write(scalar, to: &buffer)
          position = end
        } else {
          writer.write(byte, to: &buffer)
          position += 1
        }
      default:
        position = appendRun(view, from: position, to: &buffer, &writer)
      }
    }
  }

  /// What is text already: only its white space changes.
  static func append(text view: ByteView, to buffer: inout ByteBuffer) {
    var writer = FoldingWriter(buffer.count)
    var position = 0
    while position < view.count {
      let byte = view[position]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") {
        writer.write(byte, to: &buffer)
        position += 1
      } else {
        position = appendRun(view, from: position, to: &buffer, &writer)
      }
    }
  }

  /// Whether the text has a tag that HTML knows, so that it is HTML.
  static func hasMarkup(_ view: ByteView) -> Bool {
    var position = 0
    while let found = view.firstIndex(of: UInt8(ascii: "<"), from: position) {
      if let tag = HTMLTag(in: view, at: found), tag.kind == .nothing || tag.name != nil { return true }
      position = found + 1
    }
    return false
  }

  /// Text, white space or what is no character, up to the next `<` or `&`; or a part of it.
  @inline(__always)
  private static func appendRun(
    _ view: ByteView, from start: Int, to buffer: inout ByteBuffer, _ writer: inout FoldingWriter
  ) -> Int {
    let byte = view[start]
    if byte <= 0x20 || byte == 0x7f {
      // Control characters that are no white space are not text at all.
      if ASCII.isSpace(byte) { writer.needsSpace = true }
      return start + 1
    }
    if byte == 0xc2, start + 1 < view.count, view[start + 1] <= 0xa0 {
      let second = view[start + 1]
      if second == 0xa0 {
        writer.needsSpace = true
      } else {
        writer.write(Windows1252.scalar(ofExtra: second), to: &buffer)
      }
      return start + 2
    }
    let end = ByteScan.endOfPlainRun(in: view, from: start + 1)
    writer.write(view[start..<end], to: &buffer)
    return end
  }
}

/// Writes with at most one space between, and none before the first.
private struct FoldingWriter {
  var needsSpace = false
  private let start: Int

  init(_ start: Int) {
    self.start = start
  }

  @inline(__always)
  mutating func write(_ view: ByteView, to buffer: inout ByteBuffer) {
    flushSpace(to: &buffer)
    buffer.append(view)
  }

  mutating func write(_ byte: UInt8, to buffer: inout ByteBuffer) {
    flushSpace(to: &buffer)
    buffer.append(byte)
  }

  mutating func write(_ scalar: Unicode.Scalar, to buffer: inout ByteBuffer) {
    switch scalar.value {
    case 0x20, 0xa0, 0x09...0x0d: needsSpace = true
    case 0..<0x20, 0x7f, 0x80..<0xa0: break
    default:
      flushSpace(to: &buffer)
      buffer.append(scalar)
    }
  }

  @inline(__always)
  private mutating func flushSpace(to buffer: inout ByteBuffer) {
    if needsSpace {
      if buffer.count > start { buffer.append(UInt8(ascii: " ")) }
      needsSpace = false
    }
  }
}
