/// A tag, comment or declaration of HTML at one place of a text.
struct HTMLTag {
  enum Kind {
    case start, end
    /// A comment, a declaration or a processing instruction.
    case nothing
  }

  var kind = Kind.nothing
  /// Its name, if it is one that is known.
  var name: HTMLName?
  /// Where its attributes stand, with the spaces around them.
  var attributes = 0..<0
  /// Where what follows it begins.
  var end = 0

  /// The tag that begins at the `<` at `index`; nil where that `<` is mere text.
  init?(in view: ByteView, at index: Int) {
    let first = index + 1
    guard first < view.count else { return nil }
    switch view[first] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      guard let close = HTMLTag.endOfDeclaration(in: view, at: index) else { return nil }
      end = close
    case UInt8(ascii: "/"):
      guard first + 1 < view.count, ASCII.isLetter(view[first + 1]) else { return nil }
      kind = .end
      guard readName(in: view, from: first + 1) else { return nil }
    case let byte where ASCII.isLetter(byte):
      kind = .start
      guard readName(in: view, from: first) else { return nil }
    default: return nil
    }
  }

  private mutating func readName(in view: ByteView, from start: Int) -> Bool {
    var hash = NameHash()
    var position = start
    while position < view.count {
      let byte = view[position]
      if ASCII.isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
      // An address in angle brackets is no tag.
      if byte == UInt8(ascii: "@") || byte == UInt8(ascii: ":") && view.matches("://", at: position) { return false }
      hash.combine(byte)
      position += 1
    }
    name = HTMLName.byName[hash]
    let close = HTMLTag.endOfTag(in: view, from: position)
    // At the very end a tag that is cut off is dropped, if it can be recognised as one.
    if close == nil, name == nil { return false }
    attributes = position..<(close ?? view.count)
    end = min((close ?? view.count) + 1, view.count)
    return true
  }

  /// Where the `>` stands that ends a tag, quoted values passed over.
  private static func endOfTag(in view: ByteView, from start: Int) -> Int? {
    var position = start
    var follows = UInt8(0)
    while position < view.count {
      let byte = view[position]
      if byte == UInt8(ascii: ">") { return position }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), follows == UInt8(ascii: "=") {
        if let quote = view.firstIndex(of: byte, from: position + 1) { position = quote }
      }
      if !ASCII.isSpace(byte) { follows = byte }
      position += 1
    }
    return nil
  }

  /// After the `>` of a comment, a declaration or an instruction. Only a comment may lack it, and then has the rest.
  private static func endOfDeclaration(in view: ByteView, at index: Int) -> Int? {
    let isComment = view.matches("<!--", at: index)
    if isComment, let close = view.firstIndex(of: "-->", from: index + 4) { return close + 3 }
    return view.firstIndex(of: UInt8(ascii: ">"), from: index).map { $0 + 1 } ?? (isComment ? view.count : nil)
  }

  /// Where the content of `name`, which begins at `index`, ends: at its end tag, or with the text.
  static func endOfContent(of name: HTMLName, in view: ByteView, from index: Int) -> Int {
    var position = index
    while let found = view.firstIndex(of: UInt8(ascii: "<"), from: position) {
      if let tag = HTMLTag(in: view, at: found), tag.kind == .end, tag.name == name { return tag.end }
      position = found + 1
    }
    return view.count
  }
}
