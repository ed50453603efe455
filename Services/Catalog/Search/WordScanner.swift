internal import Foundation

/// Finds the words of a text in the form in which they are searched for. The index, a query and a snippet all see words
/// through it, so that none of them knows a word that another does not.
///
/// A word is a run of letters, digits and marks. It has no accents and no case, and compatible forms are one (ﬁ and fi,
/// full width and half; UAX #15). In scripts that are written without spaces a run of letters says little about where a
/// word begins: there each letter is a word, and so is each pair of neighbours.
///
/// For one thread: it remembers what letters become.
final class WordScanner {
  /// A word in a text.
  struct Word {
    enum Form {
      /// Of a script with spaces.
      case spaced
      /// A pair of letters of a script without, or a letter that has no neighbour.
      case unspaced
      /// A letter of pairs: who searches for these needs not search for it, too.
      case part
    }

    /// In UTF-8: letters, digits and marks alone.
    let utf8: [UInt8]
    let form: Form
    /// Where it stands, in Unicode scalars.
    let range: Range<Int>
  }

  private enum Letter {
    case spaced([UInt8])
    case unspaced([UInt8])
    /// An accent: it belongs to the word and makes no difference.
    case accent
    case gap
  }

  /// Longer words are cut, wherever they stand.
  static let longestWord = 40

  private var letters: [UInt32: Letter] = [:]

  /// The words of a text with spaces between.
  func indexed(_ text: String?) -> String {
    guard let text else { return "" }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    forEachWord(in: text) { word in
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      bytes += word.utf8
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Gives each word of a text to `body`, in order of their ends.
  func forEachWord(in text: String, _ body: (Word) -> Void) {
    var word: [UInt8] = []
    var (start, end, length) = (0, 0, 0)
    /// The last letter of a run without spaces.
    var former: (utf8: [UInt8], range: Range<Int>, isPaired: Bool)?

    func finish() {
      if !word.isEmpty { body(Word(utf8: word, form: .spaced, range: start..<end)) }
      word.removeAll(keepingCapacity: true)
      length = 0
      if let former { body(Word(utf8: former.utf8, form: former.isPaired ? .part : .unspaced, range: former.range)) }
      former = nil
    }

    var offset = 0
    for scalar in text.unicodeScalars {
      defer { offset += 1 }
      switch letter(scalar) {
      case .gap:
        finish()
      case .accent:
        if !word.isEmpty { end = offset + 1 }
      case .spaced(let utf8):
        if former != nil { finish() }
        if word.isEmpty { start = offset }
        end = offset + 1
        length += 1
        if length <= Self.longestWord { word += utf8 }
      case .unspaced(let utf8):
        if !word.isEmpty { finish() }
        let range = offset..<offset + 1
        guard let last = former else {
          former = (utf8, range, false)
          continue
        }
        body(Word(utf8: last.utf8, form: .part, range: last.range))
        body(Word(utf8: last.utf8 + utf8, form: .unspaced, range: last.range.lowerBound..<range.upperBound))
        former = (utf8, range, true)
      }
    }
    finish()
  }

  private func letter(_ scalar: Unicode.Scalar) -> Letter {
    if let known = letters[scalar.value] { return known }
    let letter = Self.fold(scalar)
    letters[scalar.value] = letter
    return letter
  }

  private static func fold(_ scalar: Unicode.Scalar) -> Letter {
    guard isOfWord(scalar) else { return .gap }
    // By way of the capital: that makes ß ss, and a sigma at the end of a word a sigma.
    let text = String(scalar).decomposedStringWithCompatibilityMapping.uppercased().lowercased()
      .decomposedStringWithCompatibilityMapping
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where isOfWord(scalar) && !isAccent(scalar) { kept.append(scalar) }
    guard let first = kept.first else { return .accent }
    // A syllable of Hangul stays in its parts, as some texts have it; a voiced kana is one letter.
    return isUnspaced(first)
      ? .unspaced(Array(String(kept).precomposedStringWithCanonicalMapping.utf8)) : .spaced(Array(String(kept).utf8))
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default:
      false
    }
  }

  /// Marks above, below and through a letter, and the points of Hebrew and Arabic; not the vowels of other scripts
  /// (classes of UAX #44).
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    let combining = scalar.properties.canonicalCombiningClass.rawValue
    return combining == 1 || (10...36).contains(combining) || combining >= 200
  }

  /// Thai, Lao, Myanmar and Khmer; kana and Han.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0x2_0000...0x3_FFFF:
      true
    default:
      false
    }
  }
}
