/// HTML made safe for readers, by a list of what is allowed. What it writes is well nested and quoted, whatever it got.
///
/// Nothing is copied through unread: tags are written anew from their names, and values escaped anew, so that what a
/// browser sees is what was looked at here.
struct HTMLSanitizer {
  /// How deep elements may nest; deeper tags are dropped and their text kept.
  private static let depthLimit = 128

  private let view: ByteView
  private let base: URLBase?
  private var open: [HTMLName] = []
  private var position = 0

  private init(_ view: ByteView, base: URLBase?) {
    self.view = view
    self.base = base
  }

  /// Appends the safe form of `html`, with relative links made absolute.
  static func append(_ html: ByteView, base: URLBase?, to buffer: inout ByteBuffer) {
    var sanitizer = HTMLSanitizer(html.trimmed, base: base)
    sanitizer.run(&buffer)
  }

  /// Appends text as HTML that shows it.
  static func append(text: ByteView, to buffer: inout ByteBuffer) {
    let text = text.trimmed
    var position = 0
    while position < text.count {
      let end = ByteScan.endOfHTMLRun(in: text, from: position)
      buffer.append(text[position..<end])
      position = end
      if position < text.count { position = appendSpecial(of: text, at: position, to: &buffer) }
    }
  }

  private mutating func run(_ buffer: inout ByteBuffer) {
    while position < view.count {
      let end = ByteScan.endOfHTMLRun(in: view, from: position)
      buffer.append(view[position..<end])
      position = end
      guard position < view.count else { break }
      switch view[position] {
      case UInt8(ascii: "<"):
        if let tag = HTMLTag(in: view, at: position) {
          position = tag.end
          write(tag, to: &buffer)
        } else {
          position = HTMLSanitizer.appendSpecial(of: view, at: position, to: &buffer)
        }
      case UInt8(ascii: "&"):
        appendReference(to: &buffer)
      default:
        position = HTMLSanitizer.appendSpecial(of: view, at: position, to: &buffer)
      }
    }
    while let name = open.popLast() { HTMLSanitizer.appendEndTag(name, to: &buffer) }
  }

  // MARK: Text

  /// A byte that text cannot hold as it is. Returns where to go on.
  private static func appendSpecial(of view: ByteView, at index: Int, to buffer: inout ByteBuffer) -> Int {
    let byte = view[index]
    switch byte {
    case UInt8(ascii: "<"): buffer.append(literal: "&lt;")
    case UInt8(ascii: "&"): buffer.append(literal: "&amp;")
    case 0xc2 where index + 1 < view.count && view[index + 1] < 0xa0:
      buffer.append(Windows1252.scalar(ofExtra: view[index + 1]))
      return index + 2
    case 0xc2: buffer.append(byte)
    case _ where ASCII.isSpace(byte): buffer.append(byte)
    default: break  // a control character
    }
    return index + 1
  }

  private mutating func appendReference(to buffer: inout ByteBuffer) {
    guard let (scalar, end) = References.reference(in: view, at: position) else {
      buffer.append(literal: "&amp;")
      position += 1
      return
    }
    HTMLSanitizer.append(scalar, to: &buffer)
    position = end
  }

  private static func append(_ scalar: Unicode.Scalar, to buffer: inout ByteBuffer) {
    switch scalar {
    case "<": buffer.append(literal: "&lt;")
    case ">": buffer.append(literal: "&gt;")
    case "&": buffer.append(literal: "&amp;")
    case "\"": buffer.append(literal: "&quot;")
    case "\u{a0}": buffer.append(literal: "&nbsp;")
    default:
      let value = scalar.value
      if value >= 0xa0 || value >= 0x20 && value < 0x7f || value == 0x0a || value == 0x09 { buffer.append(scalar) }
    }
  }

  // MARK: Tags

  private mutating func write(_ tag: HTMLTag, to buffer: inout ByteBuffer) {
    guard tag.kind != .nothing, let name = tag.name else { return }
    if tag.kind == .end {
      close(name, in: &buffer)
      return
    }
    if name.losesContent {
      position = HTMLTag.endOfContent(of: name, in: view, from: position)
      return
    }
    guard name.isAllowed, open.count < HTMLSanitizer.depthLimit else { return }
    while let last = open.last, last.isEnded(by: name) {
      open.removeLast()
      HTMLSanitizer.appendEndTag(last, to: &buffer)
    }
    buffer.append(UInt8(ascii: "<"))
    HTMLSanitizer.append(name, to: &buffer)
    HTMLAttributes.append(of: tag, name, in: view, base: base, to: &buffer)
    buffer.append(UInt8(ascii: ">"))
    if !name.isVoid { open.append(name) }
  }

  private mutating func close(_ name: HTMLName, in buffer: inout ByteBuffer) {
    guard name.isAllowed, !name.isVoid, let index = open.lastIndex(of: name) else { return }
    while open.count > index { HTMLSanitizer.appendEndTag(open.removeLast(), to: &buffer) }
  }

  private static func appendEndTag(_ name: HTMLName, to buffer: inout ByteBuffer) {
    buffer.append(literal: "</")
    append(name, to: &buffer)
    buffer.append(UInt8(ascii: ">"))
  }

  private static func append(_ name: HTMLName, to buffer: inout ByteBuffer) {
    for byte in name.rawValue.utf8 { buffer.append(byte) }
  }
}
