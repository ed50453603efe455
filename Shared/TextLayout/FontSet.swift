internal import CHarfBuzz

/// The fonts of a measurer, opened as they are needed, and which of them has what.
final class FontSet {
  /// A font for each path; nil where it has not been needed yet or turned out to be unusable.
  private var fonts: [Font?]
  private let paths: [String]
  private var opened: Int
  private let report: (TextProblem) -> Void

  /// For each character of the basic plane one more than the number of its font, or 0 where nobody asked yet.
  private var known = [UInt8](repeating: 0, count: 0x10000)
  private var scriptsReported: Set<String> = []

  init(_ files: FontFiles, report: @escaping (TextProblem) -> Void) throws(FontError) {
    // The known fonts are numbered in a byte.
    paths = Array(files.paths.prefix(Int(UInt8.max) - 1))
    fonts = [try Font(path: files.paths[0])]
    fonts.append(contentsOf: repeatElement(nil, count: paths.count - 1))
    opened = 1
    self.report = report
  }

  /// The font with that number, which a question for a character has answered before.
  subscript(number: Int) -> Font {
    // The first font opened, or there would be no set; others are given out only when open.
    fonts[number] ?? fonts[0]!
  }

  /// The number of the font for a character of the basic plane that stands alone.
  func font(of unit: UInt16) -> Int {
    let number = known[Int(unit)]
    if number != 0 { return Int(number) - 1 }
    guard let scalar = Unicode.Scalar(unit) else { return 0 }
    let found = font(of: CollectionOfOne(scalar), asEmoji: scalar.properties.isEmojiPresentation)
    known[Int(unit)] = UInt8(found + 1)
    return found
  }

  /// The number of the font for a grapheme cluster: the first that has all its characters, else the first that has its
  /// base, else the text's font with the box that it draws for what it lacks.
  func font(of cluster: some Collection<Unicode.Scalar>, asEmoji: Bool) -> Int {
    // Selectors and joiners have no glyph of their own in most fonts, and need none.
    let visible = cluster.filter { !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isVariationSelector }
    guard let base = visible.first else { return 0 }
    if let font = first(asEmoji: asEmoji, where: { font in visible.allSatisfy(font.has) }) { return font }
    if let font = first(asEmoji: asEmoji, where: { $0.has(base) }) { return font }
    reportMissing(base)
    return 0
  }

  /// Fonts in colour come first for emoji and last for all else: they have digits too.
  private func first(asEmoji: Bool, where condition: (Font) -> Bool) -> Int? {
    for wantsColour in [asEmoji, !asEmoji] {
      for number in paths.indices {
        if let font = open(number), font.isColour == wantsColour, condition(font) { return number }
      }
    }
    return nil
  }

  private func open(_ number: Int) -> Font? {
    if number < opened { return fonts[number] }
    for next in opened...number {
      do {
        fonts[next] = try Font(path: paths[next])
      } catch {
        report(.unusableFont(error))
      }
    }
    opened = number + 1
    return fonts[number]
  }

  private func reportMissing(_ scalar: Unicode.Scalar) {
    let tag = hb_script_to_iso15924_tag(hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value))
    let script = String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
    if scriptsReported.insert(script).inserted { report(.noFont(script: script, character: scalar)) }
  }
}
