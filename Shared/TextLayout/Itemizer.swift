internal import CHarfBuzz

/// Divides text into runs of one font, one script (UAX #24) and one direction (UAX #9).
struct Itemizer {
  private let fonts: FontSet
  private let breaks: TextBreaks
  private let bidi: Bidi

  init(fonts: FontSet, breaks: TextBreaks, bidi: Bidi) {
    self.fonts = fonts
    self.breaks = breaks
    self.bidi = bidi
  }

  /// The runs of `range` of a paragraph, in logical order. `breaks` and `bidi` have to stand on that paragraph.
  func runs(of text: UnsafeBufferPointer<UInt16>, in range: Range<Int>) -> [TextRun] {
    if isSimple(text, range) {
      return [TextRun(range: range, font: 0, script: HB_SCRIPT_LATIN, isRightToLeft: false)]
    }
    var runs: [TextRun] = []
    var script = firstScript(of: text, in: range)
    var level: (isRightToLeft: Bool, end: Int) = (false, range.lowerBound)
    var start = range.lowerBound
    while start < range.upperBound {
      if start >= level.end { level = bidi.level(at: start) }
      let end = min(clusterEnd(of: text, at: start, before: range.upperBound), level.end)
      let font: Int
      if end - start == 1 {
        // By far the most are such, and need no list of their characters.
        script = Self.script(of: text[start]) ?? script
        font = fonts.font(of: text[start])
      } else {
        let cluster = UTF16.scalars(of: text, in: start..<end)
        for scalar in cluster { script = Self.script(of: scalar.value) ?? script }
        font = fonts.font(of: cluster, asEmoji: Self.isEmoji(cluster))
      }
      let run = TextRun(range: start..<end, font: font, script: script, isRightToLeft: level.isRightToLeft)
      if let last = runs.last, last.continues(in: run) {
        runs[runs.count - 1].range = last.range.lowerBound..<end
      } else {
        runs.append(run)
      }
      start = end
    }
    return runs
  }

  /// Whether all is Latin letters and common signs of the text's font: most titles are, and need no division.
  private func isSimple(_ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>) -> Bool {
    guard !bidi.isBidirectional else { return false }
    for index in range {
      switch text[index] {
      case 0x20...0x24F, 0x2010...0x2027, 0x2030...0x203B, 0x20AC:
        if fonts.font(of: text[index]) != 0 { return false }
      default: return false
      }
    }
    return true
  }

  /// Where the grapheme cluster at `start` ends. Asking ICU is needed only where something may join.
  private func clusterEnd(of text: UnsafeBufferPointer<UInt16>, at start: Int, before limit: Int) -> Int {
    let next = start + 1
    if next >= limit { return limit }
    if Self.standsAlone(text[start]), Self.standsAlone(text[next]) { return next }
    return min(breaks.graphemeBoundary(after: start) ?? limit, limit)
  }

  /// Characters none of which joins with another: Latin to Cyrillic without marks, Hebrew letters, Han, Kana letters,
  /// whole Hangul syllables.
  private static func standsAlone(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20...0xA8, 0xAA...0xAC, 0xAF...0x2FF, 0x370...0x482, 0x48A...0x58F, 0x5D0...0x5EA, 0x2010...0x2027,
      0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
      true
    default: false
    }
  }

  private static func isEmoji(_ cluster: some Collection<Unicode.Scalar>) -> Bool {
    guard let first = cluster.first else { return false }
    if cluster.contains("\u{FE0F}") { return true }
    return first.properties.isEmojiPresentation && !cluster.contains("\u{FE0E}")
  }

  /// Signs before the first letter are of its script; those after a letter are of that one's.
  private func firstScript(of text: UnsafeBufferPointer<UInt16>, in range: Range<Int>) -> hb_script_t {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = UTF16.isLeadSurrogate(text[start]) ? min(start + 2, range.upperBound) : start + 1
      if let script = UTF16.scalars(of: text, in: start..<end).first.flatMap({ Self.script(of: $0.value) }) {
        return script
      }
      start = end
    }
    return HB_SCRIPT_LATIN
  }

  /// Nil for characters that all scripts share.
  private static func script(of codePoint: some BinaryInteger) -> hb_script_t? {
    let script = hb_unicode_script(hb_unicode_funcs_get_default(), hb_codepoint_t(codePoint))
    return script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN ? nil : script
  }
}

extension TextRun {
  fileprivate func continues(in next: TextRun) -> Bool {
    font == next.font && script == next.script && isRightToLeft == next.isRightToLeft
  }
}

extension UTF16 {
  /// The characters of a part of UTF-16; half a surrogate pair is U+FFFD.
  static func scalars(of text: UnsafeBufferPointer<UInt16>, in range: Range<Int>) -> [Unicode.Scalar] {
    if range.count == 1, let scalar = Unicode.Scalar(text[range.lowerBound]) { return [scalar] }
    var scalars: [Unicode.Scalar] = []
    var decoder = UTF16()
    var units = text[range].makeIterator()
    while true {
      switch decoder.decode(&units) {
      case .scalarValue(let scalar): scalars.append(scalar)
      case .emptyInput: return scalars
      case .error: scalars.append("\u{FFFD}")
      }
    }
  }
}
