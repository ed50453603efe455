/// Lays titles out with the metrics of real fonts: kerned, with ligatures and joined letters, each character with the first
/// font that has it, and broken where Unicode allows it.
///
/// Create one for each thread: it is not Sendable. Making one opens the first font; others are opened when a title needs
/// them. The same files and title always give the same lines.
public final class TitleTypesetter {
  /// The size of the type in points.
  public let pointSize: Double

  private let paragraph: Shaper
  /// For texts that are measured alone while a paragraph is laid out.
  private let scratch: Shaper
  private let ellipsisWidth: Double

  /// - Parameters:
  ///   - fonts: The first is the font of titles, the others stand in for characters it lacks.
  ///   - pointSize: The size of the type in points, above 0.
  ///   - report: Is told, once for each font and script, of what makes measures less than right.
  /// - Throws: `FontError` where the first font or the break rules cannot be used.
  public init(
    fonts: FontFiles, pointSize: Double = 14, report: @escaping (TextProblem) -> Void = { _ in }
  ) throws(FontError) {
    precondition(pointSize > 0 && pointSize.isFinite, "type has a size")
    self.pointSize = pointSize
    let set = try FontSet(fonts, report: report)
    paragraph = try Shaper(fonts: set)
    scratch = try Shaper(fonts: set)
    ellipsisWidth = scratch.width(of: [TitleText.ellipsis])
  }

  /// How many UTF-16 units were shaped so far.
  var shapedUnits: Int { paragraph.shapedUnits + scratch.shapedUnits }

  /// How wide a text is in one line, in points. Of a text of more than 4,096 UTF-16 units the beginning and an ellipsis
  /// are measured.
  public func width(of text: String) -> Double {
    scratch.width(of: TitleText(text).units) * pointSize
  }

  /// The lines of a title in a width in points.
  ///
  /// A line is broken at the last opportunity that UAX #14 gives, and only inside a word where the word alone is wider
  /// than the line; a grapheme cluster is never divided. A line holds one cluster at least, however narrow it is: a width
  /// that is not above zero (or no number) is one of zero.
  public func layout(_ title: String, width: Double) -> TitleLayout {
    let text = TitleText(title)
    return text.units.withUnsafeBufferPointer { units in
      guard !units.isEmpty else { return TitleLayout(lines: [""], isCut: false, isRightToLeft: false) }
      paragraph.set(units)
      let breaker = LineBreaker(
        units: units, width: width > 0 ? width / pointSize : 0, ellipsisWidth: ellipsisWidth, paragraph: paragraph,
        scratch: scratch)
      let broken = breaker.lines()
      return TitleLayout(
        lines: broken.lines, isCut: broken.isCut || text.isCut, isRightToLeft: paragraph.bidi.isRightToLeft)
    }
  }
}
