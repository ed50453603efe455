/// A tag, comment or declaration of HTML at one place of a text.
struct HTMLTag {
  enum Kind {
    case start, end
    /// A comment, a declaration or a processing instruction.
    case nothing
  }

  /// No tag has a longer name, in bytes.
  private static let longestName = 128

  var kind = Kind.nothing
  /// Its element, if it is one that is known.
  var element: HTMLElement?
  /// Where its attributes stand, with the spaces around them.
  var attributes = 0..<0
  /// Where what follows it begins.
  var end = 0

  /// A tag without attributes.
  @inline(__always)
  init(_ kind: Kind, of element: HTMLElement, end: Int) {
    self.kind = kind
    self.element = element
    attributes = end..<end
    self.end = end
  }

  /// The tag that begins at the `<` at `index`; nil where that `<` is mere text.
  init?(in view: ByteView, at index: Int, names: NameTable<HTMLElement>) {
    var position = index + 1
    guard position < view.count else { return nil }
    kind = .start
    if view[position] == UInt8(ascii: "/") {
      kind = .end
      position += 1
      guard position < view.count else { return nil }
    }
    guard ASCII.isLetter(view[position]) else {
      guard let close = HTMLTag.endOfDeclaration(in: view, at: index) else { return nil }
      kind = .nothing
      end = close
      return
    }
    let nameStart = position
    while position < view.count, ASCII.isLetter(view[position]) || ASCII.isDigit(view[position]) { position += 1 }
    guard readRest(in: view, from: position, nameStart: nameStart, names) else { return nil }
  }

  /// The rest of a name with more in it than letters and digits, and the attributes.
  private mutating func readRest(
    in view: ByteView, from start: Int, nameStart: Int, _ names: NameTable<HTMLElement>
  ) -> Bool {
    var position = start
    scanning: while position < view.count {
      // Else text that is full of `<` would be read to its end at each of them.
      guard position - nameStart < HTMLTag.longestName else { return false }
      let byte = view[position]
      switch HTMLTag.kind(byte) {
      case .space, .close, .slash: break scanning
      // An address in angle brackets is no tag.
      case .at: return false
      case .colon where view.matches("://", at: position): return false
      case .plain, .colon, .quote, .equals: break
      }
      position += 1
    }
    element = names[NameHash(view[nameStart..<position])]
    let close = HTMLTag.endOfTag(in: view, from: position)
    // At the very end a tag that is cut off is dropped, if it can be recognised as one.
    if close == nil, element == nil { return false }
    attributes = position..<(close ?? view.count)
    end = min((close ?? view.count) + 1, view.count)
    return true
  }

  /// What a byte is within a tag.
  enum ByteKind {
    case plain, space, close, slash, at, colon, quote, equals
  }

  @inline(__always)
  static func kind(_ byte: UInt8) -> ByteKind {
    switch byte {
    case 0x09, 0x0a, 0x0c, 0x0d, 0x20: .space
    case UInt8(ascii: ">"): .close
    case UInt8(ascii: "/"): .slash
    case UInt8(ascii: "@"): .at
    case UInt8(ascii: ":"): .colon
    case UInt8(ascii: "\""), UInt8(ascii: "'"): .quote
    case UInt8(ascii: "="): .equals
    default: .plain
    }
  }

  /// Where the `>` stands that ends a tag, quoted values passed over.
  private static func endOfTag(in view: ByteView, from start: Int) -> Int? {
    var position = ByteScan.endOfTagPart(in: view, from: start)
    while position < view.count {
      let byte = view[position]
      if byte == UInt8(ascii: ">") { return position }
      if isBehindEquals(position, in: view, from: start), let quote = view.firstIndex(of: byte, from: position + 1) {
        position = quote
      }
      position = ByteScan.endOfTagPart(in: view, from: position + 1)
    }
    return nil
  }

  /// Whether an equals sign stands before, with nothing but white space between.
  private static func isBehindEquals(_ index: Int, in view: ByteView, from start: Int) -> Bool {
    var before = index - 1
    while before >= start, ASCII.isSpace(view[before]) { before -= 1 }
    return before >= start && view[before] == UInt8(ascii: "=")
  }

  /// After the `>` of a comment, a declaration or an instruction. Only a comment may lack it, and then has the rest.
  private static func endOfDeclaration(in view: ByteView, at index: Int) -> Int? {
    guard view[index + 1] == UInt8(ascii: "!") || view[index + 1] == UInt8(ascii: "?") else { return nil }
    let isComment = view.matches("<!--", at: index)
    if isComment, let close = view.firstIndex(of: "-->", from: index + 4) { return close + 3 }
    return view.firstIndex(of: UInt8(ascii: ">"), from: index).map { $0 + 1 } ?? (isComment ? view.count : nil)
  }
}
