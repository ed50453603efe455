extension LineBreaker {
  func string(_ range: Range<Int>) -> String {
    // A slice would go through the generic way of decoding, which takes longer than all else.
    String(decoding: UnsafeBufferPointer(rebasing: units[range]), as: UTF16.self)
  }

  /// Without the spaces at its end, which need no room.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, TitleText.isSpace(units[end - 1]) { end -= 1 }
    return range.lowerBound..<end
  }

  /// Whether a soft hyphen is the last of a line, where alone it is seen.
  func isHyphenated(_ range: Range<Int>) -> Bool {
    range.last.map { units[$0] == Self.softHyphen } ?? false
  }

  /// Whether a part of what was shaped, and a sign after it, are a line that is not too wide.
  ///
  /// Where the text may be divided safely its width in the whole is its width as a line. Elsewhere a letter looks
  /// different at the end of a line, and is shaped anew: `attempts` times, then its width in the whole has to do.
  func fits(_ range: Range<Int>, of shaped: ShapedText, suffix: Suffix? = nil, attempts: inout Int) -> Bool {
    let extra = suffix.map { $0 == .ellipsis ? ellipsisWidth : 0 } ?? 0
    let estimate = shaped.width(range) + extra
    let startsSafely = range.lowerBound == 0 || shaped.isSafeToBreak(at: range.lowerBound)
    if suffix == nil, startsSafely, shaped.isSafeToBreak(at: range.upperBound) { return estimate <= limit }
    if estimate > width + Self.slack { return false }
    guard attempts > 0 else { return estimate <= limit }
    attempts -= 1

    // Only what hangs together with the end can be different.
    var safe = range.lowerBound
    if startsSafely {
      safe = range.dropFirst().last { shaped.isSafeToBreak(at: $0) } ?? safe
    }
    var text = Array(units[safe..<range.upperBound])
    switch suffix {
    case .ellipsis: text.append(TitleText.ellipsis)
    case .hyphen: text[text.count - 1] = Self.hyphen
    case nil: break
    }
    return shaped.width(range.lowerBound..<safe) + scratch.width(of: text) <= limit
  }

  /// As much of the second line as leaves room for an ellipsis.
  func cut(_ rest: Range<Int>, of shaped: ShapedText) -> Range<Int> {
    var attempts = Self.attempts
    let reach = shaped.lastOffset(from: rest.lowerBound, within: width - ellipsisWidth + Self.slack / 2)
    var end = paragraph.breaks.isGraphemeBoundary(reach) ? reach : paragraph.breaks.graphemeBoundary(before: reach) ?? 0
    while end > rest.lowerBound {
      let line = trimmed(rest.lowerBound..<end)
      if line.isEmpty || fits(line, of: shaped, suffix: .ellipsis, attempts: &attempts) { return line }
      end = paragraph.breaks.graphemeBoundary(before: end) ?? 0
    }
    return rest.lowerBound..<rest.lowerBound
  }

  private var limit: Double { width + Self.tolerance }
}
