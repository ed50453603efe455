internal import Foundation

/// The words of durations, dates and numbers in one locale and time zone. It is used by one thread at a time.
///
/// ICU makes tens of thousands of them a second and a fresh formatter takes longer still. So what is made of few parts is
/// put together from these, and dates are kept by value.
final class LocaleFormatter {
  /// How many dates of each sort are kept: 8,192 days are the years since podcasts began.
  static let capacity = 8192

  /// Longer playing times, in seconds (1,000 hours), are taken for nonsense such as milliseconds or a time of day.
  static let longestDuration = 3_600_000.0

  private let dateFormatter: DateFormatter
  private let localTime: LocalTime
  private let numbers: GroupedNumber
  private let viewWords: ViewWords
  private let relativeDateWords: RelativeDateWords
  private let isolation: IsolatedText
  private var durationWords: DurationWords
  private var days: [Int: String] = [:]
  private var relativeDates: [RelativeDate: String] = [:]

  init(locale: Locale, timeZone: TimeZone) {
    durationWords = DurationWords(locale: locale)
    dateFormatter = DateFormatter()
    dateFormatter.locale = locale
    dateFormatter.timeZone = timeZone
    dateFormatter.dateStyle = .short
    dateFormatter.timeStyle = .none
    localTime = LocalTime(timeZone: timeZone)
    numbers = GroupedNumber(locale: locale)
    viewWords = ViewWords.words(in: locale)
    relativeDateWords = RelativeDateWords(locale: locale)
    isolation = IsolatedText(locale: locale)
  }

  /// "1 hr, 42 min, 28 sec"; nil for what is no playing time once rounded to whole seconds: zero, less, or nonsense.
  func duration(_ seconds: Double) -> String? {
    guard seconds <= Self.longestDuration, seconds.rounded() >= 1 else { return nil }
    return durationWords.words(Int(seconds.rounded()))
  }

  /// "5/3/24"; nil for a date outside the years 1 to 9999 (in UTC).
  func date(_ date: Date) -> String? {
    guard let seconds = Self.wholeSeconds(date) else { return nil }
    // Every moment of a local day has the same date, so a day is all that need be kept.
    return Self.kept(localTime.day(of: seconds).day, in: &days) { dateFormatter.string(from: date) }
  }

  /// "1,604,684,607 views"; nil for less than none.
  func views(_ number: Int) -> String? {
    guard number >= 0 else { return nil }
    let words = viewWords.words(number, digits: numbers.string(number))
    // The English word may stand in a line that runs the other way.
    return isolation.isRightToLeft ? isolation.isolated(words) : words
  }

  /// "2 years ago"; nil for a date outside the years 1 to 9999 (in UTC).
  func relativeDate(_ date: Date, now: Date) -> String? {
    guard let relativeDate = steps(date, now)?.current else { return nil }
    return Self.kept(relativeDate, in: &relativeDates) { relativeDateWords.words(relativeDate) }
  }

  /// The first whole second after `now` in which `relativeDate` is another; nil where that has no words.
  func relativeDateChanges(_ date: Date, now: Date) -> Date? {
    (steps(date, now)?.nextChange).map { Date(timeIntervalSince1970: TimeInterval($0)) }
  }

  /// A text beside others in a line of the locale's direction.
  func isolated(_ text: String) -> String {
    isolation.isolated(text)
  }

  /// How many words are kept, and about how many bytes they take.
  var contents: (entries: Int, bytes: Int) {
    let durations = durationWords.contents
    let slots =
      days.capacity * MemoryLayout<(Int, String)>.stride
      + relativeDates.capacity * MemoryLayout<(RelativeDate, String)>.stride
    let texts = Self.bytes(of: Array(days.values) + Array(relativeDates.values))
    return (durations.entries + days.count + relativeDates.count, durations.bytes + slots + texts)
  }

  /// What texts take besides their places: those of more than 15 bytes have memory of their own.
  static func bytes(of texts: [String]) -> Int {
    texts.reduce(0) { $0 + ($1.utf8.count > 15 ? 32 + $1.utf8.count : 0) }
  }

  private func steps(_ date: Date, _ now: Date) -> RelativeDateSteps? {
    guard let date = Self.wholeSeconds(date), let now = Self.wholeSeconds(now) else { return nil }
    return RelativeDateSteps(date: date, now: now, localTime: localTime)
  }

  /// Seconds since 1970 without fractions; nil outside the years 1 to 9999 (in UTC).
  private static func wholeSeconds(_ date: Date) -> Int? {
    let seconds = date.timeIntervalSince1970
    guard seconds >= -62_135_769_600, seconds < 253_402_300_800 else { return nil }
    return Int(seconds.rounded(.down))
  }

  private static func kept<Key: Hashable>(
    _ key: Key, in results: inout [Key: String], make: () -> String
  ) -> String {
    if let result = results[key] { return result }
    let result = make()
    // Values come in runs (a feed's history, today): starting anew costs less than keeping account of use.
    if results.count >= capacity { results.removeAll(keepingCapacity: true) }
    results[key] = result
    return result
  }
}
