/// The names of character encodings, as HTTP headers and XML declarations give them.
enum EncodingLabel {
  /// `charset` of a Content-Type header (RFC 9110), in lower case.
  static func charset(ofContentType contentType: String) -> String? {
    let lower = contentType.lowercased()
    for parameter in lower.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, trim(parts[0]) == "charset" else { continue }
      return valid(trim(parts[1]))
    }
    return nil
  }

  /// The encoding of the document's XML declaration, in lower case, even where blank lines or a server's warnings stand
  /// before it.
  static func declared(in view: ByteView) -> String? {
    let head = view[0..<min(view.count, 1024)]
    guard let start = head.firstIndex(of: "<?xml", from: 0), start + 5 < head.count, ASCII.isSpace(head[start + 5]),
      let end = head.firstIndex(of: UInt8(ascii: ">"), from: start)
    else { return nil }
    let declaration = head[start..<end]
    guard let label = declaration.firstIndex(of: "encoding", from: 0),
      let equals = declaration.firstIndex(of: UInt8(ascii: "="), from: label)
    else { return nil }
    let rest = declaration[equals + 1..<declaration.count].trimmed
    guard !rest.isEmpty else { return nil }
    let isQuoted = rest[0] == UInt8(ascii: "\"") || rest[0] == UInt8(ascii: "'")
    let value = isQuoted ? rest[1..<rest.count].trimmed : rest
    var length = 0
    while length < value.count, isOfLabel(value[length]) { length += 1 }
    return valid(Substring(value[0..<length].string.lowercased()))
  }

  /// A label that may be given to the C library: letters, digits and the usual punctuation.
  private static func valid(_ label: Substring) -> String? {
    let isUsable =
      !label.isEmpty && label.utf8.count <= 40
      && label.utf8.allSatisfy(isOfLabel)
    return isUsable ? String(label) : nil
  }

  private static func isOfLabel(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, last.isWhitespace || last == "\"" || last == "'" { text.removeLast() }
    while let first = text.first, first.isWhitespace || first == "\"" || first == "'" { text.removeFirst() }
    return text
  }
}
