internal import Foundation

/// The words of durations and dates in one locale and time zone.
///
/// ICU makes about 26,000 of them a second and a fresh formatter takes longer still, so results are kept by value.
final class LocaleFormatter {
  /// How many results of each sort are kept. Durations rarely pass 10,000 seconds, and 4,096 days are eleven years.
  static let capacity = 4096

  /// Longer playing times, in seconds (1,000 hours), are taken for nonsense such as milliseconds or a time of day.
  static let longestDuration = 3_600_000.0

  private let timeZone: TimeZone
  private let durationStyle: Duration.UnitsFormatStyle
  private let dateFormatter: DateFormatter
  private var durations: [Int: String] = [:]
  private var days: [Int: String] = [:]

  init(locale: Locale, timeZone: TimeZone) {
    self.timeZone = timeZone
    durationStyle = Duration.UnitsFormatStyle(allowedUnits: [.hours, .minutes, .seconds], width: .abbreviated)
      .locale(locale)
    dateFormatter = DateFormatter()
    dateFormatter.locale = locale
    dateFormatter.timeZone = timeZone
    dateFormatter.dateStyle = .short
    dateFormatter.timeStyle = .none
  }

  /// "1 hr, 42 min, 28 sec"; nil for what is no playing time once rounded to whole seconds: zero, less, or nonsense.
  func duration(_ seconds: Double) -> String? {
    guard seconds <= Self.longestDuration, seconds.rounded() >= 1 else { return nil }
    let whole = Int(seconds.rounded())
    return Self.kept(whole, in: &durations) { durationStyle.format(.seconds(whole)) }
  }

  /// "5/3/24"; nil for a date outside the years 1 to 9999 (in UTC).
  func date(_ date: Date) -> String? {
    let seconds = date.timeIntervalSince1970
    guard seconds >= Date.distantPast.timeIntervalSince1970, seconds < 253_402_300_800 else { return nil }
    // Every moment of a local day has the same date, so a day is all that need be kept.
    let day = Int(((seconds + Double(timeZone.secondsFromGMT(for: date))) / 86_400).rounded(.down))
    return Self.kept(day, in: &days) { dateFormatter.string(from: date) }
  }

  private static func kept(_ key: Int, in results: inout [Int: String], make: () -> String) -> String {
    if let result = results[key] { return result }
    let result = make()
    // Values come in runs (a feed's history, today): starting anew costs less than keeping account of use.
    if results.count >= capacity { results.removeAll(keepingCapacity: true) }
    results[key] = result
    return result
  }
}
