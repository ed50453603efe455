/// A liberal scanner of XML as feeds are written, over UTF-8 bytes that are all there.
///
/// It is asked for one event after another. Starts and ends always balance: an end that is missing is made up, one that
/// belongs to nothing is passed over, and each such repair leaves a diagnostic. There is no DTD and no entity but the
/// predefined ones and HTML's, nothing is fetched, and every byte is looked at a bounded number of times. On a well-formed
/// document it reports what XML 1.0 says that document is, but that items never nest.
struct MarkupScanner: ~Copyable {
  enum Event {
    case start, end, text
    /// The document is over: properly, or because it was cut off (`isTruncated`).
    case finished
  }

  let document: ByteView
  var position = 0
  var diagnostics = Diagnostics()
  var bindings = NamespaceBindings()
  var knownNames = KnownNames()
  private(set) var open = BoundedStack<OpenElement>(capacity: ScannerLimits.depth)
  /// The document ended while elements were open.
  private(set) var isTruncated = false
  private(set) var hasSeenRoot = false

  /// The element whose start was reported last.
  var element = OpenElement()
  var attributes = BoundedStack<MarkupAttribute>(capacity: ScannerLimits.attributes)
  /// The name, without its prefix, of the element whose end was reported last, and whether the document has no tag for that end.
  private(set) var closedName = 0..<0
  private(set) var endIsMadeUp = false
  /// The text that was reported last, as a part of the document, and what it is.
  var text = 0..<0
  var textIsCDATA = false
  /// Where the markup of the last start tag begins.
  private(set) var tagStart = 0

  // Kept here, since a look at a static property costs more than a look into it.
  let names = MarkupName.table
  let xmlns = NameHash("xmlns")
  let item = NameHash("item")
  let entry = NameHash("entry")

  /// The depth of an element that is being read as text, or Int.max: see `endsLeaf`.
  var leafDepth = Int.max
  /// Bytes that text cannot hold as they are: see `TextCleaning`.
  let unclean: TextCleaning.Findings
  /// The end of the CDATA sections in each other that are being read, or -1.
  var nestedEnd = -1
  /// The document has a DOCTYPE, which may define entities: what is not known may be defined there.
  var hasDocumentType = false
  /// The next ends of a CDATA section and of a comment that were found: sections that forgot theirs share one.
  var nextSectionEnd = -1
  var nextCommentEnd = -1
  /// Where an instruction's `>` was looked for last, up to the one that was found or the end of the document.
  var knownFreeOfClose = 0..<0
  /// Where the element ends that rightly holds the items that are being read, or 0: see `countOfElementsEndedByItem`.
  var endOfHolder = 0
  /// Known once it was looked for in vain: no such end comes any more.
  var hasNoSectionEnd = false
  var hasNoCommentEnd = false
  var hasNoDeclarationEnd = false
  /// Where the white space at the document's end begins.
  let endOfText: Int
  /// How many bytes may still be looked at ahead of the position: see `ownEnd`.
  var lookahead: Int

  private var pendingEnds = 0
  private var lastEndIsTag = false
  private var startIsPending = false
  private var startIsEmpty = false
  private var ignoredDepth = 0

  /// Also where references stand for such.
  var mayHaveWideSpace: Bool
  /// Up to where the document is known to be UTF-8: see `survey`.
  var endOfSurvey: Int
  /// The document is not what was taken for granted: what was read of it is of no use.
  var isOtherThanTaken = false

  /// - Parameter endOfSurvey: up to where the document is known to be UTF-8; nil for all of it.
  init(document: ByteView, traits: DocumentTraits = DocumentTraits(), endOfSurvey: Int? = nil) {
    self.document = document
    self.endOfSurvey = endOfSurvey ?? document.count
    unclean = traits.mayNeedCleaning ? TextCleaning.findings(in: document) : TextCleaning.Findings()
    mayHaveWideSpace = traits.mayHaveWideSpace
    lookahead = 4 * document.count
    var end = document.count
    while end > 0, ASCII.isSpace(document[end - 1]) { end -= 1 }
    endOfText = end
    if let control = unclean.firstControl {
      diagnostics.report("control-character", at: control, "control characters, which XML does not allow")
    }
  }

  var depth: Int { open.count }

  mutating func next() -> Event {
    let event = scan()
    return position <= endOfSurvey || survey() ? event : .finished
  }

  @inline(__always)
  private mutating func scan() -> Event {
    if pendingEnds > 0 {
      pendingEnds -= 1
      return closeTop()
    }
    if startIsPending {
      startIsPending = false
      return open(element)
    }
    while position < document.count {
      if position < nestedEnd {
        reportNestedSection()
        return .text
      }
      if document[position] != UInt8(ascii: "<") {
        reportText(from: position, searchingFrom: position)
        return .text
      }
      if let event = scanMarkup() { return event }
    }
    if !open.isEmpty || !hasSeenRoot { isTruncated = true }
    reportUndeclaredPrefix()
    return .finished
  }

  /// The next event but text, which between the children of an element that has no text of its own means nothing.
  mutating func nextTag() -> Event {
    if pendingEnds == 0, !startIsPending, position >= nestedEnd {
      while position < document.count, ASCII.isSpace(document[position]) { position += 1 }
    }
    var event = next()
    while event == .text { event = next() }
    return event
  }

  /// Passes over the rest of the element whose start was reported last.
  mutating func skipElement() {
    let outside = depth - 1
    while depth > outside, next() != .finished {}
  }

  /// Reads the rest of the element whose start was reported last, if it is as most are: text and its end tag. Where it is
  /// not, nothing was read.
  mutating func readPlainElement() -> RawText? {
    guard pendingEnds == 0, position >= nestedEnd else { return nil }
    let start = position
    let (end, hasAmpersand) = ByteScan.endOfText(in: document, from: start)
    let name = document[element.qualifiedName]
    let close = end + 2 + name.count
    guard close < document.count, document[close] == UInt8(ascii: ">"), document[end] == UInt8(ascii: "<"),
      document[end + 1] == UInt8(ascii: "/"), document[end + 2..<close].equals(name), end - start <= ScannerLimits.text
    else { return nil }
    position = close + 1
    guard position <= endOfSurvey || survey() else { return RawText() }
    lastEndIsTag = true
    _ = closeTop()
    return document[start..<end].isBlank ? RawText() : RawText(range: start..<end, mayHaveReferences: hasAmpersand)
  }

  /// Goes to the end at once.
  mutating func giveUp() {
    position = document.count
    pendingEnds = 0
    startIsPending = false
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
      skipInstruction()
      return nil
    case let byte where ASCII.startsName(byte):
      return scanStart()
    default:
      return strayLessThan()
    }
  }

  private mutating func scanStart() -> Event? {
    tagStart = position
    if leafDepth <= open.count, isText(from: position) { return strayLessThan() }
    // The new element is handed on and not read back: memory that was just written in parts is slow to read as a whole.
    guard let (new, isEmpty) = scanStartTag() else { return nil }
    element = new
    startIsEmpty = isEmpty
    let unclosed = new.namespace == .core ? countOfElementsEnded(byCore: new.name, isEmpty: isEmpty) : 0
    if unclosed > 0 {
      ignoredDepth = 0
      reportUnclosed(open[open.count - 1], at: tagStart)
      startIsPending = true
      pendingEnds = unclosed - 1
      lastEndIsTag = false
      return closeTop()
    }
    guard open.count < ScannerLimits.depth else {
      diagnostics.reportOnce("too-deep", at: tagStart, "elements nest deeper than \(ScannerLimits.depth)")
      bindings.remove(above: open.count)
      if !isEmpty { ignoredDepth += 1 }
      return nil
    }
    return open(new)
  }

  private mutating func scanEndTag() -> Event? {
    let start = position
    guard let name = scanEndTagName() else { return nil }
    let hash = name.hash
    if ignoredDepth > 0 {
      // Items never nest: the end of one is that of the one that is open, however many ends are missing before it.
      guard hash == item || hash == entry else {
        ignoredDepth -= 1
        return nil
      }
      ignoredDepth = 0
    }
    var index = open.count - 1
    while index >= 0, open[index].hash != hash { index -= 1 }
    guard index >= 0 else { return scanStrayEndTag(name, at: start) }
    if index < open.count - 1 || index == 0 {
      if isStrayEnd(ofElementAt: index) {
        diagnostics.report("stray-end-tag", at: start, "an end tag of what goes on behind it")
        return nil
      }
      if index < open.count - 1 { reportUnclosed(open[open.count - 1], at: start) }
    }
    reportCase(of: name.range, differingFrom: open[index].qualifiedName)
    pendingEnds = open.count - 1 - index
    lastEndIsTag = true
    return closeTop()
  }

  /// Of an end tag that belongs to no open element as it is spelt. Nil: it was passed over.
  @inline(never)
  private mutating func scanStrayEndTag(_ name: QualifiedName, at start: Int) -> Event? {
    guard let top = open.last, isMisspelling(name.range, of: top.qualifiedName) else {
      if !name.range.isEmpty {
        diagnostics.report("stray-end-tag", at: start, "an end tag that no start tag belongs to")
      }
      return nil
    }
    diagnostics.report("misspelt-tag", at: start, "an end tag that is not spelt as its start tag")
    lastEndIsTag = true
    return closeTop()
  }

  // MARK: The open elements

  @inline(__always)
  private mutating func open(_ element: OpenElement) -> Event {
    hasSeenRoot = true
    open.append(element)
    if startIsEmpty {
      startIsEmpty = false
      pendingEnds = 1
      lastEndIsTag = true
    }
    return .start
  }

  private mutating func closeTop() -> Event {
    endIsMadeUp = pendingEnds > 0 || !lastEndIsTag
    // Its name alone: all of the element would be copied while it is perhaps still being written.
    closedName = open[open.count - 1].localName
    open.removeLast()
    bindings.remove(above: open.count)
    return .end
  }
}
