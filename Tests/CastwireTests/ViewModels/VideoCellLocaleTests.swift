@testable import Castwire
import Foundation
import Testing

/// What stands under a video's title, to the letter.
struct VideoCellLocaleTests {
  /// Its channel, 1,604,684,607 views, and two years.
  static let subtitles: [(locale: String, subtitle: String)] = [
    ("en_US", "Salt & Tide • 1,604,684,607 views • 2 years ago"),
    ("en_GB", "Salt & Tide • 1,604,684,607 views • 2 years ago"),
    ("de_DE", "Salt & Tide • 1.604.684.607 Aufrufe • vor 2 Jahren"),
    ("fr_FR", "Salt & Tide • 1\u{202f}604\u{202f}684\u{202f}607 vues • il y a 2 ans"),
    ("pl_PL", "Salt & Tide • 1\u{a0}604\u{a0}684\u{a0}607 wyświetleń • 2 lata temu"),
    ("ar", "\u{2068}Salt & Tide\u{2069} • 1,604,684,607 مشاهدات • قبل سنتين"),
    ("ar_EG", "\u{2068}Salt & Tide\u{2069} • ١٬٦٠٤٬٦٨٤٬٦٠٧ مشاهدات • قبل سنتين"),
    ("he", "\u{2068}Salt & Tide\u{2069} • 1,604,684,607 צפיות • לפני שנתיים"),
    ("ja_JP", "Salt & Tide • 1,604,684,607 回視聴 • 2 年前"),
    ("zh_Hans", "Salt & Tide • 1,604,684,607次观看 • 2年前"),
    ("zh_TW", "Salt & Tide • 觀看次數：1,604,684,607次 • 2年前"),
    ("hi_IN", "Salt & Tide • 1,60,46,84,607 बार देखा गया • 2 वर्ष पहले"),
    ("pt_BR", "Salt & Tide • 1.604.684.607 visualizações • há 2 anos"),
    ("pt_PT", "Salt & Tide • 1\u{a0}604\u{a0}684\u{a0}607 visualizações • há 2 anos"),
    ("es_ES", "Salt & Tide • 1.604.684.607 visualizaciones • hace 2 años"),
    ("fa", "\u{2068}Salt & Tide\u{2069} • ۱٬۶۰۴٬۶۸۴٬۶۰۷ بازدید • ۲ سال پیش"),
    // No words of their own: the English ones, which run against Urdu's direction.
    ("th_TH", "Salt & Tide • 1,604,684,607 views • 2 ปีที่แล้ว"),
    ("ur", "\u{2068}Salt & Tide\u{2069} • \u{2068}1,60,46,84,607 views\u{2069} • 2 سال پہلے"),
  ]

  @Test(arguments: subtitles)
  func `a subtitle is in the locale's own words`(locale: String, subtitle: String) throws {
    let context = FormattingContext(
      locale: try LocaleName(locale).locale, timeZone: .gmt, now: Examples.date + 2 * 366 * 86_400)
    let cell = VideoCellViewModel(video: Examples.video, context: context)
    #expect(Array(cell.subtitle.unicodeScalars) == Array(subtitle.unicodeScalars), "\(cell.subtitle)")
  }

  /// 0, 1, 2, 5, 22 and a million views.
  static let plurals: [(locale: String, texts: [String])] = [
    ("en_US", ["0 views", "1 view", "2 views", "5 views", "22 views", "1,000,000 views"]),
    ("en_GB", ["0 views", "1 view", "2 views", "5 views", "22 views", "1,000,000 views"]),
    ("de_DE", ["0 Aufrufe", "1 Aufruf", "2 Aufrufe", "5 Aufrufe", "22 Aufrufe", "1.000.000 Aufrufe"]),
    ("fr_FR", ["0 vue", "1 vue", "2 vues", "5 vues", "22 vues", "1\u{202f}000\u{202f}000 de vues"]),
    (
      "pl_PL",
      [
        "0 wyświetleń", "1 wyświetlenie", "2 wyświetlenia", "5 wyświetleń", "22 wyświetlenia",
        "1\u{a0}000\u{a0}000 wyświetleń",
      ]
    ),
    ("ar", ["0 مشاهدة", "مشاهدة واحدة", "مشاهدتان", "5 مشاهدات", "22 مشاهدة", "1,000,000 مشاهدة"]),
    ("ar_EG", ["٠ مشاهدة", "مشاهدة واحدة", "مشاهدتان", "٥ مشاهدات", "٢٢ مشاهدة", "١٬٠٠٠٬٠٠٠ مشاهدة"]),
    ("he", ["0 צפיות", "צפייה אחת", "2 צפיות", "5 צפיות", "22 צפיות", "1,000,000 צפיות"]),
    ("ja_JP", ["0 回視聴", "1 回視聴", "2 回視聴", "5 回視聴", "22 回視聴", "1,000,000 回視聴"]),
    ("zh_Hans", ["0次观看", "1次观看", "2次观看", "5次观看", "22次观看", "1,000,000次观看"]),
    (
      "hi_IN",
      [
        "0 बार देखा गया", "1 बार देखा गया", "2 बार देखा गया", "5 बार देखा गया", "22 बार देखा गया",
        "10,00,000 बार देखा गया",
      ]
    ),
    (
      "pt_BR",
      [
        "0 visualização", "1 visualização", "2 visualizações", "5 visualizações", "22 visualizações",
        "1.000.000 de visualizações",
      ]
    ),
    (
      "pt_PT",
      [
        "0 visualizações", "1 visualização", "2 visualizações", "5 visualizações", "22 visualizações",
        "1\u{a0}000\u{a0}000 de visualizações",
      ]
    ),
    (
      "cs_CZ",
      ["0 zhlédnutí", "1 zhlédnutí", "2 zhlédnutí", "5 zhlédnutí", "22 zhlédnutí", "1\u{a0}000\u{a0}000 zhlédnutí"]
    ),
    ("da_DK", ["0 visninger", "1 visning", "2 visninger", "5 visninger", "22 visninger", "1.000.000 visninger"]),
    (
      "es_ES",
      [
        "0 visualizaciones", "1 visualización", "2 visualizaciones", "5 visualizaciones", "22 visualizaciones",
        "1.000.000 de visualizaciones",
      ]
    ),
    ("fa_IR", ["۰ بازدید", "۱ بازدید", "۲ بازدید", "۵ بازدید", "۲۲ بازدید", "۱٬۰۰۰٬۰۰۰ بازدید"]),
    (
      "it_IT",
      [
        "0 visualizzazioni", "1 visualizzazione", "2 visualizzazioni", "5 visualizzazioni", "22 visualizzazioni",
        "1.000.000 di visualizzazioni",
      ]
    ),
    ("ko_KR", ["조회수 0회", "조회수 1회", "조회수 2회", "조회수 5회", "조회수 22회", "조회수 1,000,000회"]),
    (
      "nb_NO",
      ["0 visninger", "1 visning", "2 visninger", "5 visninger", "22 visninger", "1\u{a0}000\u{a0}000 visninger"]
    ),
    (
      "nn_NO",
      ["0 visningar", "1 visning", "2 visningar", "5 visningar", "22 visningar", "1\u{a0}000\u{a0}000 visningar"]
    ),
    (
      "no", ["0 visninger", "1 visning", "2 visninger", "5 visninger", "22 visninger", "1\u{a0}000\u{a0}000 visninger"]
    ),
    ("nl_NL", ["0 weergaven", "1 weergave", "2 weergaven", "5 weergaven", "22 weergaven", "1.000.000 weergaven"]),
    (
      "ru_RU",
      [
        "0 просмотров", "1 просмотр", "2 просмотра", "5 просмотров", "22 просмотра",
        "1\u{a0}000\u{a0}000 просмотров",
      ]
    ),
    (
      "sv_SE",
      ["0 visningar", "1 visning", "2 visningar", "5 visningar", "22 visningar", "1\u{a0}000\u{a0}000 visningar"]
    ),
    (
      "tr_TR",
      [
        "0 görüntüleme", "1 görüntüleme", "2 görüntüleme", "5 görüntüleme", "22 görüntüleme",
        "1.000.000 görüntüleme",
      ]
    ),
    (
      "uk_UA",
      [
        "0 переглядів", "1 перегляд", "2 перегляди", "5 переглядів", "22 перегляди",
        "1\u{a0}000\u{a0}000 переглядів",
      ]
    ),
    (
      "zh_TW",
      [
        "觀看次數：0次", "觀看次數：1次", "觀看次數：2次", "觀看次數：5次", "觀看次數：22次",
        "觀看次數：1,000,000次",
      ]
    ),
    // The English word, with the locale's groups.
    ("vi_VN", ["0 views", "1 view", "2 views", "5 views", "22 views", "1.000.000 views"]),
    ("mr_IN", ["0 views", "1 view", "2 views", "5 views", "22 views", "10,00,000 views"]),
  ]

  @Test(arguments: plurals)
  func `views have the plural that the number asks for`(locale: String, texts: [String]) throws {
    let formatter = LocaleFormatter(locale: try LocaleName(locale).locale, timeZone: .gmt)
    for (number, text) in zip([0, 1, 2, 5, 22, 1_000_000], texts) {
      let views = try #require(formatter.views(number))
      #expect(Array(views.unicodeScalars) == Array(text.unicodeScalars), "\(views)")
    }
  }

  @Test func `every language with words of its own is shown`() throws {
    let shown = try Self.plurals.compactMap { ViewWords.name(in: try LocaleName($0.locale).locale) }
    #expect(Set(shown) == Set(ViewWords.table.keys))
    #expect(ViewWords.name(in: try LocaleName("vi_VN").locale) == nil)
  }

  /// Now, two minutes, three hours, a day, two weeks, five months and a year ago; in two days.
  static let ages: [(locale: String, texts: [String])] = [
    (
      "en_US",
      [
        "now", "2 minutes ago", "3 hours ago", "1 day ago", "2 weeks ago", "5 months ago", "1 year ago", "in 2 days",
      ]
    ),
    (
      "en_GB",
      [
        "now", "2 minutes ago", "3 hours ago", "1 day ago", "2 weeks ago", "5 months ago", "1 year ago", "in 2 days",
      ]
    ),
    (
      "de_DE",
      [
        "jetzt", "vor 2 Minuten", "vor 3 Stunden", "vor 1 Tag", "vor 2 Wochen", "vor 5 Monaten", "vor 1 Jahr",
        "in 2 Tagen",
      ]
    ),
    (
      "fr_FR",
      [
        "maintenant", "il y a 2 minutes", "il y a 3 heures", "il y a 1 jour", "il y a 2 semaines", "il y a 5 mois",
        "il y a 1 an", "dans 2 jours",
      ]
    ),
    (
      "pl_PL",
      [
        "teraz", "2 minuty temu", "3 godziny temu", "1 dzień temu", "2 tygodnie temu", "5 miesięcy temu", "1 rok temu",
        "za 2 dni",
      ]
    ),
    (
      "ar_EG",
      [
        "الآن", "قبل دقيقتين", "قبل ٣ ساعات", "قبل يوم واحد", "قبل أسبوعين", "قبل ٥ أشهر", "قبل سنة واحدة",
        "خلال يومين",
      ]
    ),
    (
      "he",
      [
        "עכשיו", "לפני שתי דקות", "לפני 3 שעות", "לפני יום 1", "לפני שבועיים", "לפני 5 חודשים", "לפני שנה",
        "בעוד יומיים",
      ]
    ),
    ("ja_JP", ["今", "2 分前", "3 時間前", "1 日前", "2 週間前", "5 か月前", "1 年前", "2 日後"]),
    ("zh_Hans", ["现在", "2分钟前", "3小时前", "1天前", "2周前", "5个月前", "1年前", "2天后"]),
    (
      "hi_IN",
      ["अब", "2 मिनट पहले", "3 घंटे पहले", "1 दिन पहले", "2 सप्ताह पहले", "5 माह पहले", "1 वर्ष पहले", "2 दिन में"]
    ),
    (
      "pt_BR",
      ["agora", "há 2 minutos", "há 3 horas", "há 1 dia", "há 2 semanas", "há 5 meses", "há 1 ano", "em 2 dias"]
    ),
  ]

  @Test(arguments: ages)
  func `how long ago it was is in the locale's own words`(locale: String, texts: [String]) throws {
    let formatter = LocaleFormatter(locale: try LocaleName(locale).locale, timeZone: .gmt)
    let ages: [Double] = [0, 130, 11_000, 90_000, 15 * 86_400, 160 * 86_400, 366 * 86_400, -2.1 * 86_400]
    for (age, text) in zip(ages, texts) {
      let words = try #require(formatter.relativeDate(Examples.date - age, now: Examples.date))
      #expect(words.replacing("\u{a0}", with: " ") == text, "\(words)")
    }
  }
}
