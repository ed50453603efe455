/// CDATA sections and comments whose ends are not where they should be.
extension MarkupScanner {
  // MARK: CDATA

  /// A section that has the mark of another one's start in it: it forgot its own end, or it holds the other, or it only
  /// speaks of it.
  @inline(never)
  mutating func scanDoubtfulSection(from start: Int, inner: Int, innerEnd: Int) -> Event? {
    if let end = endOfForgottenSection(from: start, inner: inner) {
      diagnostics.report("unclosed-cdata", at: position, "a CDATA section that has no end before its element's end")
      text = start..<end
      position = end
      return .text
    }
    if let outer = endOfOuterSection(innerEnd: innerEnd) {
      diagnostics.report("nested-cdata", at: position, "a CDATA section within another one")
      nestedEnd = outer
      position = start
      return nil
    }
    text = start..<innerEnd
    position = innerEnd + 3
    return .text
  }

  /// The end tag of its element, which a section without an end should have ended before.
  ///
  /// XML would read on to the end of the next section. But where a tag stands behind that end tag, and the next section in
  /// an element that began after it, all between is no text: it is the rest of an item and the beginning of another.
  private func endOfForgottenSection(from start: Int, inner: Int) -> Int? {
    guard let parent = open.last?.hash, isBehindStartTag(inner, from: start) else { return nil }
    var depth = 0
    var at = start
    while let found = document.firstIndex(of: UInt8(ascii: "<"), from: at), found < inner {
      let isEnd = document.matches("</", at: found)
      let name = QualifiedName(in: document, at: found + (isEnd ? 2 : 1))
      at = max(name.range.upperBound, found + 1)
      guard name.hash == parent else { continue }
      if !isEnd {
        depth += 1
      } else if depth > 0 {
        depth -= 1
      } else {
        return isBeforeTag(at) ? found : nil
      }
    }
    return nil
  }

  /// Whether the last tag between the two places is a start tag.
  private func isBehindStartTag(_ index: Int, from start: Int) -> Bool {
    var at = index - 1
    while at > start, document[at] != UInt8(ascii: "<") { at -= 1 }
    guard document[at] == UInt8(ascii: "<"), ASCII.startsName(document[at + 1]),
      let end = document[at..<index].firstIndex(of: UInt8(ascii: ">"), from: 0)
    else { return false }
    return document[at + end - 1] != UInt8(ascii: "/")
  }

  /// Whether a tag follows the rest of the end tag whose name ends at `index`.
  private func isBeforeTag(_ index: Int) -> Bool {
    var at = index
    while at < document.count, ASCII.isSpace(document[at]) { at += 1 }
    guard at < document.count, document[at] == UInt8(ascii: ">") else { return false }
    at += 1
    while at < document.count, ASCII.isSpace(document[at]) { at += 1 }
    return at < document.count && document[at] == UInt8(ascii: "<")
  }

  /// In a document that was cut off, the rest is CDATA; in a whole one, what stands before the element's end.
  mutating func endOfUnclosedSection(from start: Int) -> Int {
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
  private mutating func endOfOuterSection(innerEnd: Int) -> Int? {
    var after = innerEnd + 3
    while after < document.count, ASCII.isSpace(document[after]) { after += 1 }
    if document.matches("</", at: after) || document.matches("<!", at: after) { return nil }
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

  // MARK: Comments

  /// Whether a comment forgot its end, so that the next `-->` is that of another one. No comment may have the mark of
  /// another's start in it; where what stands before that mark is more than text, it was no comment.
  mutating func isForgotten(commentAt start: Int, end: Int) -> Bool {
    guard let inner = document[start..<end].firstIndex(of: "<!--", from: 4).map({ start + $0 }) else { return false }
    if holdsStructure(from: start + 4, to: inner), !isWithinOuterComment(end + 3) {
      diagnostics.report("unclosed-comment", at: start, "a comment that has no end before the next one's")
      return true
    }
    diagnostics.report("nested-comment", at: start, "a comment within another one")
    return false
  }

  /// Whether there is a tag of an item, the end of the element that is open or of one that feeds have, or a CDATA section.
  private func holdsStructure(from start: Int, to end: Int) -> Bool {
    var at = start
    while let found = document.firstIndex(of: UInt8(ascii: "<"), from: at), found < end {
      if document.matches("<![CDATA[", at: found) { return true }
      let isEnd = document.matches("</", at: found)
      let name = QualifiedName(in: document, at: found + (isEnd ? 2 : 1))
      if name.hash == item || name.hash == entry { return true }
      if isEnd, name.hash == open.last?.hash || names[name.localHash(in: document)] != nil { return true }
      at = max(name.range.upperBound, found + 1)
    }
    return false
  }

  /// Whether the end of a comment comes before another one's start: then comments were put in a comment.
  private mutating func isWithinOuterComment(_ index: Int) -> Bool {
    var at = index
    let limit = min(document.count, index + lookahead)
    defer { lookahead -= at - index }
    while at < limit {
      if document[at] == UInt8(ascii: "-"), document.matches("-->", at: at) { return true }
      if document[at] == UInt8(ascii: "<"), document.matches("<!--", at: at) { return false }
      at += 1
    }
    return false
  }
}
