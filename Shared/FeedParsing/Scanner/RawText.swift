/// The text of an element before anybody decided what it means: most often a part of the document, uncopied.
struct RawText {
  /// Where the text stands in the document, unless it had to be put together: then `owned` has it.
  var range = 0..<0
  var owned: [UInt8]?
  /// The text stood in a CDATA section: nothing in it is a reference of XML.
  var isCDATA = false

  var isEmpty: Bool { owned?.isEmpty ?? range.isEmpty }
}

extension MarkupScanner {
  /// How markup within an element's text is kept.
  enum InnerMarkup {
    /// Tags stay as they are among text that is decoded: HTML that somebody forgot to escape.
    case verbatim
    /// Text stays escaped: the result is HTML, as what stood there was XHTML.
    case escaped
  }

  /// Reads the rest of the element whose start was reported last as one text, to its end.
  mutating func readText(_ inner: InnerMarkup = .verbatim) -> RawText {
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
      case .end where depth == outside: return result
      case .end:
        appendEndTag(to: &result)
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
          appendText(to: &result, inner)
        } else {
          result.range = text
          result.isCDATA = textIsCDATA
        }
        hasText = true
      }
    }
  }

  /// The decoded text in `body`'s hands, without a copy if nothing needs decoding.
  func withDecoded<Result>(
    _ raw: RawText, scratch: inout ByteBuffer, _ body: (ByteView) -> Result
  ) -> Result {
    if let owned = raw.owned {
      return owned.withUnsafeBufferPointer { body(ByteView($0)) }
    }
    let view = document[raw.range]
    if raw.isCDATA || view.firstIndex(of: UInt8(ascii: "&"), from: 0) == nil { return body(view) }
    scratch.removeAll()
    References.decode(view, into: &scratch)
    return body(scratch.view)
  }

  private func own(_ raw: inout RawText, _ inner: InnerMarkup) {
    guard raw.owned == nil else { return }
    var bytes: [UInt8] = []
    append(raw.range, isCDATA: raw.isCDATA, to: &bytes, inner)
    raw.owned = bytes
    raw.isCDATA = false
  }

  private func appendText(to raw: inout RawText, _ inner: InnerMarkup) {
    append(text, isCDATA: textIsCDATA, to: &raw.owned!, inner)  // owned just before
  }

  private func append(_ range: Range<Int>, isCDATA: Bool, to bytes: inout [UInt8], _ inner: InnerMarkup) {
    let view = document[range]
    switch inner {
    case .verbatim where isCDATA, .escaped where !isCDATA:
      bytes.append(contentsOf: view.buffer)
    case .verbatim:
      var buffer = ByteBuffer(capacity: view.count)
      References.decode(view, into: &buffer)
      bytes.append(contentsOf: buffer.view.buffer)
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
    raw.owned!.append(UInt8(ascii: "<"))  // owned just before
    raw.owned!.append(
      contentsOf: document[element.localName.lowerBound..<max(end, element.localName.upperBound)].buffer)
    raw.owned!.append(UInt8(ascii: ">"))
  }

  private func appendEndTag(to raw: inout RawText) {
    guard raw.owned != nil else { return }
    raw.owned!.append(contentsOf: "</".utf8)
    raw.owned!.append(contentsOf: document[closed.localName].buffer)
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
