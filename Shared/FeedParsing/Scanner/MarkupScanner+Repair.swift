/// What start and end tags show to be missing, and what else is wrong but passed over.
extension MarkupScanner {
  /// How many open elements the start tag of a core element shows to have been left open.
  ///
  /// What only stands beside a text element never stands in one, unless that has an end of its own: see `endsLeaf`. Of items
  /// see `countOfElementsEndedByItem`.
  mutating func countOfElementsEnded(byCore name: MarkupName?, isEmpty: Bool) -> Int {
    if name == .item || name == .entry { return countOfElementsEndedByItem(isEmpty: isEmpty) }
    if leafDepth == .max {
      guard open.count > 1, endsGroup(open[open.count - 1].name, name) else { return 0 }
    } else {
      guard leafDepth == open.count, endsLeaf(name, hasAttributes: !attributes.isEmpty) else { return 0 }
    }
    return ownEnd(ofElementAt: open.count - 1, from: tagStart) == nil ? 1 : 0
  }

  /// Whether the element is one of a feed's own, which stands beside texts and not in them. Names that HTML has too are
  /// such only without attributes, as RSS has them.
  func endsLeaf(_ name: MarkupName?, hasAttributes: Bool) -> Bool {
    switch name {
    case .item, .entry, .channel, .guid, .pubdate, .enclosure, .description, .lastbuilddate, .published, .updated, .id,
      .author, .category, .generator, .copyright, .language, .ttl, .managingeditor, .webmaster, .content, .rights,
      .subtitle, .skiphours, .skipdays, .issued, .modified, .created:
      true
    case .link, .title, .summary, .image: !hasAttributes || open[open.count - 1].name == .title
    default: false
    }
  }

  /// Whether the element stands beside a picture or a person, and is no part of what describes these.
  @inline(__always)
  private func endsGroup(_ group: MarkupName?, _ name: MarkupName?) -> Bool {
    switch group {
    case .image, .owner, .author: MarkupScanner.isNoPartOfGroup(name)
    default: false
    }
  }

  private static func isNoPartOfGroup(_ name: MarkupName?) -> Bool {
    switch name {
    case .guid, .pubdate, .enclosure, .lastbuilddate, .published, .updated, .id, .category, .generator, .copyright,
      .language, .ttl, .managingeditor, .webmaster, .content, .rights, .subtitle, .skiphours, .skipdays, .issued,
      .modified, .created, .summary:
      true
    default: false
    }
  }

  /// Where an open element has an end tag further on, before the end of its parent.
  ///
  /// It looks ahead only within `lookahead` bytes of the whole document, so that the work stays linear.
  mutating func ownEnd(ofElementAt index: Int, from start: Int) -> Int? {
    guard index > 0 else { return nil }
    let (element, parent) = (open[index].hash, open[index - 1].hash)
    var (depth, parentDepth) = (0, 1)
    // One in another of its name has an end of its own.
    for outer in index..<open.count {
      if open[outer].hash == element { depth += 1 }
      if open[outer].hash == parent { parentDepth += 1 }
    }
    var at = start
    while let found = document.firstIndex(of: UInt8(ascii: "<"), from: at), found - start < lookahead {
      at = endOfSection(at: found)
      guard at == found else { continue }
      let isEnd = document.matches("</", at: found)
      let nameStart = found + (isEnd ? 2 : 1)
      let name = QualifiedName(in: document, at: nameStart)
      at = name.range.upperBound
      let hash = name.hash
      guard hash == element || hash == parent else { continue }
      let step = isEnd ? -1 : skipTag(from: &at) ? 0 : 1
      if hash == element { depth += step }
      if hash == parent { parentDepth += step }
      if depth == 0 || parentDepth == 0 { break }
    }
    lookahead -= min(at - start, lookahead)
    return depth == 0 ? at : nil
  }

  /// After the comment, CDATA section or instruction that begins at `index`; `index` if none does.
  func endOfSection(at index: Int) -> Int {
    if document.matches("<!--", at: index) {
      return document.firstIndex(of: "-->", from: index + 4).map { $0 + 3 } ?? document.count
    }
    if document.matches("<![CDATA[", at: index) {
      return document.firstIndex(of: "]]>", from: index + 9).map { $0 + 3 } ?? document.count
    }
    if document.matches("<?", at: index) {
      return document.firstIndex(of: "?>", from: index + 2).map { $0 + 2 } ?? document.count
    }
    return index
  }

  /// Moves from the end of a tag's name to its `>`, which is not one in a quoted value, or to the next `<`. Returns whether
  /// it is an empty-element tag.
  private func skipTag(from index: inout Int) -> Bool {
    let next = document.firstIndex(of: UInt8(ascii: "<"), from: index) ?? document.count
    while index < next {
      switch document[index] {
      case UInt8(ascii: ">"): return document[index - 1] == UInt8(ascii: "/")
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        index = document[index + 1..<next].firstIndex(of: document[index], from: 0).map { index + 1 + $0 } ?? index
      default: break
      }
      index += 1
    }
    return false
  }

  // MARK: End tags

  /// Reads the end tag at the position and moves past it. Nil if the document ends within it: then the element is not whole.
  mutating func scanEndTagName() -> QualifiedName? {
    let name = QualifiedName(in: document, at: position + 2)
    let end = name.range.upperBound
    if end < document.count, document[end] == UInt8(ascii: ">") {
      position = end + 1
      return name
    }
    return skipRestOfEndTag(from: end) ? name : nil
  }

  private mutating func skipRestOfEndTag(from index: Int) -> Bool {
    let start = position
    var end = index
    while end < document.count, ASCII.isSpace(document[end]) { end += 1 }
    if end < document.count, document[end] != UInt8(ascii: ">"), document[end] != UInt8(ascii: "<") {
      diagnostics.report("junk-in-tag", at: end, "an end tag with more than a name in it")
    }
    while end < document.count, document[end] != UInt8(ascii: ">"), document[end] != UInt8(ascii: "<") { end += 1 }
    position = end
    guard end < document.count else { return false }
    if document[end] == UInt8(ascii: ">") {
      position += 1
    } else {
      diagnostics.report("unclosed-tag", at: start, "a tag that has no > before the next one")
    }
    return true
  }

  mutating func reportCase(of name: Range<Int>, differingFrom other: Range<Int>) {
    if document[name].equals(document[other]) { return }
    diagnostics.reportOnce("mismatched-case", at: name.lowerBound, "an end tag in other letters than its start tag")
  }

  mutating func reportUnclosed(_ element: OpenElement, at offset: Int) {
    let name = document[element.qualifiedName.prefix(40)].string
    diagnostics.report("unclosed-element", at: offset, "<\(name)> has no end where it should have one")
  }

  mutating func reportUndeclaredPrefix() {
    guard let offset = bindings.undeclaredPrefix else { return }
    diagnostics.reportOnce(
      "undeclared-prefix", at: offset, "a prefix that is not declared, read as what it usually means")
  }

  // MARK: Text

  mutating func reportTextOutsideRoot(at offset: Int) {
    let place = hasSeenRoot ? "behind the end of" : "before"
    diagnostics.reportOnce("text-outside-root", at: offset, "text \(place) the root element")
  }

  /// `]]>` may only end a CDATA section.
  @inline(never)
  mutating func reportSectionEnd(at offset: Int) {
    diagnostics.report("cdata-end-in-text", at: offset, "]]> that ends no CDATA section")
  }
}
