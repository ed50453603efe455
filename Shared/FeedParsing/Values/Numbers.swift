/// Numbers and truth values as feeds write them.
enum Numbers {
  /// A whole number of at least 0; nil for anything else.
  ///
  /// Digits may be in groups of three behind commas, dots, apostrophes or spaces of any kind, and a fraction of zeros may
  /// follow. A single dot or comma before three digits groups them, as `1.234` of anything that is counted is no
  /// fraction. Behind the number its unit may stand: `px`, `bytes`, `views`.
  static func count(_ view: ByteView) -> Int? {
    let text = withoutUnit(view.trimmed)
    var value = 0
    var index = !text.isEmpty && text[0] == UInt8(ascii: "+") ? 1 : 0
    var digits = 0
    while index < text.count {
      let byte = text[index]
      if ASCII.isDigit(byte) {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        guard !overflow, product <= Int.max - 9 else { return nil }
        value = product + Int(byte & 0x0f)
        digits += 1
        index += 1
        continue
      }
      let length = separatorLength(in: text, at: index)
      guard length > 0, digits > 0 else { return nil }
      if !isGroup(text, at: index + length) { return isZeroFraction(text, at: index) ? value : nil }
      index += length
    }
    return digits > 0 ? value : nil
  }

  /// A number above 0.
  static func positive(_ view: ByteView) -> Int? {
    count(view).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The number of an episode or a season among words: `#12`, `Episode 12`, `S01`; of `S01E05` the one behind `letter`,
  /// which is small. Nil where there are several or none, or where it is negative.
  static func ordinal(_ view: ByteView, letter: UInt8) -> Int? {
    if let count = count(view) { return count }
    let text = view.trimmed
    var (found, isMarked): (Int?, Bool) = (nil, false)
    var isAlone = true
    var index = 0
    while index < text.count {
      guard ASCII.isDigit(text[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
      let before = start > 0 ? text[start - 1] : 0
      let behind = index < text.count ? text[index] : 0
      // A part of something else: a fraction, a negative number, a word.
      let isPart =
        before == UInt8(ascii: "-") || before == UInt8(ascii: ".")
        || ASCII.isLetter(behind) && behind | 0x20 != UInt8(ascii: "e")
      let marked = before | 0x20 == letter
      if found != nil, !marked || isMarked { isAlone = false }
      if isPart, !marked { return nil }
      if found == nil || marked { (found, isMarked) = (count(text[start..<index]), marked) }
    }
    return isAlone || isMarked ? found : nil
  }

  /// Without the unit behind a number.
  private static func withoutUnit(_ text: ByteView) -> ByteView {
    guard text.count > 1, ASCII.isLetter(text[text.count - 1]) else { return text }
    var start = text.count
    while start > 0, ASCII.isLetter(text[start - 1]) { start -= 1 }
    let unit = text[start..<text.count]
    let isKnown =
      unit.equalsIgnoringCase("px") || unit.equalsIgnoringCase("bytes") || unit.equalsIgnoringCase("byte")
      || unit.equalsIgnoringCase("views")
    return isKnown ? text[0..<start].trimmed : text
  }

  /// How many bytes a separator of groups takes; 0 for what is none.
  private static func separatorLength(in text: ByteView, at index: Int) -> Int {
    switch text[index] {
    case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: "_"), 0x20: return 1
    case 0xc2: return text.matches("\u{a0}", at: index) ? 2 : 0
    case 0xe2:
      let isSeparator =
        text.matches("\u{202f}", at: index) || text.matches("\u{2009}", at: index) || text.matches("’", at: index)
      return isSeparator ? 3 : 0
    default: return 0
    }
  }

  /// Three digits and no more.
  private static func isGroup(_ text: ByteView, at index: Int) -> Bool {
    guard index + 3 <= text.count else { return false }
    for offset in 0..<3 where !ASCII.isDigit(text[index + offset]) { return false }
    return index + 3 == text.count || !ASCII.isDigit(text[index + 3])
  }

  private static func isZeroFraction(_ text: ByteView, at index: Int) -> Bool {
    guard text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") else { return false }
    for position in index + 1..<text.count where text[position] != UInt8(ascii: "0") { return false }
    return true
  }

  /// `itunes:explicit` and its like: true for yes, true, explicit, 1; false for no, false, clean, 0.
  static func truth(_ view: ByteView) -> Bool? {
    let text = view.trimmed
    if text.equalsIgnoringCase("yes") || text.equalsIgnoringCase("true") || text.equalsIgnoringCase("explicit")
      || text.equalsIgnoringCase("1")
    {
      return true
    }
    if text.equalsIgnoringCase("no") || text.equalsIgnoringCase("false") || text.equalsIgnoringCase("clean")
      || text.equalsIgnoringCase("0")
    {
      return false
    }
    return nil
  }
}
