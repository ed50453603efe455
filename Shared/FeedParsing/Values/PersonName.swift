/// The name in what RSS calls an author: `me@example.com (Name)`, `Name (me@example.com)`, `Name <me@example.com>`.
enum PersonName {
  /// The name, or all of the text where it has no such form.
  static func name(in text: String) -> String {
    guard text.contains("@") else { return text }
    for (open, close) in [("(", ")"), ("<", ">")] as [(Character, Character)] {
      guard text.last == close, let start = text.lastIndex(of: open) else { continue }
      let before = trimmed(text[..<start])
      let inside = trimmed(text[text.index(after: start)...].dropLast())
      if inside.contains("@") { return before.isEmpty ? inside : before }
      if before.contains("@"), !inside.isEmpty { return inside }
    }
    return text
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let last = text.last, last == " " || last == "\"" { text.removeLast() }
    while let first = text.first, first == " " || first == "\"" { text.removeFirst() }
    return String(text)
  }
}
