import Castwire
import Foundation
import Testing

/// What ICU gives for 6,148 seconds on the third of May 2024, to the letter. The separators are part of it: French
/// has U+202F and U+00A0 before its units, Arabic has a right-to-left mark on either side of the month.
struct EpisodeCellLocaleTests {
  static let infos: [(locale: String, info: String)] = [
    ("en_US", "1 hr, 42 min, 28 sec • 5/3/24"),
    ("en_GB", "1 hr, 42 min, 28 secs • 03/05/2024"),
    ("de_DE", "1 Std., 42 Min. und 28 Sek. • 03.05.24"),
    ("fr_FR", "1\u{202f}h, 42\u{a0}min et 28\u{202f}s • 03/05/2024"),
    ("pl_PL", "1 godz., 42 min i 28 sek. • 3.05.2024"),
    ("ar", "1 س 42 د 28 ث • 3\u{200f}/5\u{200f}/2024"),
    ("ar_EG", "١ س ٤٢ د ٢٨ ث • ٣\u{200f}/٥\u{200f}/٢٠٢٤"),
    ("he", "1 שעה, 42 דק׳ ו28 שנ׳ • 3.5.2024"),
    ("ja_JP", "1時間 42分 28秒 • 2024/05/03"),
    ("zh_Hans", "1小时42分钟28秒 • 2024/5/3"),
    ("hi_IN", "1 घं॰, 42 मि॰, 28 से॰ • 3/5/24"),
    ("pt_BR", "1 h, 42 min e 28 seg • 03/05/2024"),
    // The Buddhist calendar, which Thailand dates by.
    ("th_TH", "1 ชม. 42 นาที และ 28 วิ • 3/5/67"),
  ]

  @Test(arguments: infos)
  func infoIsInTheLocalesOwnWords(locale: String, info: String) throws {
    let context = try FormattingContext.of(locale)
    let cell = EpisodeCellViewModel(
      episode: .with(duration: 6148, date: Date(timeIntervalSince1970: 1_714_746_600)), context: context)
    #expect(Array(cell.info.unicodeScalars) == Array(info.unicodeScalars))
  }

  /// Languages of Europe join the last two units otherwise than the first two; Polish has a plural of its own for 2 to 4.
  static let durations: [(locale: String, seconds: Double, text: String)] = [
    ("en_US", 5400, "1 hr, 30 min"),
    ("en_GB", 7201, "2 hrs, 1 sec"),
    ("de_DE", 5400, "1 Std., 30 Min."),
    ("fr_FR", 5400, "1\u{202f}h et 30\u{a0}min"),
    ("pl_PL", 7380, "2 godz. i 3 min"),
    ("ar", 5400, "1 س 30 د"),
    ("he", 5400, "1 שעה ו30 דק׳"),
    ("ja_JP", 3602, "1時間 2秒"),
    ("zh_Hans", 1500, "25分钟"),
    ("hi_IN", 5400, "1 घं॰, 30 मि॰"),
    ("pt_BR", 5400, "1 h e 30 min"),
  ]

  @Test(arguments: durations)
  func durationAloneLeavesOutZeroUnits(locale: String, seconds: Double, text: String) throws {
    let cell = EpisodeCellViewModel(episode: .with(duration: seconds), context: try .of(locale))
    #expect(Array(cell.info.unicodeScalars) == Array(text.unicodeScalars))
  }
}

extension FormattingContext {
  static func of(_ locale: String, timeZone: String = "UTC") throws -> FormattingContext {
    FormattingContext(
      locale: try LocaleName(locale).locale, timeZone: try #require(TimeZone(identifier: timeZone)),
      now: Date(timeIntervalSince1970: 1_714_800_000))
  }
}

extension Episode {
  static func with(
    title: String? = nil, description: String? = nil, duration: Double? = nil, date: Date? = nil
  ) -> Episode {
    var item = FeedItem()
    item.title = title
    item.description = description
    item.duration = duration
    item.publicationDate = date
    return Episode(
      id: "9a2b581b-6c05-5479-9716-aa6bf0f6fbfb", podcastID: "bab2ba12-9757-5da6-a770-0e70e6bcf214", item: item)
  }
}
