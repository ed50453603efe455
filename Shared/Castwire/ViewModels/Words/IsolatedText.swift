internal import Foundation

/// Puts a text of unknown direction into a line of a known one (UAX #9).
///
/// Beside a name that runs the other way, a number goes along with the name and away from its noun. An isolate keeps the
/// name to itself.
struct IsolatedText {
  /// Whether lines of the locale run from right to left.
  let isRightToLeft: Bool

  init(locale: Locale) {
    isRightToLeft = Locale.Language(identifier: locale.identifier).characterDirection == .rightToLeft
  }

  /// The text, between U+2068 and U+2069 where it has letters of the other direction. Its own embeddings, overrides and isolates
  /// are taken out, as they would reach beyond it.
  func isolated(_ text: String) -> String {
    // In UTF-8, what runs from right to left begins with 0xD6 or more, and so do the controls.
    if !isRightToLeft, text.utf8.allSatisfy({ $0 < 0xD6 }) { return text }
    let plain =
      text.unicodeScalars.contains(where: Self.isControl)
      ? String(String.UnicodeScalarView(text.unicodeScalars.filter { !Self.isControl($0) })) : text
    let turns = plain.unicodeScalars.contains {
      $0.properties.isAlphabetic && Self.runsRightToLeft($0) != isRightToLeft
    }
    return turns ? "\u{2068}\(plain)\u{2069}" : plain
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  // The blocks whose unassigned characters are R or AL by default (DerivedBidiClass.txt).
  private static func runsRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
