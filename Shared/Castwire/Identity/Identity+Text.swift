extension Identity {
  /// Text without what only signs the addresses in it for a time: two looks at what did not change give one text.
  ///
  /// - Parameter text: in UTF-8; plain, HTML or JSON.
  /// - Returns: what is to be compared, and never shown.
  public static func stableText(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    var place = 0
    while let mark = text[place...].firstIndex(of: UInt8(ascii: "?")) {
      var start = mark
      while start > copied, !isDelimiter(text[start - 1]) { start -= 1 }
      var end = mark
      while end < text.count, !isDelimiter(text[end]) { end += 1 }
      place = end
      guard text[start..<mark].starts(with: "http".utf8) else { continue }
      let url = String(decoding: text[start..<end], as: UTF8.self).replacing("&amp;", with: "&")
      let stable = stableURL(url)
      // What is not signed stays as it is written.
      guard stable != url else { continue }
      result += text[copied..<start]
      result += Array(stable.utf8)
      copied = end
    }
    return copied == 0 ? text : result + text[copied...]
  }

  /// What no URL has that was percent-encoded; the backslash begins an escape of JSON's.
  private static func isDelimiter(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "<")
      || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "'")
  }
}
