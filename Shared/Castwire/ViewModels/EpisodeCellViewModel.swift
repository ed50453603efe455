internal import Foundation

/// An episode exactly as a list shows it: three texts.
public struct EpisodeCellViewModel: Codable, Sendable, Hashable {
  /// The episode's title, or `<untitled>` where the feed gives none or a blank one.
  public let title: String
  /// Playing time and date of publication, whichever are known, joined by " • "; empty where neither is.
  ///
  /// The playing time is in the locale's short units, hours to seconds, zero units left out ("1 hr, 42 min, 28 sec");
  /// the date is in the locale's short style ("5/3/24"). The spaces are the locale's own: French has U+202F and U+00A0.
  public let info: String
  /// The show notes without markup; nil where there are none or blank ones.
  public let description: String?

  /// The cell of `episode` for a reader in `context`. The same episode and context always give the same cell.
  public init(episode: Episode, context: FormattingContext) {
    title = episode.title.flatMap(CellText.visible) ?? CellText.untitled
    info = FormatterCache.withFormatter(of: context) { formatter in
      [episode.duration.flatMap(formatter.duration), episode.publicationDate.flatMap(formatter.date)]
        .compactMap(\.self).joined(separator: CellText.separator)
    }
    description = episode.description.flatMap(CellText.visible)
  }

  /// A cell by its texts, as it was read.
  package init(title: String, info: String, description: String?) {
    self.title = title
    self.info = info
    self.description = description
  }
}
