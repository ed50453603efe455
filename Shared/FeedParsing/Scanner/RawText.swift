/// The text of an element before anybody decided what it means: most often a part of the document, uncopied.
struct RawText {
  /// Where the text stands in the document, unless it had to be put together: then `owned` has it.
  var range = 0..<0
  var owned: [UInt8]?
  /// The text stood in a CDATA section: nothing in it is a reference of XML.
  var isCDATA = false
  /// Whether it was not seen that there are none.
  var mayHaveReferences = true

  var isEmpty: Bool { count == 0 }
  /// In bytes, before references are decoded, which makes texts shorter.
  var count: Int { owned?.count ?? range.count }

  /// A large text that was put together has grown to up to twice its size, and is kept until its item is whole.
  mutating func giveSpareBack() {
    if let owned, owned.count > 64 * 1024, owned.capacity > owned.count / 4 * 5 { self.owned = owned.map { $0 } }
  }
}

extension MarkupScanner {
  /// How markup within an element's text is kept.
  enum InnerMarkup {
    /// Tags stay as they are among text that is decoded: HTML that somebody forgot to escape.
    case verbatim
    /// Text stays escaped: the result is HTML, as what stood there was XHTML.
    case escaped
  }

  /// Reads the rest of the element whose start was reported last as one text, to its end. Of a text beyond
  /// `ScannerLimits.text` the beginning is kept.
  mutating func readText(_ inner: InnerMarkup = .verbatim) -> RawText {
    if inner == .verbatim, let text = readPlainElement() { return text }
    var result = RawText()
    var hasText = false
    // White space between two texts counts, at their ends it does not.
    var hasSpace = false
    let outside = depth - 1
    leafDepth = depth
    defer { leafDepth = .max }
    while true {
      switch next() {
      case .finished: return result
      case .end where depth == outside:
        result.giveSpareBack()
        return result
      case .end:
        // Of a tag that was never closed nobody knows where it should have ended; `Cats & <dogs>` may even be none.
        if !endIsMadeUp { appendEndTag(to: &result) }
      case .start:
        own(&result, inner)
        if hasSpace { result.owned?.append(UInt8(ascii: " ")) }
        hasSpace = false
        appendStartTag(to: &result)
        hasText = true
      case .text:
        if document[text].isBlank, result.owned == nil {
          hasSpace = hasText
          continue
        }
        if hasText || inner == .escaped {
          own(&result, inner)
          if hasSpace { result.owned?.append(UInt8(ascii: " ")) }
          hasSpace = false
          append(limited(text, after: result), isCDATA: textIsCDATA, to: &result.owned!, inner)  // owned just before
        } else {
          result.range = limited(text, after: result)
          result.isCDATA = textIsCDATA
        }
        hasText = true
      }
    }
  }

  /// The decoded text in `body`'s hands, without a copy if nothing needs decoding or cleaning.
  mutating func withDecoded<Result>(
    _ raw: RawText, scratch: inout ByteBuffer, _ body: (ByteView) -> Result
  ) -> Result {
    if let owned = raw.owned {
      return owned.withUnsafeBufferPointer { body(ByteView($0)) }
    }
    let view = document[raw.range]
    let isEscaped = raw.mayHaveReferences && !raw.isCDATA && view.firstIndex(of: UInt8(ascii: "&"), from: 0) != nil
    let isClean = unclean.isClean || !TextCleaning.isNeeded(for: view)
    if !isEscaped, isClean { return body(view) }
    scratch.removeAll()
    if isClean {
      decode(view, at: raw.range.lowerBound, into: &scratch)
    } else if isEscaped {
      // In this order: `&#13;` means a carriage return that stays one.
      var cleaned = ByteBuffer(capacity: view.count)
      TextCleaning.append(view, to: &cleaned)
      decode(cleaned.view, at: raw.range.lowerBound, into: &scratch)
    } else {
      TextCleaning.append(view, to: &scratch)
    }
    return body(scratch.view)
  }

  /// What of the range still goes into the text.
  private mutating func limited(_ range: Range<Int>, after raw: RawText) -> Range<Int> {
    let room = ScannerLimits.text - (raw.owned?.count ?? 0)
    guard range.count > room else { return range }
    diagnostics.reportOnce(
      "text-too-long", at: range.lowerBound, "of a text of more than \(ScannerLimits.text) bytes only these are read")
    var end = range.lowerBound + max(room, 0)
    // Not within a character.
    while end > range.lowerBound, document[end] & 0xc0 == 0x80 { end -= 1 }
    return range.lowerBound..<end
  }

  private mutating func own(_ raw: inout RawText, _ inner: InnerMarkup) {
    guard raw.owned == nil else { return }
    var bytes: [UInt8] = []
    append(raw.range, isCDATA: raw.isCDATA, to: &bytes, inner)
    raw.owned = bytes
    raw.isCDATA = false
  }

  private mutating func append(_ range: Range<Int>, isCDATA: Bool, to bytes: inout [UInt8], _ inner: InnerMarkup) {
    let view = document[range]
    switch inner {
    case .verbatim:
      var scratch = ByteBuffer(capacity: view.count)
      withDecoded(RawText(range: range, isCDATA: isCDATA), scratch: &scratch) { bytes.append(contentsOf: $0.buffer) }
    case .escaped where !isCDATA:
      reportReferences(in: view, at: range.lowerBound)
      bytes.append(contentsOf: view.buffer)
    case .escaped:
      for byte in view.buffer {
        switch byte {
        case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
        case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
        default: bytes.append(byte)
        }
      }
    }
  }

  /// Without its prefix, which HTML would not know, and open even if it was empty: its end follows.
  private func appendStartTag(to raw: inout RawText) {
    var end = position
    if end > tagStart, document[end - 1] == UInt8(ascii: ">") { end -= 1 }
    if end > tagStart, document[end - 1] == UInt8(ascii: "/") { end -= 1 }
    let tag = element.localName.lowerBound..<max(end, element.localName.upperBound)
    guard raw.owned!.count + tag.count < ScannerLimits.text else { return }  // owned just before
    raw.owned!.append(UInt8(ascii: "<"))
    raw.owned!.append(contentsOf: document[tag].buffer)
    raw.owned!.append(UInt8(ascii: ">"))
  }

  private func appendEndTag(to raw: inout RawText) {
    guard raw.owned != nil, raw.owned!.count < ScannerLimits.text else { return }
    raw.owned!.append(contentsOf: "</".utf8)
    raw.owned!.append(contentsOf: document[closedName].buffer)
    raw.owned!.append(UInt8(ascii: ">"))
  }
}

extension ByteView {
  /// Whether there is nothing but white space.
  var isBlank: Bool {
    for index in 0..<count where !ASCII.isSpace(self[index]) { return false }
    return true
  }
}
