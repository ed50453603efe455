/// A title as it is drawn in a given width: in one line, or in two of which the second may be cut.
public struct TitleLayout: Sendable, Hashable {
  /// The one or two lines, in the order of reading, without the spaces at which they were broken. A cut line ends with
  /// an ellipsis; one that is broken at a soft hyphen ends with a hyphen.
  public let lines: [String]
  /// Whether there is more of the title than is shown.
  public let isCut: Bool
  /// Whether the title as a whole is read from right to left (UAX #9: as its first strong character is).
  public let isRightToLeft: Bool
}
