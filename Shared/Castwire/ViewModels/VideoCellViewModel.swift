public import Foundation

/// A video exactly as a list shows it: two texts and two pictures.
public struct VideoCellViewModel: Codable, Sendable, Hashable {
  /// The video's title, or `<untitled>` where the feed gives none or a blank one.
  public let title: String
  /// The channel's name, the number of views and how long ago the video came, joined by " • " ("Castwire • 1,604,684,607
  /// views • 2 years ago"); what is not known is left out, and empty where nothing is.
  ///
  /// Numbers have the locale's digits and groups. A channel's name that runs against the locale's direction stands between
  /// U+2068 and U+2069 (UAX #9), so that it does not take the number beside it along.
  public let subtitle: String
  /// The picture that stands for the video. Absolute and percent-encoded (RFC 3986).
  public let thumbnailURL: String?
  /// The channel's picture. Absolute and percent-encoded (RFC 3986).
  public let profileImageURL: String?

  /// The cell of `video` for a reader in `context`. The same video and context always give the same cell, and it stays the
  /// same until `staleAt(_:in:)`.
  public init(video: Video, context: FormattingContext) {
    title = video.title.flatMap(CellText.visible) ?? CellText.untitled
    subtitle = FormatterCache.withFormatter(of: context) { formatter in
      [
        video.channel?.name.flatMap(CellText.visible).map(formatter.isolated),
        video.numberOfViews.flatMap(formatter.views),
        video.uploadDate.flatMap { formatter.relativeDate($0, now: context.now) },
      ].compactMap(\.self).joined(separator: CellText.separator)
    }
    thumbnailURL = video.thumbnailURL
    profileImageURL = video.channel?.profileImageURL
  }

  /// A cell by its texts and pictures, as it was read.
  package init(title: String, subtitle: String, thumbnailURL: String?, profileImageURL: String?) {
    self.title = title
    self.subtitle = subtitle
    self.thumbnailURL = thumbnailURL
    self.profileImageURL = profileImageURL
  }

  /// The first moment after `context.now` at which the cell of `video` would read otherwise, a whole second; nil where the
  /// video has no date that is shown, for then its words keep.
  ///
  /// How long ago a video came is counted in the largest unit of which one is full, and only full ones count: minutes and
  /// hours of time passed; days, weeks, months and years of the Gregorian calendar in the context's time zone. A month is
  /// full on the same day and at the same time of day, or on the month's last day where it is shorter. Less than a minute
  /// is now, and what is yet to come is counted alike.
  public static func staleAt(_ video: Video, in context: FormattingContext) -> Date? {
    guard let date = video.uploadDate else { return nil }
    return FormatterCache.withFormatter(of: context) { $0.relativeDateChanges(date, now: context.now) }
  }
}
