/// The references in a document's texts and attributes: replaced, and what XML does not allow among them reported.
extension MarkupScanner {
  /// Appends the text with its references replaced, once.
  ///
  /// - Parameter offset: where in the document the text begins.
  mutating func decode(_ view: ByteView, at offset: Int, into buffer: inout ByteBuffer) {
    var position = 0
    while let ampersand = view.firstIndex(of: UInt8(ascii: "&"), from: position) {
      buffer.append(view[position..<ampersand])
      if let (byte, end) = MarkupScanner.predefined(view, ampersand) {
        buffer.append(byte)
        position = end
      } else if let (scalar, end) = References.reference(in: view, at: ampersand) {
        buffer.append(scalar)
        if UnicodeSpace.isSpace(scalar) { mayHaveWideSpace = true }
        position = end
        if view[ampersand + 1] != UInt8(ascii: "#") || view[end - 1] != UInt8(ascii: ";") {
          reportReference(view, ampersand, end, at: offset)
        }
      } else {
        position = nameEnd(in: view, from: ampersand + 1)
        // A name that stands for two characters, or for nothing at all.
        let written = buffer.count
        References.decode(view[ampersand..<position], into: &buffer)
        mayHaveWideSpace = true
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
      position = MarkupScanner.predefined(view, ampersand)?.end ?? ampersand
      if position > ampersand { continue }
      position = References.reference(in: view, at: ampersand)?.end ?? ampersand + 1
      if position == ampersand + 1 || view[ampersand + 1] != UInt8(ascii: "#")
        || view[position - 1] != UInt8(ascii: ";")
      {
        reportReference(view, ampersand, position, at: offset)
      }
    }
  }

  /// One of the five references that XML itself defines, which are nearly all that there are: its character and its end.
  @inline(__always)
  private static func predefined(_ view: ByteView, _ index: Int) -> (byte: UInt8, end: Int)? {
    guard index + 3 < view.count else { return nil }
    let (first, second, third) = (view[index + 1], view[index + 2], view[index + 3])
    if second == UInt8(ascii: "t"), third == UInt8(ascii: ";") {
      if first == UInt8(ascii: "l") { return (UInt8(ascii: "<"), index + 4) }
      if first == UInt8(ascii: "g") { return (UInt8(ascii: ">"), index + 4) }
    }
    if first == UInt8(ascii: "a"), second == UInt8(ascii: "m") {
      return view.matches("p;", at: index + 3) ? (UInt8(ascii: "&"), index + 5) : nil
    }
    if first == UInt8(ascii: "q") {
      return view.matches("quot;", at: index + 1) ? (UInt8(ascii: "\""), index + 6) : nil
    }
    if first == UInt8(ascii: "a") {
      return view.matches("apos;", at: index + 1) ? (UInt8(ascii: "'"), index + 6) : nil
    }
    return nil
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
