/// The attributes that allowed elements may keep.
enum HTMLAttributes {
  private enum Name: String, CaseIterable {
    case href, src, cite, poster, alt, title, width, height, colspan, rowspan, start, reversed, datetime, controls, lang
    case dir, type

    static let table = NameTable(allCases.map { ($0.rawValue, $0) })

    var isURL: Bool { self == .href || self == .src || self == .cite || self == .poster }

    func isAllowed(on element: HTMLName) -> Bool {
      switch self {
      case .title, .lang, .dir: true
      case .href: element == .a
      case .src: element == .img || element == .audio || element == .video || element == .source
      case .cite: element == .blockquote || element == .q || element == .ins || element == .del
      case .poster: element == .video
      case .alt: element == .img
      case .width, .height: element == .img || element == .video || element == .table || element == .td
      case .colspan, .rowspan: element == .td || element == .th
      case .start, .reversed: element == .ol
      case .datetime: element == .time || element == .ins || element == .del
      case .controls: element == .audio || element == .video
      case .type: element == .source || element == .ol
      }
    }
  }

  /// Appends what of the tag's attributes is allowed on `element`, each with a space before it.
  static func append(
    of tag: HTMLTag, _ element: HTMLName, in view: ByteView, base: URLBase?, to buffer: inout ByteBuffer
  ) {
    var position = tag.attributes.lowerBound
    let end = tag.attributes.upperBound
    while position < end {
      let byte = view[position]
      if ASCII.isSpace(byte) || byte == UInt8(ascii: "/") {
        position += 1
        continue
      }
      var hash = NameHash()
      let start = position
      while position < end, !isEndOfName(view[position]) || position == start {
        hash.combine(view[position])
        position += 1
      }
      while position < end, ASCII.isSpace(view[position]) { position += 1 }
      var value = position..<position
      if position < end, view[position] == UInt8(ascii: "=") {
        position += 1
        value = readValue(in: view, &position, end: end)
      }
      if let name = Name.table[hash], name.isAllowed(on: element) {
        append(name, view[value], base: base, to: &buffer)
      }
    }
  }

  private static func isEndOfName(_ byte: UInt8) -> Bool {
    ASCII.isSpace(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "/")
  }

  private static func readValue(in view: ByteView, _ position: inout Int, end: Int) -> Range<Int> {
    while position < end, ASCII.isSpace(view[position]) { position += 1 }
    guard position < end else { return end..<end }
    let quote = view[position]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = position + 1
      let close = view[0..<end].firstIndex(of: quote, from: start) ?? end
      position = min(close + 1, end)
      return start..<close
    }
    let start = position
    while position < end, !ASCII.isSpace(view[position]) { position += 1 }
    // `<br clear=all/>`: the slash is the tag's.
    if position == end, position > start, view[position - 1] == UInt8(ascii: "/") { return start..<position - 1 }
    return start..<position
  }

  private static func append(_ name: Name, _ value: ByteView, base: URLBase?, to buffer: inout ByteBuffer) {
    var decoded = ByteBuffer(capacity: value.count + 16)
    References.decode(value, into: &decoded)
    guard name.isURL else {
      append(name.rawValue, decoded.view.buffer, to: &buffer)
      return
    }
    guard let url = URLReference.absoluteBytes(decoded.view.trimmed, base: base, keepsUnicode: true) else { return }
    url.withUnsafeBufferPointer { bytes in
      let view = ByteView(bytes)
      guard let schemeEnd = URLReference.schemeEnd(of: view), isSafe(scheme: view[0..<schemeEnd]) else { return }
      append(name.rawValue, bytes, to: &buffer)
    }
  }

  private static let safeSchemes = NameTable<Bool>(
    [
      "http", "https", "mailto", "tel", "sms", "ftp", "ftps", "magnet", "feed", "podcast", "itpc", "pcast", "geo",
      "xmpp",
    ]
    .map { ($0, true) })

  private static func isSafe(scheme: ByteView) -> Bool {
    safeSchemes[NameHash(scheme)] ?? false
  }

  private static func append(_ name: String, _ value: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: " "))
    for byte in name.utf8 { buffer.append(byte) }
    buffer.append(literal: "=\"")
    for byte in value {
      switch byte {
      case UInt8(ascii: "\""): buffer.append(literal: "&quot;")
      case UInt8(ascii: "&"): buffer.append(literal: "&amp;")
      case UInt8(ascii: "<"): buffer.append(literal: "&lt;")
      case UInt8(ascii: ">"): buffer.append(literal: "&gt;")
      case 0..<0x20 where !ASCII.isSpace(byte): continue
      default: buffer.append(byte)
      }
    }
    buffer.append(literal: "\"")
  }
}
