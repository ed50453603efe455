/// What a measurer met that makes its measures less than right. It is told once for each font and script.
public enum TextProblem: Sendable, Hashable, CustomStringConvertible {
  /// A font that stands in for others cannot be used, and is passed over.
  case unusableFont(FontError)
  /// No font has a character: the box that is drawn instead is measured. The script is in four letters of ISO 15924.
  case noFont(script: String, character: Unicode.Scalar)

  /// The problem in words, for a log.
  public var description: String {
    switch self {
    case .unusableFont(let error):
      "\(error)"
    case .noFont(let script, let character):
      """
      no font has U+\(String(character.value, radix: 16, uppercase: true)) of the script \(script); titles with it are \
      measured with boxes until a font with it is installed or named
      """
    }
  }
}
