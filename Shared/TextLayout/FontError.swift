/// Why text cannot be measured.
public enum FontError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A file that was asked for is missing, cannot be read, or is no font.
  case unusable(path: String, reason: String)
  /// No font was asked for, and none of those looked for is installed.
  case noneInstalled(folders: [String])
  /// The tables of break rules could not be read: ICU's own name for what went wrong.
  case noBreakRules(String)

  /// The error in words, for a person.
  public var description: String {
    switch self {
    case .unusable(let path, let reason):
      "the font \(path) cannot be used: \(reason)"
    case .noneInstalled(let folders):
      """
      there is no font to measure titles with in \(folders.joined(separator: ", ")); \
      install one (Debian: apt-get install fonts-dejavu-core) or name a font file
      """
    case .noBreakRules(let name):
      "the rules for breaking lines cannot be read (\(name)); install the Swift runtime that the program was built with"
    }
  }
}
