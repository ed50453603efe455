/// Writes HTML of allowed elements alone, well nested and quoted, whatever it is asked to write.
///
/// Nothing is copied through unread: tags are written anew from their names, and values escaped anew, so that what a
/// browser sees is what was looked at here.
struct SafeHTMLWriter: ~Copyable {
  private(set) var output = ByteBuffer(capacity: 16 * 1024)
  /// Kept here, since a look at a static property costs more than a look into it.
  private let startTags = HTMLName.startTags
  private let endTags = HTMLName.endTags
  /// Deeper tags are dropped and their text kept.
  private var open = BoundedStack<HTMLName>(capacity: 128)
  private var attributes = HTMLAttributes()
  /// What relative links are relative to.
  private var base: URLBase?

  /// Begins anew.
  mutating func begin(base: URLBase?) {
    output.removeAll()
    open.removeAll()
    self.base = base
  }

  // MARK: Text

  /// Begins a run of text of up to `length` bytes, which needs no escaping. Gives the address of the room for it.
  @inline(__always)
  mutating func beginRun(upTo length: Int) -> UnsafeMutableRawPointer {
    output.room(for: length)
  }

  @inline(__always)
  mutating func endRun(of length: Int) {
    output.didWrite(length)
  }

  @inline(__always)
  mutating func write(_ byte: UInt8) {
    output.append(byte)
  }

  /// A byte that no run holds, at `index`. Returns where to go on.
  mutating func writeSpecial(of view: ByteView, at index: Int) -> Int {
    let byte = view[index]
    switch byte {
    case UInt8(ascii: "<"): output.append(literal: "&lt;")
    case UInt8(ascii: "&"): output.append(literal: "&amp;")
    case 0xc2 where index + 1 < view.count && view[index + 1] < 0xa0:
      output.append(Windows1252.scalar(ofExtra: view[index + 1]))
      return index + 2
    case 0xc2 where index + 1 < view.count:
      output.append(view[index..<index + 2])
      return index + 2
    case _ where byte > 0x20 && byte != 0x7f || ASCII.isSpace(byte): output.append(byte)
    default: break  // a control character
    }
    return index + 1
  }

  /// For the line end of a text, which would be mere white space in HTML.
  mutating func writeLineBreak() {
    output.append(literal: "<br>\n")
  }

  /// Breaks what was written, which has no tags, where its lines end, if one of them is empty: then somebody wrote in
  /// lines, who did not know that HTML has none.
  mutating func keepLines() {
    let text = output.view.trimmed
    guard SafeHTMLWriter.hasEmptyLine(text) else { return }
    var lines = ByteBuffer(capacity: text.count * 2)
    var position = 0
    while let end = text.firstIndex(of: 0x0a, from: position) {
      lines.append(text[position..<end])
      lines.append(literal: "<br>\n")
      position = end + 1
    }
    lines.append(text[position..<text.count])
    swap(&output, &lines)
  }

  private static func hasEmptyLine(_ text: ByteView) -> Bool {
    var position = 0
    while let end = text.firstIndex(of: 0x0a, from: position) {
      position = end + 1
      while position < text.count, text[position] != 0x0a, ASCII.isSpace(text[position]) { position += 1 }
      if position < text.count, text[position] == 0x0a { return true }
    }
    return false
  }

  /// A character that a reference stood for.
  mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "<": output.append(literal: "&lt;")
    case ">": output.append(literal: "&gt;")
    case "&": output.append(literal: "&amp;")
    case "\"": output.append(literal: "&quot;")
    case "\u{a0}": output.append(literal: "&nbsp;")
    default:
      let value = scalar.value
      if value >= 0xa0 || value >= 0x20 && value < 0x7f || value == 0x0a || value == 0x09 { output.append(scalar) }
    }
  }

  // MARK: Tags

  mutating func write(_ tag: HTMLTag, in view: ByteView) {
    guard tag.kind != .nothing, let element = tag.element else { return }
    if tag.kind == .end {
      writeEnd(of: element)
    } else {
      writeStart(of: element) { writer in
        if tag.attributes.isEmpty { return }
        writer.attributes.append(of: tag, element.name, in: view, base: writer.base, to: &writer.output)
      }
    }
  }

  @inline(__always)
  mutating func writeEnd(of element: HTMLElement) {
    guard element.isAllowed else { return }
    if open.last == element.name { closeLast() } else { close(element.name) }
  }

  /// - Parameter writeAttributes: writes them, each with a space before it.
  @inline(__always)
  mutating func writeStart(of element: HTMLElement, _ writeAttributes: (inout SafeHTMLWriter) -> Void = { _ in }) {
    guard element.isAllowed, !open.isFull else { return }
    while open.last?.isEnded(by: element.name) == true { closeLast() }
    startTags.append(Int(element.name.rawValue), to: &output)
    writeAttributes(&self)
    output.append(UInt8(ascii: ">"))
    if !element.isVoid { open.append(element.name) }
  }

  /// Writes the end tags that are missing.
  mutating func closeAll() {
    while !open.isEmpty { closeLast() }
  }

  /// Closes the innermost element of the name, and all in it; an end tag that belongs to none is dropped.
  private mutating func close(_ name: HTMLName) {
    var index = open.count - 1
    while index >= 0, open[index] != name { index -= 1 }
    guard index >= 0 else { return }
    while open.count > index { closeLast() }
  }

  private mutating func closeLast() {
    guard let name = open.popLast() else { return }
    endTags.append(Int(name.rawValue), to: &output)
  }
}
