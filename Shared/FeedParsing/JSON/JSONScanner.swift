/// A liberal scanner of JSON (RFC 8259) as feeds are written, over UTF-8 bytes that are all there.
///
/// It is asked for one event after another. Starts and ends of objects and arrays always balance: an end that is missing
/// is made up, one that belongs to nothing is passed over, and each such repair leaves a diagnostic. Every byte is looked
/// at a bounded number of times.
struct JSONScanner {
  enum Event {
    case objectStart, objectEnd, arrayStart, arrayEnd
    /// The name of a member; its value follows.
    case name
    case string, number, yes, no, null
    /// The document is over: properly, or because it was cut off (`isTruncated`).
    case finished
  }

  /// How deep objects and arrays may nest; what is deeper is passed over.
  static let depthLimit = 256

  let document: ByteView
  private(set) var position = 0
  var diagnostics = Diagnostics()
  /// The name, string or number that was reported last: as it stands in the document, without quotes.
  private(set) var text = 0..<0
  /// Whether backslashes in `text` mean something.
  private(set) var hasEscapes = false
  /// Where the value that was reported last begins.
  private(set) var valueStart = 0
  /// The document ended within an object, an array or a value.
  private(set) var isTruncated = false

  /// True for an object.
  private var open: [Bool] = []
  private var pendingEnds = 0
  private var hasSeenRoot = false
  /// The name of a member was reported and its value was not.
  private var awaitsValue = false
  /// A value was reported, and no comma after it yet.
  private var awaitsComma = false
  private var commaAt: Int?

  init(document: ByteView) {
    self.document = document
  }

  var depth: Int { open.count }

  mutating func next() -> Event {
    if pendingEnds > 0 {
      pendingEnds -= 1
      return close()
    }
    while position < document.count {
      let byte = document[position]
      if ASCII.isSpace(byte) {
        position += 1
      } else if hasSeenRoot, open.isEmpty {
        diagnostics.reportOnce("trailing-junk", at: position, "something stands after the end of the document")
        position = document.count
      } else if let event = scan(byte) {
        return event
      }
    }
    if !open.isEmpty || !hasSeenRoot { isTruncated = true }
    return .finished
  }

  /// Passes over the rest of the object or array whose start was reported last.
  mutating func skipContainer() {
    let outside = depth - 1
    while depth > outside, next() != .finished {}
  }

  /// What stands at a byte that is no white space. Nil: something that is no event was passed over.
  private mutating func scan(_ byte: UInt8) -> Event? {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return openContainer(isObject: byte == UInt8(ascii: "{"))
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return scanEnd(isObject: byte == UInt8(ascii: "}"))
    case UInt8(ascii: ","):
      if !awaitsComma { reportJunk("a comma that stands between nothing", at: position) }
      (commaAt, awaitsComma, awaitsValue) = (position, false, false)
      position += 1
      return nil
    case UInt8(ascii: ":"):
      reportJunk("a colon that follows no name", at: position)
      position += 1
      return nil
    default:
      return isAtName ? scanName() : scanValue(byte)
    }
  }

  private var isAtName: Bool { open.last == true && !awaitsValue }

  // MARK: Objects and arrays

  private mutating func openContainer(isObject: Bool) -> Event? {
    guard !isAtName else {
      reportJunk("a value without a name", at: position)
      position += 1
      return nil
    }
    beginValue()
    position += 1
    guard open.count < JSONScanner.depthLimit else {
      diagnostics.reportOnce("too-deep", at: valueStart, "values nest deeper than \(JSONScanner.depthLimit)")
      skipTooDeep()
      return .null
    }
    open.append(isObject)
    (awaitsComma, commaAt) = (false, nil)
    return isObject ? .objectStart : .arrayStart
  }

  private mutating func scanEnd(isObject: Bool) -> Event? {
    let start = position
    position += 1
    guard let index = open.lastIndex(of: isObject) else {
      reportJunk("an end that belongs to nothing", at: start)
      return nil
    }
    if index < open.count - 1 {
      diagnostics.report("unclosed-value", at: start, "an object or array has no end where it should have one")
    }
    if let commaAt { diagnostics.report("trailing-comma", at: commaAt, "a comma after the last value") }
    pendingEnds = open.count - 1 - index
    return close()
  }

  private mutating func close() -> Event {
    let isObject = open.removeLast()
    (awaitsValue, awaitsComma, commaAt) = (false, true, nil)
    return isObject ? .objectEnd : .arrayEnd
  }

  /// Passes over a value whose first bracket was read, by its brackets alone.
  private mutating func skipTooDeep() {
    var depth = 1
    while position < document.count, depth > 0 {
      let byte = document[position]
      position += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""): _ = scanQuoted()
      default: break
      }
    }
  }

  // MARK: Names and values

  private mutating func scanName() -> Event? {
    reportMissingComma()
    let start = position
    if document[position] == UInt8(ascii: "\"") {
      position += 1
      guard scanQuoted() else { return nil }
    } else {
      scanWord()
      diagnostics.report("unquoted-name", at: start, "a name without quotes")
    }
    while position < document.count, ASCII.isSpace(document[position]) { position += 1 }
    guard position < document.count, document[position] == UInt8(ascii: ":") else {
      (awaitsComma, commaAt) = (true, nil)
      if position < document.count { reportJunk("a name without a value", at: start) }
      return nil
    }
    position += 1
    (awaitsValue, awaitsComma, commaAt) = (true, false, nil)
    return .name
  }

  private mutating func scanValue(_ byte: UInt8) -> Event? {
    beginValue()
    if byte == UInt8(ascii: "\"") {
      position += 1
      return scanQuoted() ? .string : nil
    }
    scanWord()
    let word = document[text]
    // A word that the document's end may have cut in two is no value.
    guard position < document.count || open.isEmpty else { return nil }
    if word.equalsIgnoringCase("true") { return .yes }
    if word.equalsIgnoringCase("false") { return .no }
    if word.equalsIgnoringCase("null") { return .null }
    if byte == UInt8(ascii: "-") || ASCII.isDigit(byte) { return .number }
    reportJunk("“\(word[0..<min(word.count, 40)].string)” is no value", at: valueStart)
    return .null
  }

  private mutating func beginValue() {
    if !awaitsValue { reportMissingComma() }
    valueStart = position
    hasSeenRoot = true
    (awaitsValue, awaitsComma, commaAt) = (false, true, nil)
  }

  private mutating func reportMissingComma() {
    if awaitsComma, !open.isEmpty {
      diagnostics.report("missing-comma", at: position, "two values without a comma between")
    }
  }

  /// Reads what stands up to the next punctuation or white space into `text`.
  private mutating func scanWord() {
    let start = position
    scanning: while position < document.count {
      switch document[position] {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "["), UInt8(ascii: "\""):
        break scanning
      case let byte where ASCII.isSpace(byte): break scanning
      default: position += 1
      }
    }
    (text, hasEscapes) = (start..<position, false)
  }

  /// Reads a string whose opening quote was read into `text`, and moves past its closing quote.
  ///
  /// Returns false where the document ends before.
  private mutating func scanQuoted() -> Bool {
    guard let end = endOfString(from: position) else {
      position = document.count
      return false
    }
    (text, hasEscapes) = (position..<end.quote, end.hasEscapes)
    position = end.quote + 1
    return true
  }

  private mutating func reportJunk(_ message: @autoclosure () -> String, at offset: Int) {
    diagnostics.report("bad-json", at: offset, message())
  }
}
