/// Keeps text that runs from right to left from turning the line around it (UAX #9).
enum Isolate {
  private static let leftToRight: Unicode.Scalar = "\u{2066}"
  private static let rightToLeft: Unicode.Scalar = "\u{2067}"
  private static let end: Unicode.Scalar = "\u{2069}"

  /// The text between an isolate and its end, where it has anything that runs from right to left. What does not know
  /// isolates shows nothing of them, and they take no columns. Isolates within the text end in it.
  ///
  /// - Parameter whole: what the text is a line of: its first letter says which way all lines run.
  static func around(_ text: String, lineOf whole: String? = nil) -> String {
    let text = balanced(text)
    guard text.unicodeScalars.contains(where: isRightToLeft) else { return text }
    let start = firstLetter(of: whole ?? text).map(isRightToLeft) == true ? rightToLeft : leftToRight
    return "\(start)\(text)\(end)"
  }

  /// Whether the character begins or ends an isolate.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    (0x2066...0x2069).contains(scalar.value)
  }

  /// The text without ends of isolates that did not begin in it, and with those that are missing: a cut may leave either.
  static func balanced(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isMark) else { return text }
    var kept = String.UnicodeScalarView()
    var depth = 0
    for scalar in text.unicodeScalars {
      if scalar == end {
        guard depth > 0 else { continue }
        depth -= 1
      } else if isMark(scalar) {
        depth += 1
      }
      kept.append(scalar)
    }
    kept.append(contentsOf: repeatElement(end, count: depth))
    return String(kept)
  }

  /// The letter that says which way the text runs: what isolates hold counts only where there is no other (P2).
  private static func firstLetter(of text: String) -> Unicode.Scalar? {
    var depth = 0
    var isolated: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if isMark(scalar) {
        depth = max(0, depth + (scalar == end ? -1 : 1))
      } else if scalar.properties.isAlphabetic {
        guard depth > 0 else { return scalar }
        isolated = isolated ?? scalar
      }
    }
    return isolated
  }

  /// The blocks whose characters are of the classes R and AL (DerivedBidiClass.txt), and the digits and marks among them.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
