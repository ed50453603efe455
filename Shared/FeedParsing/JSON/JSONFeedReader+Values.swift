internal import Castwire
internal import Foundation

/// Values of a JSON Feed. Each of these reads the value at hand to its end. One of the wrong type is no value, and a
/// diagnostic says so; null is no value and no mistake.
extension JSONFeedReader {
  /// Reads the members of an object; `read` must come to the end of each one's value.
  mutating func readObject(_ read: (inout JSONFeedReader, JSONName?) -> Void) {
    guard event == .objectStart else { return skipWrongValue() }
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      var next = scanner.next()
      while next == .name {
        let name = memberName()
        next = scanner.next()
        if JSONFeedReader.isValue(next) {
          event = next
          read(&self, name)
          break
        }
      }
      if next == .finished { return }
    }
  }

  /// Reads the elements of an array; a value that stands alone counts as an array of one.
  mutating func readList(_ read: (inout JSONFeedReader) -> Void) {
    guard event == .arrayStart else {
      if event != .null { read(&self) }
      return
    }
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      event = scanner.next()
      if event == .finished { return }
      if JSONFeedReader.isValue(event) { read(&self) }
    }
  }

  mutating func skipValue() {
    if event == .objectStart || event == .arrayStart { scanner.skipContainer() }
  }

  mutating func skipWrongValue() {
    if event != .null {
      scanner.diagnostics.report("wrong-type", at: scanner.valueStart, "a value of another type than it should be")
    }
    skipValue()
  }

  private static func isValue(_ event: JSONScanner.Event) -> Bool {
    switch event {
    case .objectStart, .arrayStart, .string, .number, .yes, .no, .null: true
    case .objectEnd, .arrayEnd, .name, .finished: false
    }
  }

  private mutating func memberName() -> JSONName? {
    feedReader.withDecoded(scanner.string()) { JSONName.table[NameHash($0)] }
  }

  // MARK: Scalars

  /// A string, or a number as its text.
  private mutating func readRaw() -> RawText? {
    switch event {
    case .string: return scanner.string()
    case .number: return RawText(range: scanner.text, isCDATA: true)
    default:
      skipWrongValue()
      return nil
    }
  }

  mutating func readText(_ kind: TextCandidate.Kind, rank: Int) -> TextCandidate? {
    readRaw().map { TextCandidate(raw: $0, kind: kind, base: feedReader.base, rank: rank) }
  }

  mutating func readPlainText() -> String? {
    readText(.plain, rank: 0).flatMap { feedReader.plainText($0) }
  }

  mutating func readString() -> String? {
    guard let raw = readRaw() else { return nil }
    return feedReader.kept(feedReader.withDecoded(raw) { $0.trimmed.isEmpty ? nil : $0.trimmed.string })
  }

  mutating func readURL() -> String? {
    guard !feedReader.budget.isUsedUp else {
      skipValue()
      return nil
    }
    let base = feedReader.base
    let offset = scanner.valueStart
    let reading = readValue("bad-url", "is no address") { view -> URLReference.Reading? in
      let reading = URLReference.reading(view, base: base)
      return reading.url == nil ? nil : reading
    }
    if let url = reading?.url, reading?.isRepaired == true {
      scanner.diagnostics.report("repaired-url", at: offset, "an address that was read as \(url.prefix(160))")
    }
    return feedReader.kept(reading?.url)
  }

  mutating func readDate() -> Date? {
    let offset = scanner.valueStart
    guard let raw = readRaw() else { return nil }
    let (reading, reportable) = feedReader.withDecoded(raw) { FeedDate.readingWithText($0) }
    if let reportable { scanner.diagnostics.report(reading, of: reportable, at: offset) }
    return reading?.date
  }

  mutating func readPlayingTime() -> Double? {
    readValue("bad-duration", "is no playing time", unless: PlayingTime.isZero) { PlayingTime.seconds($0) }
  }

  /// A size in bytes. Zero is how some programs say that they do not know.
  mutating func readSize() -> Int? {
    readValue("bad-number", "is no size", unless: PlayingTime.isZero) { Numbers.positive($0) }
  }

  mutating func readTruth() -> Bool? {
    if event == .yes || event == .no { return event == .yes }
    return readValue("bad-flag", "is neither true nor false") { Numbers.truth($0) }
  }

  private mutating func readValue<Value>(
    _ code: StaticString, _ complaint: String, unless isNothing: (ByteView) -> Bool = { $0.isBlank },
    _ parse: (ByteView) -> Value?
  ) -> Value? {
    let offset = scanner.valueStart
    guard let raw = readRaw() else { return nil }
    let (value, text) = feedReader.withDecoded(raw) { view -> (Value?, String?) in
      let value = parse(view)
      return (value, value == nil && !isNothing(view) ? String(view.string.prefix(80)) : nil)
    }
    if let text { scanner.diagnostics.report(code, at: offset, "“\(text)” \(complaint)") }
    return value
  }
}
