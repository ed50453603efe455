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
    return kept(withDecoded(raw) { $0.trimmed.isEmpty ? nil : $0.trimmed.string })
  }

  /// A URL in the element's text, absolute and percent-encoded.
  mutating func readURL() -> String? {
    guard !budget.isUsedUp else {
      scanner.skipElement()
      return nil
    }
    let base = base
    let offset = scanner.tagStart
    let raw = scanner.readText()
    let (url, isBlank) = withDecoded(raw) { (URLReference.absolute($0, base: base), $0.isBlank) }
    if url == nil, !isBlank { reportBadURL(at: offset) }
    return kept(url)
  }

  mutating func readDate() -> Date? {
    let offset = scanner.tagStart
    let raw = scanner.readText()
    let (date, text) = withDecoded(raw) { view -> (Date?, String?) in
      let date = FeedDate.date(view)
      return (date, date == nil && !view.isBlank ? String(view.string.prefix(80)) : nil)
    }
    if let text { scanner.diagnostics.report("bad-date", at: offset, "“\(text)” cannot be read as a date") }
    return date
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

  mutating func readPlayingTime() -> Double? {
    // Zero is how some programs say that they do not know.
    readValue("bad-duration", "is no playing time", unless: PlayingTime.isZero) { PlayingTime.seconds($0) }
  }

  private mutating func readValue<Value>(
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

  // MARK: Attributes

  /// The attribute's value, decoded and trimmed; nil where it is missing or empty.
  mutating func attribute(_ name: MarkupName, in namespace: Namespace = .core) -> String? {
    kept(attribute(name, in: namespace) { $0.isEmpty ? nil : $0.string })
  }

  mutating func attribute<Value>(
    _ name: MarkupName, in namespace: Namespace = .core, _ parse: (ByteView) -> Value?
  ) -> Value? {
    guard let raw = scanner.attribute(name, in: namespace) else { return nil }
    return withDecoded(raw) { parse($0.trimmed) }
  }

  mutating func urlAttribute(_ name: MarkupName) -> String? {
    // Else a long base would be put before very many addresses, in vain.
    guard !budget.isUsedUp else { return nil }
    let base = base
    let (isGiven, url) =
      attribute(name) { value -> (Bool, String?)? in
        (!value.isEmpty, URLReference.absolute(value, base: base))
      } ?? (false, nil)
    if isGiven, url == nil { reportBadURL(at: scanner.tagStart) }
    return kept(url)
  }

  // MARK: Text

  mutating func withDecoded<Result>(_ raw: RawText, _ body: (ByteView) -> Result) -> Result {
    scanner.withDecoded(raw, scratch: &scratch, body)
  }

  /// The candidate as plain text; nil where nothing is left.
  mutating func plainText(_ candidate: TextCandidate) -> String? {
    output.removeAll()
    let isCDATA = candidate.raw.isCDATA
    scanner.withDecoded(candidate.raw, scratch: &scratch) { [kind = candidate.kind] view in
      let isHTML =
        switch kind {
        case .plain: false
        case .html: true
        // References in a CDATA section were not decoded yet; all others were, and once is enough.
        case .unknown: isCDATA || PlainText.hasMarkup(view)
        }
      if isHTML {
        PlainText.append(html: view, keepsUnknownTags: kind == .unknown, to: &output)
      } else {
        PlainText.append(text: view, to: &output)
      }
    }
    return output.count > 0 ? kept(output.view.string) : nil
  }

  /// The candidate as safe HTML; nil where nothing is left.
  mutating func safeHTML(_ candidate: TextCandidate) -> String? {
    output.removeAll()
    let room = budget.roomForHTML(rest: scanner.document.count - scanner.position)
    // At worst each quote becomes six bytes, and every few bytes a link that has the whole base in it.
    let limit = room / (6 + (candidate.base?.count ?? 0) / 8)
    var isCut = false
    scanner.withDecoded(candidate.raw, scratch: &scratch) { [kind = candidate.kind, base = candidate.base] view in
      isCut = view.count > limit
      let view = view[0..<min(view.count, limit)]
      switch kind {
      case .plain: HTMLSanitizer.append(text: view, to: &output)
      case .html, .unknown: HTMLSanitizer.append(view, base: base, to: &output)
      }
    }
    if isCut { reportUsedUp("the HTML") }
    let view = output.view.trimmed
    return view.isEmpty ? nil : kept(view.string)
  }

  // MARK: Memory

  /// A text that becomes a part of the result, unless that has taken all the memory that it may.
  private mutating func kept(_ text: String?) -> String? {
    guard let text else { return nil }
    guard !budget.isUsedUp else {
      reportUsedUp("the text")
      return nil
    }
    budget.spend(text)
    return text
  }

  private mutating func reportUsedUp(_ what: String) {
    scanner.diagnostics.reportOnce(
      "too-much-text", at: scanner.position, "\(what) from here on takes too much memory, and some of it is left out")
  }
}
