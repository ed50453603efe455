/// The references in a document's texts and attributes: replaced, and what XML does not allow among them reported.
extension MarkupScanner {
  /// Appends the text with its references replaced, once.
  ///
  /// - Parameter offset: where in the document the text begins.
  mutating func decode(_ view: ByteView, at offset: Int, into buffer: inout ByteBuffer) {
    var position = 0
    while let ampersand = view.firstIndex(of: UInt8(ascii: "&"), from: position) {
      buffer.append(view[position..<ampersand])
      if let (scalar, end) = References.reference(in: view, at: ampersand) {
        buffer.append(scalar)
        position = end
        if !MarkupScanner.isDefinedByXML(view, ampersand, end) { reportReference(view, ampersand, end, at: offset) }
      } else {
        position = nameEnd(in: view, from: ampersand + 1)
        // A name that stands for two characters, or for nothing at all.
        let written = buffer.count
        References.decode(view[ampersand..<position], into: &buffer)
        let isBare = buffer.count - written == position - ampersand
        reportReference(view, ampersand, isBare ? ampersand + 1 : position, at: offset)
      }
    }
    buffer.append(view[position..<view.count])
  }

  /// Reports as `decode` does, and replaces nothing.
  mutating func reportReferences(in view: ByteView, at offset: Int) {
    var position = 0
    while let ampersand = view.firstIndex(of: UInt8(ascii: "&"), from: position) {
      let end = References.reference(in: view, at: ampersand)?.end ?? ampersand + 1
      if !MarkupScanner.isDefinedByXML(view, ampersand, end) { reportReference(view, ampersand, end, at: offset) }
      position = end
    }
  }

  /// Whether a reference is one that XML knows without a DTD: a number or one of five names, and with its semicolon.
  @inline(__always)
  private static func isDefinedByXML(_ view: ByteView, _ index: Int, _ end: Int) -> Bool {
    let first = index + 1
    guard end > first, view[end - 1] == UInt8(ascii: ";") else { return false }
    switch view[first] {
    case UInt8(ascii: "#"): return true
    case UInt8(ascii: "l"), UInt8(ascii: "g"): return end - first == 3 && view[first + 1] == UInt8(ascii: "t")
    case UInt8(ascii: "a"): return view.matches("amp;", at: first) || view.matches("apos;", at: first)
    case UInt8(ascii: "q"): return view.matches("quot;", at: first)
    default: return false
    }
  }

  private func nameEnd(in view: ByteView, from index: Int) -> Int {
    var end = index
    while end < view.count, end - index < 40, ASCII.isLetter(view[end]) || ASCII.isDigit(view[end]) { end += 1 }
    return end < view.count && end > index && view[end] == UInt8(ascii: ";") ? end + 1 : index
  }

  /// A text may be decoded more than once; what is wrong with it counts once.
  private mutating func reportReference(_ view: ByteView, _ index: Int, _ end: Int, at offset: Int) {
    if end > index + 1, view[end - 1] == UInt8(ascii: ";") {
      if hasDocumentType { return }
      diagnostics.reportAgain("undefined-entity", at: offset + index, "an entity of HTML that XML does not define")
    } else {
      diagnostics.reportAgain("bare-ampersand", at: offset + index, "an ampersand that is not written as &amp;")
    }
  }
}
