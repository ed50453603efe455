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
    if !hasNoCommentEnd, nextCommentEnd < start + 4 {
      nextCommentEnd = document.firstIndex(of: "-->", from: start + 4) ?? -1
    }
    if nextCommentEnd >= start + 4 {
      position =
        isForgotten(commentAt: start, end: nextCommentEnd) ? endOfBrokenMarkup(from: start + 4) : nextCommentEnd + 3
      return
    }
    hasNoCommentEnd = true
    diagnostics.reportOnce("unclosed-comment", at: start, "a comment without an end")
    // In a document that was cut off, the rest is comment. In a whole one it is not: items stand in it.
    position = isWhole ? endOfBrokenMarkup(from: start + 4) : document.count
  }

  /// Whether the end of the document's root element is among the last tags of the document, so that it was not cut off.
  var isWhole: Bool {
    var end = endOfText
    guard !open.isEmpty else { return end > 0 && document[end - 1] == UInt8(ascii: ">") }
    let root = open[0].hash
    // A web page around the feed has two end tags more; comments behind the root are its server's.
    for _ in 0..<4 {
      guard end > 0, document[end - 1] == UInt8(ascii: ">") else { return false }
      var start = end - 1
      let limit = max(end - ScannerLimits.name, 0)
      while start > limit, document[start] != UInt8(ascii: "<") { start -= 1 }
      if document.matches("</", at: start) {
        if QualifiedName(in: document, at: start + 2).hash == root { return true }
      } else if !document.matches("<!--", at: start) {
        return false
      }
      end = start
      while end > 0, ASCII.isSpace(document[end - 1]) { end -= 1 }
    }
    return false
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
    if nextSectionEnd < start, !hasNoSectionEnd {
      nextSectionEnd = document.firstIndex(of: "]]>", from: start) ?? -1
    }
    guard nextSectionEnd >= start else { return scanUnclosedSection(from: start) }
    if let inner = startOfSection(from: start, to: nextSectionEnd) {
      return scanDoubtfulSection(from: start, inner: inner, innerEnd: nextSectionEnd)
    }
    text = start..<nextSectionEnd
    position = nextSectionEnd + 3
    return .text
  }

  private mutating func scanUnclosedSection(from start: Int) -> Event? {
    hasNoSectionEnd = true
    diagnostics.reportOnce("unclosed-cdata", at: position, "a CDATA section without an end")
    text = start..<endOfUnclosedSection(from: start)
    position = text.upperBound
    return .text
  }

  /// Where in a section another one seems to begin. The bracket is what is rare in it.
  @inline(__always)
  private mutating func startOfSection(from start: Int, to end: Int) -> Int? {
    let section = document[start..<end]
    var at = 0
    while let bracket = section.firstIndex(of: UInt8(ascii: "["), from: at) {
      if section.matchesIgnoringCase("<![cdata[", at: bracket - 8) { return start + bracket - 8 }
      at = bracket + 1
    }
    return nil
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
    while let close = instructionClose(from: at) {
      // `?>` can only stand where its `>` does.
      if document[close - 1] == UInt8(ascii: "?"), close > start { return close + 1 }
      if document[at..<close].firstIndex(of: "<?", from: 0) != nil || close - start > lookahead { break }
      at = close + 1
    }
    diagnostics.reportOnce("unclosed-instruction", at: start - 2, "a processing instruction without an end")
    lookahead -= min(at - start, lookahead)
    return endOfBrokenMarkup(from: start)
  }

  /// The next `>` at or after `index`: the one that was found last, for all instructions that it might belong to.
  private mutating func instructionClose(from index: Int) -> Int? {
    if !knownFreeOfClose.contains(index) {
      knownFreeOfClose = index..<(document.firstIndex(of: UInt8(ascii: ">"), from: index) ?? document.count)
    }
    return knownFreeOfClose.upperBound < document.count ? knownFreeOfClose.upperBound : nil
  }
}
