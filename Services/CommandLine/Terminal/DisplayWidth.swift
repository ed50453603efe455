/// How many columns of a terminal text takes up (UAX #11, and for emoji UTS #51).
enum DisplayWidth {
  static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    if isEmoji(scalars) { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// The text where it fits, or its beginning and "…".
  static func cut(_ text: String, to width: Int) -> String {
    if of(text) <= width { return text }
    guard width > 0 else { return "" }
    var kept = ""
    var left = width - 1
    for character in text {
      let columns = of(character)
      guard columns <= left else { break }
      left -= columns
      kept.append(character)
    }
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }

  /// The text with spaces after it.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  private static func isEmoji(_ scalars: String.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    // U+FE0F asks for the picture; keycaps, skin tones, flags and joined pictures are sequences of emoji.
    if scalars.count > 1 {
      return scalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 || $0.properties.isEmojiModifier }
        || scalars.dropFirst().contains { $0.properties.isEmojiPresentation }
    }
    return first.properties.isEmojiPresentation
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // Vowels and final consonants of Korean that join the syllable before them.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
    return isWide(scalar.value) || scalar.properties.isEmojiPresentation ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    return wide.contains { $0.contains(value) }
  }

  /// East Asian Width W and F (EastAsianWidth.txt 16.0), neighbours joined over code points that nobody uses.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
