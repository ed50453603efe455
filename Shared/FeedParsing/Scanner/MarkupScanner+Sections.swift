/// Comments, CDATA sections, declarations and processing instructions.
extension MarkupScanner {
  /// What stands at a `<!`. Nil: something that is no event was passed over.
  mutating func scanDeclaration() -> Event? {
    if document.matches("<!--", at: position) {
      skipComment()
      return nil
    }
    if document.matchesIgnoringCase("<![cdata[", at: position) {
      return scanSection()
    }
    skipDeclaration()
    return nil
  }

  private mutating func skipComment() {
    let start = position
    if !hasNoCommentEnd, let end = document.firstIndex(of: "-->", from: position + 4) {
      position = end + 3
      return
    }
    hasNoCommentEnd = true
    diagnostics.reportOnce("unclosed-comment", at: start, "a comment without an end")
    // In a document that was cut off, the rest is comment. In a whole one it is not: items stand in it.
    position = isWhole ? endOfBrokenMarkup(from: start + 4) : document.count
  }

  /// Whether the document's last tag is the end of its root element, so that it was not cut off.
  private var isWhole: Bool {
    guard endOfText > 0, document[endOfText - 1] == UInt8(ascii: ">") else { return false }
    guard !open.isEmpty else { return true }
    let root = open[0]
    let start = endOfText - 3 - root.qualifiedName.count
    guard start >= 0, document.matches("</", at: start) else { return false }
    let name = QualifiedName(in: document, at: start + 2)
    return name.hash == root.hash && name.range.upperBound == endOfText - 1
  }

  /// Before the next `<`, or after the next `>` if that comes first.
  private func endOfBrokenMarkup(from start: Int) -> Int {
    var end = start
    while end < document.count, document[end] != UInt8(ascii: "<") {
      end += 1
      if document[end - 1] == UInt8(ascii: ">") { break }
    }
    return end
  }

  // MARK: CDATA

  private mutating func scanSection() -> Event? {
    if open.isEmpty { reportTextOutsideRoot(at: position) }
    let start = position + 9
    textIsCDATA = true
    let end = hasNoSectionEnd ? nil : document.firstIndex(of: "]]>", from: start)
    guard let end else {
      hasNoSectionEnd = true
      diagnostics.reportOnce("unclosed-cdata", at: position, "a CDATA section without an end")
      text = start..<endOfUnclosedSection(from: start)
      position = text.upperBound
      return .text
    }
    if let outer = endOfOuterSection(from: start, innerEnd: end) {
      diagnostics.report("nested-cdata", at: position, "a CDATA section within another one")
      nestedEnd = outer
      position = start
      return nil
    }
    text = start..<end
    position = end + 3
    return .text
  }

  /// In a document that was cut off, the rest is CDATA; in a whole one, what stands before the element's end.
  private mutating func endOfUnclosedSection(from start: Int) -> Int {
    guard isWhole, let parent = open.last else { return document.count }
    var position = start
    while let found = document.firstIndex(of: "</", from: position) {
      let name = QualifiedName(in: document, at: found + 2)
      if name.hash == parent.hash { return found }
      position = name.range.upperBound
    }
    return document.count
  }

  /// Where a section ends that has another one in it, which XML knows nothing of: to XML the first `]]>` ends both. Nil for
  /// what is well-formed: there, after one section's end, no other comes before the next section's start.
  private mutating func endOfOuterSection(from start: Int, innerEnd: Int) -> Int? {
    var after = innerEnd + 3
    while after < document.count, ASCII.isSpace(document[after]) { after += 1 }
    if document.matches("</", at: after) || document.matches("<!", at: after) { return nil }
    let marker: StaticString = "<![CDATA["
    guard document[start..<innerEnd].firstIndex(of: marker, from: 0) != nil else { return nil }
    // In a tag's values, in comments and in instructions `]]>` means nothing.
    var quote: UInt8?
    var isInTag = false
    for index in after..<min(document.count, after + lookahead) {
      let byte = document[index]
      switch byte {
      case _ where quote != nil: if byte == quote { quote = nil }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): if isInTag { quote = byte }
      case UInt8(ascii: ">"): isInTag = false
      case UInt8(ascii: "<"):
        if document.matches("<!", at: index) || document.matches("<?", at: index) {
          lookahead -= index - after
          return nil
        }
        isInTag = true
      case UInt8(ascii: "]") where !isInTag && document.matches("]]>", at: index): return index
      default: break
      }
    }
    lookahead = 0
    return nil
  }

  /// Reports a part of sections in each other as text, up to the next mark of one's start or end.
  mutating func reportNestedSection() {
    textIsCDATA = true
    let start = position
    var end = start
    while end < nestedEnd {
      if document.matches("]]>", at: end) || document.matches("<![CDATA[", at: end) { break }
      end += 1
    }
    text = start..<end
    position = end + (document.matches("]]>", at: end) ? 3 : 9)
  }

  // MARK: Declarations and instructions

  /// A document type declaration, with an internal subset, which is not read: nothing in it is defined or fetched.
  private mutating func skipDeclaration() {
    if document.matchesIgnoringCase("<!doctype", at: position) { hasDocumentType = true }
    if !hasNoDeclarationEnd, let end = endOfDeclaration(from: position + 2) {
      position = end
      return
    }
    hasNoDeclarationEnd = true
    diagnostics.reportOnce("unclosed-declaration", at: position, "a declaration without an end")
    position = endOfBrokenMarkup(from: position + 2)
  }

  /// After its `>`: not one in a quoted value, in the internal subset, or in a comment or an instruction there.
  private func endOfDeclaration(from start: Int) -> Int? {
    var end = start
    var isInSubset = false
    while end < document.count {
      let byte = document[end]
      switch byte {
      case UInt8(ascii: "["): isInSubset = true
      case UInt8(ascii: "]"): isInSubset = false
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let close = document.firstIndex(of: byte, from: end + 1) else { return nil }
        end = close
      case UInt8(ascii: "<") where document.matches("<!--", at: end):
        guard let close = document.firstIndex(of: "-->", from: end + 4) else { return nil }
        end = close + 2
      case UInt8(ascii: "<") where document.matches("<?", at: end):
        guard let close = document.firstIndex(of: "?>", from: end + 2) else { return nil }
        end = close + 1
      case UInt8(ascii: "<") where !isInSubset: return nil
      case UInt8(ascii: ">") where !isInSubset: return end + 1
      default: break
      }
      end += 1
    }
    return nil
  }

  mutating func skipInstruction() {
    if position > 0, document.matchesIgnoringCase("<?xml", at: position), position + 5 < document.count,
      ASCII.isSpace(document[position + 5])
    {
      diagnostics.report("misplaced-declaration", at: position, "an XML declaration that is not at the very beginning")
    }
    position = endOfInstruction(from: position + 2)
  }

  /// After its `?>`. Where there is none, or another instruction begins before, after its first `>` or before a `<`.
  private mutating func endOfInstruction(from start: Int) -> Int {
    var at = start
    while let close = document.firstIndex(of: UInt8(ascii: ">"), from: at) {
      // `?>` can only stand where its `>` does.
      if document[close - 1] == UInt8(ascii: "?"), close > start { return close + 1 }
      if document[at..<close].firstIndex(of: "<?", from: 0) != nil || close - start > lookahead { break }
      at = close + 1
    }
    diagnostics.reportOnce("unclosed-instruction", at: start - 2, "a processing instruction without an end")
    lookahead -= min(at - start, lookahead)
    return endOfBrokenMarkup(from: start)
  }
}
