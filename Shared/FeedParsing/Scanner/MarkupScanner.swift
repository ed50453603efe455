/// A liberal scanner of XML as feeds are written, over UTF-8 bytes that are all there.
///
/// It is asked for one event after another. Starts and ends always balance: an end that is missing is made up, one that
/// belongs to nothing is passed over, and each such repair leaves a diagnostic. There is no DTD and no entity but the
/// predefined ones and HTML's, nothing is fetched, and every byte is looked at a bounded number of times.
struct MarkupScanner {
  enum Event {
    case start, end, text
    /// The document is over: properly, or because it was cut off (`isTruncated`).
    case finished
  }

  /// How deep elements may nest; what is deeper is passed over, its text kept.
  static let depthLimit = 256

  let document: ByteView
  var position = 0
  var diagnostics = Diagnostics()
  var bindings = NamespaceBindings()
  private(set) var open: [OpenElement] = []
  /// The document ended while elements were open.
  private(set) var isTruncated = false

  /// The element whose start was reported last.
  var element = OpenElement()
  var attributes: [MarkupAttribute] = []
  /// The element whose end was reported last.
  private(set) var closed = OpenElement()
  /// The text that was reported last, as a part of the document, and what it is.
  private(set) var text = 0..<0
  private(set) var textIsCDATA = false
  /// Where the markup of the last start tag begins.
  private(set) var tagStart = 0

  /// The depth of an element that is being read as text, or Int.max: see `endsLeaf`.
  var leafDepth = Int.max

  private var pendingEnds = 0
  private var startIsPending = false
  private var startIsEmpty = false
  private var ignoredDepth = 0
  private var hasSeenRoot = false

  init(document: ByteView) {
    self.document = document
    open.reserveCapacity(16)
    attributes.reserveCapacity(16)
  }

  var depth: Int { open.count }

  mutating func next() -> Event {
    if pendingEnds > 0 {
      pendingEnds -= 1
      return closeTop()
    }
    if startIsPending {
      startIsPending = false
      return openElement()
    }
    while position < document.count {
      if document[position] != UInt8(ascii: "<") {
        reportText(from: position, searchingFrom: position)
        return .text
      }
      if let event = scanMarkup() { return event }
    }
    if !open.isEmpty || !hasSeenRoot { isTruncated = true }
    return .finished
  }

  /// Passes over the rest of the element whose start was reported last.
  mutating func skipElement() {
    let outside = depth - 1
    while depth > outside, next() != .finished {}
  }

  // MARK: Markup

  /// What stands at a `<`. Nil: something that is no event was passed over.
  private mutating func scanMarkup() -> Event? {
    let after = position + 1
    guard after < document.count else {
      position = document.count
      return nil
    }
    switch document[after] {
    case UInt8(ascii: "/"):
      if after + 1 < document.count, !ASCII.startsName(document[after + 1]), document[after + 1] != UInt8(ascii: ">") {
        return strayLessThan()
      }
      return scanEndTag()
    case UInt8(ascii: "!"):
      return scanDeclaration()
    case UInt8(ascii: "?"):
      skip(past: "?>", orPast: UInt8(ascii: ">"))
      return nil
    case let byte where ASCII.startsName(byte):
      return scanStart()
    default:
      return strayLessThan()
    }
  }

  private mutating func scanStart() -> Event? {
    tagStart = position
    guard let isEmpty = scanStartTag() else { return nil }
    startIsEmpty = isEmpty
    if open.count == MarkupScanner.depthLimit {
      diagnostics.reportOnce("too-deep", at: tagStart, "elements nest deeper than \(MarkupScanner.depthLimit)")
      bindings.remove(above: open.count)
      if !isEmpty { ignoredDepth += 1 }
      return nil
    }
    let unclosed = countOfElementsEnded(by: element)
    guard unclosed > 0 else { return openElement() }
    reportUnclosed(open[open.count - 1], at: tagStart)
    startIsPending = true
    pendingEnds = unclosed - 1
    return closeTop()
  }

  private mutating func scanEndTag() -> Event? {
    let start = position
    let nameStart = position + 2
    var end = nameStart
    var hash = NameHash()
    while end < document.count, !MarkupScanner.endsName(document[end]) {
      hash.combine(document[end])
      end += 1
    }
    while end < document.count, document[end] != UInt8(ascii: ">"), document[end] != UInt8(ascii: "<") { end += 1 }
    if end < document.count, document[end] == UInt8(ascii: ">") { end += 1 }
    // A tag that the document's end cuts in two does not count: the element is not whole.
    let isClosed = document[end - 1] == UInt8(ascii: ">")
    if !isClosed, end < document.count {
      diagnostics.report("unclosed-tag", at: start, "a tag that has no > before the next one")
    }
    let isWhole = isClosed || end < document.count
    position = end
    guard isWhole else { return nil }
    if ignoredDepth > 0 {
      ignoredDepth -= 1
      return nil
    }
    guard let index = open.lastIndex(where: { $0.hash == hash }) else {
      if nameStart < end {
        diagnostics.report("stray-end-tag", at: start, "an end tag that no start tag belongs to")
      }
      return nil
    }
    if index < open.count - 1 { reportUnclosed(open[open.count - 1], at: start) }
    pendingEnds = open.count - 1 - index
    return closeTop()
  }

  private mutating func scanDeclaration() -> Event? {
    if document.matches("<!--", at: position) {
      let start = position
      position += 4
      if let end = document.firstIndex(of: "-->", from: position) {
        position = end + 3
      } else {
        diagnostics.reportOnce("unclosed-comment", at: start, "a comment without an end")
        position = document.count
      }
      return nil
    }
    if document.matchesIgnoringCase("<![cdata[", at: position) {
      return scanCDATA()
    }
    skipDeclaration()
    return nil
  }

  private mutating func scanCDATA() -> Event? {
    let start = position + 9
    textIsCDATA = true
    if let end = document.firstIndex(of: "]]>", from: start) {
      text = start..<end
      position = end + 3
    } else {
      text = start..<document.count
      position = document.count
    }
    return .text
  }

  /// A document type declaration, with an internal subset, which is not read.
  private mutating func skipDeclaration() {
    var isInSubset = false
    position += 2
    while position < document.count {
      let byte = document[position]
      position += 1
      if byte == UInt8(ascii: "[") { isInSubset = true }
      if byte == UInt8(ascii: "]") { isInSubset = false }
      if byte == UInt8(ascii: ">"), !isInSubset { return }
    }
  }

  private mutating func skip(past end: StaticString, orPast other: UInt8) {
    let found = document.firstIndex(of: other, from: position)
    guard let found else {
      position = document.count
      return
    }
    // `?>` can only stand where its `>` does, so that one search serves both.
    position = found + 1
    var close = found
    while document[close - 1] != end.utf8Start[0] {
      guard let next = document.firstIndex(of: other, from: close + 1) else { return }
      if document[close + 1..<next].firstIndex(of: UInt8(ascii: "<"), from: 0) != nil { return }
      close = next
    }
    position = close + 1
  }

  // MARK: Text

  private mutating func strayLessThan() -> Event {
    diagnostics.report("unescaped-less-than", at: position, "a < that begins no tag")
    reportText(from: position, searchingFrom: position + 1)
    return .text
  }

  private mutating func reportText(from start: Int, searchingFrom search: Int) {
    let end = document.firstIndex(of: UInt8(ascii: "<"), from: search) ?? document.count
    text = start..<end
    textIsCDATA = false
    position = end
  }

  // MARK: The open elements

  private mutating func openElement() -> Event {
    hasSeenRoot = true
    open.append(element)
    if startIsEmpty {
      startIsEmpty = false
      pendingEnds = 1
    }
    return .start
  }

  private mutating func closeTop() -> Event {
    closed = open.removeLast()
    bindings.remove(above: open.count)
    return .end
  }

  /// How many open elements a start tag shows to have been left open.
  ///
  /// Items never nest. And what only stands beside a text element never stands in one: see `endsLeaf`.
  private func countOfElementsEnded(by element: OpenElement) -> Int {
    guard element.namespace == .core else { return 0 }
    if element.name == .item || element.name == .entry {
      let index = open.lastIndex { $0.namespace == .core && ($0.name == .item || $0.name == .entry) }
      if let index { return open.count - index }
    }
    return leafDepth == open.count && endsLeaf(element.name) ? 1 : 0
  }

  private func endsLeaf(_ name: MarkupName?) -> Bool {
    switch name {
    case .item, .entry, .channel, .guid, .pubdate, .enclosure, .description, .lastbuilddate, .published, .updated: true
    default: false
    }
  }

  private mutating func reportUnclosed(_ element: OpenElement, at offset: Int) {
    let name = document[element.qualifiedName.prefix(40)].string
    diagnostics.report("unclosed-element", at: offset, "<\(name)> has no end where it should have one")
  }
}
