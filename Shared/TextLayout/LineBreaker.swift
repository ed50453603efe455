/// Breaks one paragraph into two lines at most. All widths are in ems.
struct LineBreaker {
  let units: UnsafeBufferPointer<UInt16>
  let width: Double
  let ellipsisWidth: Double
  let paragraph: Shaper
  let scratch: Shaper

  /// The least that counts as wider: far less than a pixel, and more than sums of fractions are off by.
  static let tolerance = 1e-7
  /// By how much a text that is shaped alone may be narrower than in its place: a letter's worth.
  static let slack = 1.0
  /// How often a line is measured anew for want of safe places. Only text made for the purpose needs more.
  static let attempts = 8
  static let softHyphen: UInt16 = 0xAD
  static let hyphen: UInt16 = 0x2D

  /// What is put after a line that was broken within a word or cut.
  enum Suffix { case hyphen, ellipsis }

  /// The lines as shown, and whether the second was cut.
  func lines() -> (lines: [String], isCut: Bool) {
    // Ordinary titles are shaped as a whole, endless ones no further than two lines can reach.
    var length = Int(min(64 + 8 * width, Double(TitleText.limit + 1)))
    while true {
      let end = shapedEnd(length)
      let shaped = paragraph.shape(units, in: 0..<end)
      let isWhole = end == units.count
      if let lines = lines(of: shaped, isWhole: isWhole) { return lines }
      length = 2 * end
    }
  }

  private func shapedEnd(_ length: Int) -> Int {
    if length >= units.count { return units.count }
    if paragraph.breaks.isGraphemeBoundary(length) { return length }
    return paragraph.breaks.graphemeBoundary(after: length) ?? units.count
  }

  /// Nil where what was shaped does not fill two lines and there is more of the title.
  private func lines(of shaped: ShapedText, isWhole: Bool) -> (lines: [String], isCut: Bool)? {
    if shaped.width <= width + Self.tolerance {
      return isWhole ? ([string(0..<units.count)], false) : nil
    }
    let start = endOfFirstLine(shaped)
    if start == units.count { return ([string(0..<units.count)], false) }
    let rest = start..<shaped.range.upperBound
    if !isWhole, shaped.width(rest) <= width + Self.slack { return nil }

    let first = trimmed(0..<start)
    let line = isHyphenated(first) ? string(first.dropLast()) + "-" : string(first)
    var attempts = 1
    if isWhole, fits(rest, of: shaped, attempts: &attempts) { return ([line, string(rest)], false) }
    return ([line, string(cut(rest, of: shaped)) + "…"], true)
  }

  /// Where the second line starts.
  private func endOfFirstLine(_ shaped: ShapedText) -> Int {
    let breaks = paragraph.breaks
    let reach = shaped.lastOffset(from: 0, within: width + Self.slack)
    var attempts = Self.attempts
    var candidate =
      breaks.lineBreak(after: reach).flatMap { $0 < shaped.range.upperBound ? $0 : nil }
      ?? breaks.lineBreak(before: reach + 1)
    while let offset = candidate {
      let line = trimmed(0..<offset)
      if offset < units.count, fits(line, of: shaped, suffix: isHyphenated(line) ? .hyphen : nil, attempts: &attempts) {
        return offset
      }
      candidate = breaks.lineBreak(before: offset)
    }

    candidate = breaks.isGraphemeBoundary(reach) ? reach : breaks.graphemeBoundary(before: reach)
    while let offset = candidate, offset > 0 {
      if offset < units.count, fits(0..<offset, of: shaped, attempts: &attempts) { return offset }
      candidate = breaks.graphemeBoundary(before: offset)
    }
    return breaks.graphemeBoundary(after: 0) ?? units.count
  }
}
