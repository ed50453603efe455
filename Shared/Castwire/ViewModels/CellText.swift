/// What all cells do with a model's texts.
enum CellText {
  /// What stands for a title that the feed does not give.
  static var untitled: String { "<untitled>" }

  /// Between the parts of a line.
  static var separator: String { " • " }

  /// The text, or nil where nothing of it can be seen.
  // Feeds do hold titles of zero-width spaces alone, which Character.isWhitespace does not count.
  static func visible(_ text: String) -> String? {
    // Nearly all begin with a character of ASCII that can be seen.
    if let first = text.utf8.first, (0x21...0x7E).contains(first) { return text }
    let isBlank = text.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
    }
    return isBlank ? nil : text
  }
}
