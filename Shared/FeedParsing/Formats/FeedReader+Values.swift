internal import Castwire
internal import Foundation

/// The values of elements and attributes: each of these consumes the rest of its element.
extension FeedReader {
  /// A text whose meaning is decided later.
  mutating func readCandidate(_ kind: TextCandidate.Kind, rank: Int) -> TextCandidate {
    let base = base
    let raw = scanner.readText()
    return TextCandidate(raw: raw, kind: kind, base: base, rank: rank)
  }

  /// Plain text, at once; nil where there is none.
  mutating func readPlainText() -> String? {
    plainText(readCandidate(.unknown, rank: 0))
  }

  /// The text as given, decoded, without white space at its ends; nil where there is none.
  mutating func readString() -> String? {
    let raw = scanner.readText()
    return kept(withDecoded(raw) { $0.trimmed.isEmpty ? nil : $0.trimmed.trustedString })
  }

  /// A URL in the element's text, absolute and percent-encoded.
  mutating func readURL() -> String? {
    guard hasRoom() else {
      scanner.skipElement()
      return nil
    }
    let base = base
    let offset = scanner.tagStart
    let raw = scanner.readText()
    if let url = finishedURL(raw) { return kept(url) }
    let (reading, isBlank) = withDecoded(raw) { (URLReference.reading($0, base: base), $0.isBlank) }
    if reading.url == nil, !isBlank { reportBadURL(at: offset) }
    if reading.isRepaired { reportRepair(reading, at: offset) }
    return kept(reading.url)
  }

  /// A URL that is already as it should be, as most are; nil where it has to be looked at more closely.
  private mutating func finishedURL(_ raw: RawText) -> String? {
    guard !raw.mayHaveReferences, raw.owned == nil, scanner.unclean.isClean else { return nil }
    let view = scanner.document[raw.range]
    return URLReference.isFinished(view) ? view.trustedString : nil
  }

  mutating func readDate() -> Date? {
    let offset = scanner.tagStart
    let raw = scanner.readText()
    let (reading, reportable) = withDecoded(raw) { FeedDate.readingWithText($0) }
    if let reportable { scanner.diagnostics.report(reading, of: reportable, at: offset) }
    return reading?.date
  }

  mutating func readTruth() -> Bool? {
    readValue("bad-flag", "is neither yes nor no") { Numbers.truth($0) }
  }

  mutating func readCount() -> Int? {
    readValue("bad-number", "is no number") { Numbers.count($0) }
  }

  mutating func readPositive() -> Int? {
    readValue("bad-number", "is no number above 0") { Numbers.positive($0) }
  }

  /// The number of an episode or a season, of at least `least`; `letter` is what marks it in `S01E05`.
  mutating func readOrdinal(_ letter: Unicode.Scalar, least: Int = 0) -> Int? {
    let offset = scanner.tagStart
    var repaired: (text: String, number: Int)?
    let number = readValue("bad-number", "is no such number") { view -> Int? in
      guard let number = Numbers.ordinal(view, letter: UInt8(ascii: letter)), number >= least else { return nil }
      if Numbers.count(view) == nil { repaired = (String(view.string.prefix(80)), number) }
      return number
    }
    if let (text, number) = repaired {
      scanner.diagnostics.report("bad-number", at: offset, "“\(text)” was read as \(number)")
    }
    return number
  }

  /// An enclosure of what was declared of it, with the type that it has.
  mutating func enclosure(
    url: consuming String, type declared: String?, length: Int? = nil, title: consuming String? = nil,
    duration: Double? = nil
  ) -> Enclosure {
    let type = mediaType(declared, ofFileAt: url, offset: scanner.tagStart)
    return Enclosure(url: url, type: type, length: length, title: title, duration: duration)
  }

  /// The media type of a file, of what was declared and its address.
  mutating func mediaType(_ declared: String?, ofFileAt url: String, offset: Int) -> String? {
    let (type, isRepaired) = MediaType.type(declared: declared, url: url)
    if isRepaired {
      scanner.diagnostics.report(
        "bad-type", at: offset, "“\((declared ?? "").prefix(80))” was read as \(type ?? "no type")")
    }
    return type
  }

  mutating func readPlayingTime() -> Double? {
    // Zero is how some programs say that they do not know.
    readValue("bad-duration", "is no playing time", unless: PlayingTime.isZero) { PlayingTime.seconds($0) }
  }

  /// A value that is not what it should be is reported.
  mutating func readValue<Value>(
    _ code: StaticString, _ complaint: String, unless isNothing: (ByteView) -> Bool = { $0.isBlank },
    _ parse: (ByteView) -> Value?
  ) -> Value? {
    let offset = scanner.tagStart
    let raw = scanner.readText()
    let (value, text) = withDecoded(raw) { view -> (Value?, String?) in
      let value = parse(view)
      return (value, value == nil && !isNothing(view) ? String(view.string.prefix(80)) : nil)
    }
    if let text { scanner.diagnostics.report(code, at: offset, "“\(text)” \(complaint)") }
    return value
  }

  mutating func reportBadURL(at offset: Int) {
    scanner.diagnostics.report("bad-url", at: offset, "an address that is empty, relative to nothing, or not allowed")
  }

  private mutating func reportRepair(_ reading: URLReference.Reading, at offset: Int) {
    scanner.diagnostics.report(
      "repaired-url", at: offset, "an address that was read as \((reading.url ?? "").prefix(160))")
  }

  // MARK: Attributes

  /// The attribute's value, decoded and trimmed; nil where it is missing or empty.
  mutating func attribute(_ name: MarkupName, in namespace: Namespace = .core) -> String? {
    kept(attribute(name, in: namespace) { $0.isEmpty ? nil : $0.trustedString })
  }

  mutating func attribute<Value>(
    _ name: MarkupName, in namespace: Namespace = .core, _ parse: (ByteView) -> Value?
  ) -> Value? {
    guard let raw = scanner.attribute(name, in: namespace) else { return nil }
    return withDecoded(raw) { parse($0.trimmed) }
  }

  mutating func urlAttribute(_ name: MarkupName, in namespace: Namespace = .core) -> String? {
    // Else a long base would be put before very many addresses, in vain.
    guard hasRoom() else { return nil }
    let base = base
    guard let raw = scanner.attribute(name, in: namespace) else { return nil }
    if let url = finishedURL(raw) { return kept(url) }
    let (reading, isBlank) = withDecoded(raw) { (URLReference.reading($0, base: base), $0.isBlank) }
    if reading.url == nil, !isBlank { reportBadURL(at: scanner.tagStart) }
    if reading.isRepaired { reportRepair(reading, at: scanner.tagStart) }
    return kept(reading.url)
  }

  /// A size or another number above 0. Zero is how some programs say that they do not know.
  mutating func positiveAttribute(_ name: MarkupName) -> Int? {
    guard let raw = scanner.attribute(name) else { return nil }
    let (number, text) = withDecoded(raw) { view -> (Int?, String?) in
      let number = Numbers.positive(view)
      return (number, number == nil && !PlayingTime.isZero(view) ? String(view.string.prefix(80)) : nil)
    }
    if let text { scanner.diagnostics.report("bad-number", at: scanner.tagStart, "“\(text)” is no number above 0") }
    return number
  }

  // MARK: Text

  mutating func withDecoded<Result>(_ raw: RawText, _ body: (ByteView) -> Result) -> Result {
    scanner.withDecoded(raw, scratch: &scratch, body)
  }

  /// Turns the candidate into what is asked for, in `reader`. Of a text for whose HTML there is no room the beginning is
  /// read.
  mutating func turn(_ candidate: TextCandidate, into outputs: HTMLReader.Outputs) {
    let limit = outputs.contains(.html) ? htmlLimit(base: candidate.base) : .max
    // It may be from anywhere: Base64, an address, a string of JSON.
    if candidate.raw.owned != nil { scanner.mayHaveWideSpace = true }
    var isCut = false
    scanner.withDecoded(candidate.raw, scratch: &scratch) { view in
      var view = view
      if view.count > limit {
        view = view.prefix(ofCharacters: limit)
        isCut = true
      }
      let isHTML =
        switch candidate.kind {
        case .plain: false
        case .html: true
        // References in a CDATA section were not decoded yet; all others were, and once is enough.
        case .unknown: candidate.raw.isCDATA || reader.hasMarkup(in: view)
        }
      if isHTML {
        let keepsUnknownTags = candidate.kind == .unknown && outputs == .text
        reader.read(html: view, base: candidate.base, as: outputs, keepsUnknownTags: keepsUnknownTags)
        if outputs.contains(.html) { reader.keepLines() }
      } else {
        reader.read(text: view, as: outputs)
      }
    }
    if isCut { reportUsedUp("the HTML") }
  }

  /// The candidate as plain text; nil where nothing is left.
  mutating func plainText(_ candidate: TextCandidate) -> String? {
    turn(candidate, into: .text)
    return keptText()
  }

  /// The candidate as safe HTML; nil where nothing is left.
  mutating func safeHTML(_ candidate: TextCandidate) -> String? {
    turn(candidate, into: .html)
    return keptHTML()
  }

  /// The plain text that was read last.
  mutating func keptText() -> String? {
    let text = reader.plainText
    guard !text.isEmpty else { return nil }
    guard scanner.mayHaveWideSpace, let wideSpace = UnicodeSpace.first(in: text, from: 0) else {
      return kept(text.trustedString)
    }
    scratch.removeAll()
    UnicodeSpace.fold(text, from: wideSpace, into: &scratch)
    return scratch.view.isEmpty ? nil : kept(scratch.view.trustedString)
  }

  /// The safe HTML that was read last.
  mutating func keptHTML() -> String? {
    reader.safeHTML.isEmpty ? nil : kept(reader.safeHTML.trustedString)
  }

  // MARK: Memory

  /// How many bytes of a text may become HTML.
  mutating func htmlLimit(base: URLBase?) -> Int {
    // At worst each quote becomes six bytes, and every few bytes a link that has the whole base in it.
    budget.roomForHTML(rest: scanner.document.count - scanner.position) / (6 + (base?.count ?? 0) / 8)
  }

  /// A text that becomes a part of the result, unless that has taken all the memory that it may.
  @inline(__always)
  mutating func kept(_ text: consuming String?) -> String? {
    guard let text, hasRoom() else { return nil }
    budget.spend(text)
    return text
  }

  /// Whether more text may become a part of the result; if not, that is reported.
  @inline(__always)
  mutating func hasRoom() -> Bool {
    if !budget.isUsedUp { return true }
    reportUsedUp("the text")
    return false
  }

  private mutating func reportUsedUp(_ what: String) {
    scanner.diagnostics.reportOnce(
      "too-much-text", at: scanner.position, "\(what) from here on takes too much memory, and some of it is left out")
  }
}
