/// A tag, comment or declaration of HTML at one place of a text.
struct HTMLTag {
  enum Kind {
    case start, end
    /// A comment, a declaration or a processing instruction.
    case nothing
  }

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
  ///
  /// - Parameter search: what earlier searches in the same text, which began before `index`, came to.
  init?(in view: ByteView, at index: Int, names: NameTable<HTMLElement>, _ search: inout HTMLTagSearch) {
    var position = index + 1
    guard position < view.count else { return nil }
    kind = .start
    if view[position] == UInt8(ascii: "/") {
      kind = .end
      position += 1
      guard position < view.count else { return nil }
    }
    guard ASCII.isLetter(view[position]) else {
      guard let close = search.endOfDeclaration(in: view, at: index) else { return nil }
      kind = .nothing
      end = close
      return
    }
    let nameStart = position
    // A known name has no letters but its own, whatever ends it.
    if let (length, _, hash) = ByteScan.shortName(in: view, at: nameStart), let known = names[hash],
      view[nameStart + length] != UInt8(ascii: "<"), view[nameStart + length] != UInt8(ascii: "=")
    {
      readAttributes(of: known, in: view, from: nameStart + length)
      return
    }
    position = HTMLTag.endOfName(in: view, from: position)
    guard readRest(in: view, from: position, nameStart: nameStart, names, &search) else { return nil }
  }

  /// Where the letters and digits of a name that begins at `index` end.
  @inline(__always)
  static func endOfName(in view: ByteView, from index: Int) -> Int {
    var position = index
    while position < view.count, ASCII.isLetter(view[position]) || ASCII.isDigit(view[position]) { position += 1 }
    return position
  }

  @inline(__always)
  private mutating func readAttributes(of known: HTMLElement, in view: ByteView, from start: Int) {
    let close = HTMLTag.endOfTag(in: view, from: start, before: view.count)
    element = known
    attributes = start..<(close ?? view.count)
    end = min((close ?? view.count) + 1, view.count)
  }

  /// The rest of a name with more in it than letters and digits, and the attributes.
  private mutating func readRest(
    in view: ByteView, from start: Int, nameStart: Int, _ names: NameTable<HTMLElement>, _ search: inout HTMLTagSearch
  ) -> Bool {
    var position = start
    let limit = min(nameStart + search.limit, view.count)
    scanning: while position < limit {
      let byte = view[position]
      switch HTMLTag.kind(byte) {
      case .space, .close, .slash: break scanning
      // An address in angle brackets is no tag.
      case .at: return search.fail(after: position - nameStart)
      case .colon where view.matches("://", at: position): return search.fail(after: position - nameStart)
      case .plain, .colon, .quote, .equals: break
      }
      position += 1
    }
    element = names[NameHash(view[nameStart..<position])]
    // What may turn out to be text is looked at again from its next byte on; a known tag never is.
    let close = HTMLTag.endOfTag(in: view, from: position, before: element == nil ? limit : view.count)
    if element == nil {
      // At the very end a tag that is cut off is dropped, if it can be recognised as one.
      guard let close else { return search.fail(after: limit - nameStart) }
      search.note(close - nameStart)
    }
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
  private static func endOfTag(in view: ByteView, from start: Int, before limit: Int) -> Int? {
    let part = view[0..<limit]
    var position = ByteScan.endOfTagPart(in: part, from: start)
    while position < limit {
      let byte = part[position]
      if byte == UInt8(ascii: ">") { return position }
      if isBehindEquals(position, in: part, from: start) {
        let quote = ByteScan.endOfQuoted(byte, in: part, from: position + 1).end
        if quote < limit { position = quote }
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
}
