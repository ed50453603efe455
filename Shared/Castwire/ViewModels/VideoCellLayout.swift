/// Where things stand in a video's cell, in points, for a list of a given width.
///
/// The thumbnail comes first, with a margin of 16 on three sides and in 16:9. Below it stand the channel's picture (44
/// wide, margin 16), and beside that, at a distance of 8 and with 16 left free, the title in one or two lines of 14-point
/// type and the subtitle.
public struct VideoCellLayout: Codable, Sendable, Hashable {
  /// The size of the title's type.
  public static let titlePointSize = 14.0
  /// What a list may be wide: 0 to this. A narrower one (or no number at all) is taken for 0, a wider one for this.
  public static let widestList = 100_000.0

  /// Of the cell and its list.
  public let width: Double
  /// The list's less 32, and never below 0.
  public let thumbnailWidth: Double
  /// 9 / 16 of its width.
  public let thumbnailHeight: Double
  /// How wide the title may be: the list's width less 84, and never below 0.
  public let titleWidth: Double
  /// 20 for a title of one line, 44 for one of two.
  public let titleHeight: Double
  /// The title as it is drawn: one line or two, the second cut where it has to be.
  public let titleLines: [String]
  /// Of the cell: the thumbnail's and 104 for all else. It is the same whether the title has one line or two.
  public let height: Double

  /// The layout of a cell in a list that is `width` points wide.
  ///
  /// `breakTitle` gives the lines of the cell's title for the width that it may have, at `titlePointSize`: measuring
  /// needs fonts, of which models know nothing.
  public init(width: Double, breakTitle: (_ titleWidth: Double) throws -> [String]) rethrows {
    // Comparisons with what is no number are false.
    let width = width > 0 ? min(width, Self.widestList) : 0
    self.width = width
    thumbnailWidth = max(0, width - 16 - 16)
    thumbnailHeight = thumbnailWidth * 9 / 16
    titleWidth = max(0, width - 16 - 44 - 8 - 16)
    titleLines = try breakTitle(titleWidth)
    titleHeight = titleLines.count > 1 ? 44 : 20
    height = thumbnailHeight + 16 + 88
  }
}
