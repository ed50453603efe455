/// Where items stand, and what their tags show to have been left open.
extension MarkupScanner {
  /// How many open elements the start of an item or entry shows to have been left open.
  ///
  /// Items stand in the channel or feed itself and never in each other: one ends whatever is open there. But an element that
  /// has its own end further on rightly holds it, as a record of conflicts holds an item's older versions; and an item that
  /// has nothing in it, within another, is nothing at all.
  @inline(never)
  mutating func countOfElementsEndedByItem(isEmpty: Bool) -> Int {
    if tagStart < endOfHolder { return 0 }
    var outer = open.count - 1
    while outer >= 0, !MarkupScanner.isItem(open[outer]), !MarkupScanner.isHomeOfItems(open[outer]) { outer -= 1 }
    guard outer >= 0 else { return 0 }
    let above = open.count - 1 - outer
    if above > 0, let end = ownEnd(ofElementAt: outer + 1, from: tagStart) {
      endOfHolder = end
      return 0
    }
    guard MarkupScanner.isItem(open[outer]) else { return above }
    return above == 0 && (isEmpty || endsAtOnce) ? 0 : above + 1
  }

  private static func isItem(_ element: OpenElement) -> Bool {
    element.namespace == .core && (element.name == .item || element.name == .entry)
  }

  private static func isHomeOfItems(_ element: OpenElement) -> Bool {
    switch element.name {
    case .channel, .feed, .rss: element.namespace == .core
    case .rdf: element.namespace == .core || element.namespace == .rdf
    default: false
    }
  }

  /// Whether the end tag before the position, of an open element, is not the one that ends it: that of the channel or the
  /// root, behind which the same comes again, without a start in between.
  @inline(never)
  mutating func isStrayEnd(ofElementAt index: Int) -> Bool {
    guard index == 0 || MarkupScanner.isHomeOfItems(open[index]) else { return false }
    let element = open[index].hash
    let limit = min(endOfText, position + lookahead)
    var at = position
    defer { lookahead -= min(max(at - position, 0), lookahead) }
    while let found = document.firstIndex(of: UInt8(ascii: "<"), from: at), found < limit {
      at = endOfSection(at: found)
      guard at == found else { continue }
      let isEnd = document.matches("</", at: found)
      let name = QualifiedName(in: document, at: found + (isEnd ? 2 : 1))
      at = max(name.range.upperBound, found + 1)
      if name.hash == element { return isEnd }
    }
    return false
  }

  /// Whether nothing but white space stands between the start tag that was read last and its end tag.
  private var endsAtOnce: Bool {
    var at = position
    while at < document.count, ASCII.isSpace(document[at]) { at += 1 }
    guard document.matches("</", at: at) else { return false }
    return QualifiedName(in: document, at: at + 2).hash == element.hash
  }

  /// Whether a name is another one with a mistake in it: all but two of the shorter one's bytes are, in order, the beginning
  /// and the end of the longer. It may have swallowed a bad byte, or the text behind a tag that has no `>`.
  func isMisspelling(_ name: Range<Int>, of other: Range<Int>) -> Bool {
    let shorter = min(name.count, other.count)
    guard shorter >= 4, max(name.count, other.count) <= ScannerLimits.name else { return false }
    var (head, tail) = (0, 0)
    while head < shorter,
      ASCII.lower(document[name.lowerBound + head]) == ASCII.lower(document[other.lowerBound + head])
    {
      head += 1
    }
    while head + tail < shorter,
      ASCII.lower(document[name.upperBound - 1 - tail]) == ASCII.lower(document[other.upperBound - 1 - tail])
    {
      tail += 1
    }
    return head + tail >= shorter - 2
  }
}
