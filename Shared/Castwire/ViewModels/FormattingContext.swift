public import Foundation

/// Where and when a cell is read: what turns a model's values into words.
public struct FormattingContext: Sendable, Hashable {
  /// Whose language, digits, calendar and order of parts the words have; `LocaleName` makes one from a name.
  public let locale: Locale
  /// In which time zone a moment falls on a day.
  public let timeZone: TimeZone
  /// The moment that "2 days ago" counts from. View models have no clock of their own.
  public let now: Date

  /// A reader with `locale` in `timeZone`, at the moment `now`.
  public init(locale: Locale, timeZone: TimeZone, now: Date) {
    self.locale = locale
    self.timeZone = timeZone
    self.now = now
  }
}
