/// Writes the attributes that allowed elements may keep.
struct HTMLAttributes: ~Copyable {
  private enum Name: UInt8, CaseIterable {
    case href, src, cite, poster, alt, title, width, height, colspan, rowspan, start, reversed, datetime, controls, lang
    case dir, type

    static let byName = NameTable(allCases.map { ("\($0)", $0) })
    static let spellings = Spellings(allCases.map { "\($0)" })

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

  // Kept here, since a look at a static property costs more than a look into it.
  private let names = Name.byName
  private let spellings = Name.spellings
  private let safeSchemes = HTMLAttributes.safeSchemes
  /// Working space for a value whose references are decoded.
  private var scratch = ByteBuffer(capacity: 1024)

  /// Appends what of the tag's attributes is allowed on `element`, each with a space before it.
  mutating func append(
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
      let hash = HTMLAttributes.readName(in: view, &position, end: end)
      while position < end, ASCII.isSpace(view[position]) { position += 1 }
      var value = position..<position
      var hasAmpersand = false
      if position < end, view[position] == UInt8(ascii: "=") {
        position += 1
        (value, hasAmpersand) = HTMLAttributes.readValue(in: view, &position, end: end)
      }
      if let name = names[hash], name.isAllowed(on: element) {
        append(name, view[value], hasAmpersand, base: base, to: &buffer)
      }
    }
  }

  /// All attributes of a tag by their names in small letters, decoded; of two of one name the first, as in browsers.
  static func all(of tag: HTMLTag, in view: ByteView) -> [String: String] {
    var result: [String: String] = [:]
    var position = tag.attributes.lowerBound
    let end = tag.attributes.upperBound
    while position < end {
      if ASCII.isSpace(view[position]) || view[position] == UInt8(ascii: "/") {
        position += 1
        continue
      }
      let start = position
      _ = readName(in: view, &position, end: end)
      let name = view[start..<position].string.lowercased()
      while position < end, ASCII.isSpace(view[position]) { position += 1 }
      var value = position..<position
      if position < end, view[position] == UInt8(ascii: "=") {
        position += 1
        value = readValue(in: view, &position, end: end).value
      }
      var decoded = ByteBuffer(capacity: value.count + 1)
      References.decode(view[value], into: &decoded)
      if result[name] == nil { result[name] = decoded.view.trimmed.string }
    }
    return result
  }

  /// Reads a name, which may begin with anything.
  @inline(__always)
  private static func readName(in view: ByteView, _ position: inout Int, end: Int) -> NameHash {
    let start = position
    if let (length, _, hash) = ByteScan.shortName(in: view, at: start), length > 0, start + length <= end,
      view[start + length] != UInt8(ascii: "<")
    {
      position = start + length
      return hash
    }
    while position < end, !isEndOfName(view[position]) || position == start { position += 1 }
    return NameHash(view[start..<position])
  }

  private static func isEndOfName(_ byte: UInt8) -> Bool {
    switch HTMLTag.kind(byte) {
    case .space, .equals, .slash: true
    default: false
    }
  }

  private static func readValue(
    in view: ByteView, _ position: inout Int, end: Int
  ) -> (value: Range<Int>, mayHaveAmpersand: Bool) {
    while position < end, ASCII.isSpace(view[position]) { position += 1 }
    guard position < end else { return (end..<end, false) }
    let quote = view[position]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = position + 1
      // A little beyond the tag's end, so that its last value is looked through in blocks, too.
      let (found, hasAmpersand) = ByteScan.endOfQuoted(quote, in: view[0..<min(end + 16, view.count)], from: start)
      let close = min(found, end)
      position = min(close + 1, end)
      return (start..<close, hasAmpersand)
    }
    let start = position
    while position < end, !ASCII.isSpace(view[position]) { position += 1 }
    // `<br clear=all/>`: the slash is the tag's.
    if position == end, position > start, view[position - 1] == UInt8(ascii: "/") {
      return (start..<position - 1, true)
    }
    return (start..<position, true)
  }

  private mutating func append(
    _ name: Name, _ value: ByteView, _ mayHaveAmpersand: Bool, base: URLBase?, to buffer: inout ByteBuffer
  ) {
    if name.isURL, URLReference.isFinished(value), !mayHaveAmpersand || HTMLAttributes.hasEscapedAmpersands(value) {
      buffer.append(UInt8(ascii: " "))
      spellings.append(Int(name.rawValue), to: &buffer)
      buffer.append(literal: "=\"")
      buffer.append(value)
      buffer.append(UInt8(ascii: "\""))
    } else if !mayHaveAmpersand {
      append(name, decoded: value, base: base, to: &buffer)
    } else {
      scratch.removeAll()
      References.decode(value, into: &scratch)
      append(name, decoded: scratch.view, base: base, to: &buffer)
    }
  }

  /// Whether each ampersand is written as `&amp;`, so that nothing has to be decoded and escaped again.
  private static func hasEscapedAmpersands(_ value: ByteView) -> Bool {
    var position = 0
    while let found = value.firstIndex(of: UInt8(ascii: "&"), from: position) {
      guard value.matches("&amp;", at: found) else { return false }
      position = found + 5
    }
    return true
  }

  private func append(_ name: Name, decoded value: ByteView, base: URLBase?, to buffer: inout ByteBuffer) {
    if !name.isURL || URLReference.isFinished(value) {
      append(name, value, to: &buffer)
      return
    }
    guard let url = URLReference.absoluteBytes(value.trimmed, base: base, keepsUnicode: true) else { return }
    url.withUnsafeBufferPointer { bytes in
      let view = ByteView(bytes)
      guard let schemeEnd = URLReference.schemeEnd(of: view), isSafe(scheme: view[0..<schemeEnd]) else { return }
      append(name, view, to: &buffer)
    }
  }

  private static let safeSchemes = NameTable<Bool>(
    [
      "http", "https", "mailto", "tel", "sms", "ftp", "ftps", "magnet", "feed", "podcast", "itpc", "pcast", "geo",
      "xmpp",
    ]
    .map { ($0, true) })

  private func isSafe(scheme: ByteView) -> Bool {
    safeSchemes[NameHash(scheme)] ?? false
  }

  private func append(_ name: Name, _ value: ByteView, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: " "))
    spellings.append(Int(name.rawValue), to: &buffer)
    buffer.append(literal: "=\"")
    var position = 0
    while true {
      let end = ByteScan.endOfAttributeRun(in: value, from: position)
      buffer.append(value[position..<end])
      guard end < value.count else { break }
      position = end + 1
      switch value[end] {
      case UInt8(ascii: "\""): buffer.append(literal: "&quot;")
      case UInt8(ascii: "&"): buffer.append(literal: "&amp;")
      case UInt8(ascii: "<"): buffer.append(literal: "&lt;")
      case UInt8(ascii: ">"): buffer.append(literal: "&gt;")
      case let byte where ASCII.isSpace(byte): buffer.append(byte)
      default: break  // a control character
      }
    }
    buffer.append(UInt8(ascii: "\""))
  }
}
