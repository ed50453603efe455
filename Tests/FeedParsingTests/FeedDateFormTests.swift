import TestSupport
import Testing

@testable import FeedParsing

/// Each form of a date that feeds were seen to have or that the standards allow; most name one of two instants.
struct FeedDateFormTests {
  /// 6 May 2024, 10:20:30 UTC, and the day's begin.
  static let instant = 1_714_990_830.0
  static let day = 1_714_953_600.0

  @Test(arguments: [
    "Mon, 06 May 2024 10:20:30 GMT", "mon, 6 may 2024 10:20:30 gmt", "Monday, 6 May 2024 10:20:30 UTC",
    "Fri, 06 May 2024 10:20:30 GMT", "Mon, May 06 2024 10:20:30 GMT", "May 6, 2024 10:20:30", "06 May 24 10:20:30 Z",
    "Mon, 06 May 124 10:20:30 GMT", "Mon, 06 May 2024 10:20:30 -0000", "Mon, 06 May 2024 10:20:30",
    "Mon, 06 May 2024 03:20:30 PDT", "Mon, 06 May 2024 12:20:30 CEST", "Mon, 06 May 2024 11:20:30 CET",
    "Mon May 06 2024 06:20:30 GMT-0400 (EDT)", "Mon May 06 2024 06:20:30 GMT-0400 (Eastern Daylight Time)",
    "Mon, 06 May 2024 10:20:30 AM", "Mon, 06 May 2024 10:20:30 a.m.",
    "Mon, 06 May 2024 06:20:30 PM +0800", "Mon, 06 May 2024 6:20:30pm +0800", "Mon, 06 May 2024 18:20:30 PM +0800",
    "May 6 2024 12:20:30 +2", "May 6 2024 11:20:30 +100", "May 6 2024 15:50:30 +05:30", "May 6th, 2024 10:20:30",
    "6th of May 2024 at 10:20:30", "Mon, 06-May-2024 10:20:30 GMT", "Mon, 06-May-24 10:20:30 GMT",
    "10:20:30 06 May 2024", "10:20:30 GMT Mon 06 May 2024", "Mon, 06 May 2024 06:20:30 (EDT)",
    "Mon,  06   May\t2024  10:20:30  GMT", "Mon, 06 May 2024 10:20:30.000 GMT", "2024 May 06 10:20:30",
    "2024-May-06 10:20:30", "5/6/2024 10:20:30",
    "05/06/2024 10:20:30 AM", "6.5.2024 10:20:30", "06.05.2024 10:20:30", "6. 5. 2024 10.20.30", "24-05-06 10:20:30",
    "Mon, 06 May 2024 10:20:30 Uhr", "Mon, 06 May 2024 10:20:30 +0000 (UTC)", "Mon, 6 May '24 10:20:30 GMT",
    "Monday May 6 10:20:30 UTC 2024", "06May2024 10:20:30", "Mon, 06 May 2024, 10:20:30 GMT",
    "6 May 2024 10:20:30\u{202f}AM",
    "Mon, 06 May 2024 10:20:30 XYZ", "1714990830", "1714990830.0", "1714990830000", " 1714990830\n",
  ])
  func `RFC 822 with its violations`(text: String) {
    #expect(withView(text, FeedDate.seconds) == FeedDateFormTests.instant)
  }

  @Test(arguments: [
    "2024-05-06T10:20:30Z", "2024-05-06t10:20:30z", "2024-05-06 10:20:30", "2024-05-06T10:20:30+00", "20240506T102030Z",
    "20240506T102030", "20240506102030", "2024-05-06T12:20:30+02", "2024-05-06T12:20:30+0200",
    "2024-05-06T12:20:30+02:00",
    "2024-05-06T04:50:30-05:30", "2024-05-06T10:20:30.0Z", "2024-05-06T10:20:30,000Z",
    "2024-05-06T10:20:30.000000000000Z",
    "2024-127T10:20:30Z", "2024127T102030Z", "2024-W19-1T10:20:30Z", "2024W191T102030Z", "2024-w19-1 10:20:30",
    "2024-05-06 10:20:30 +0000", "2024-05-06T10:20:30 Z", "2024-05-06T10:20:30GMT", "2024-05-06T05:20:30EST",
    "2024-05-06T12:20:30+02:00[Europe/Berlin]", "2024-05-06T10:20:30Z (a comment)", "2024-05-06 10:20:30 AM",
    "2024-05-06 06:20:30 PM +0800", "2024-05-06T04:20:30\u{2212}06:00", "2024/05/06 10:20:30",
    "2024.05.06 10:20:30", "2024:05:06 10:20:30", "2024-5-6 10:20:30", "2024-05-06, 10:20:30", "2024-05-06  T10:20:30Z",
    "2024-05-06T10:20.5Z", "2024-05-06T10.341666666666666Z",
    "2024-05-06 10.20.30",
  ])
  func `ISO 8601 in all its forms`(text: String) throws {
    let seconds = try #require(withView(text, FeedDate.seconds))
    #expect(abs(seconds - FeedDateFormTests.instant) < 0.001)
  }

  @Test(arguments: [
    // German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech.
    "Mo, 06 Mai 2024 10:20:30", "Montag, 6. Mai 2024 10:20:30 Uhr", "lun., 06 mai 2024 10:20:30",
    "lundi 6 mai 2024 à 10h20:30",
    "lun, 06 may 2024 10:20:30", "lunes, 6 de mayo de 2024 10:20:30", "lun, 6 mag 2024 10:20:30",
    "lunedì 6 maggio 2024 10:20:30",
    "seg, 06 mai 2024 10:20:30", "segunda-feira, 6 de maio de 2024 10:20:30", "ma, 06 mei 2024 10:20:30",
    "maandag 6 mei 2024 10:20:30", "pon, 06 maj 2024 10:20:30", "poniedziałek, 6 maja 2024 10:20:30",
    "po, 06 kvě 2024 10:20:30", "pondělí 6. května 2024 10:20:30",
    // Russian, Swedish, Danish, Norwegian, Finnish, Turkish, Hungarian, Greek.
    "Пн, 06 май 2024 10:20:30", "понедельник, 6 мая 2024 г. 10:20:30", "ПН, 06 МАЙ 2024 10:20:30",
    "mån, 06 maj 2024 10:20:30",
    "måndag 6 maj 2024 10:20:30", "man, 06 maj 2024 10:20:30", "mandag 6. mai 2024 10:20:30",
    "ma, 06 touko 2024 10:20:30",
    "maanantai 6. toukokuuta 2024 10:20:30", "Pzt, 06 May 2024 10:20:30", "Pazartesi, 6 Mayıs 2024 10:20:30",
    "Pts, 06 MAYIS 2024 10:20:30", "h, 06 máj. 2024 10:20:30", "2024. május 6. 10:20:30", "Δευ, 06 Μαΐ 2024 10:20:30",
    "Δευτέρα, 6 Μαΐου 2024 10:20:30", "ΔΕΥΤΕΡΑ, 6 ΜΑΪΟΥ 2024 10:20:30",
    // Chinese, Japanese, Korean.
    "2024年5月6日 10:20:30", "2024年05月06日10时20分30秒", "2024年5月6日(月) 10時20分30秒", "2024年5月6日（月）午前10:20:30",
    "2024年5月6日 下午6:20:30 +0800", "2024년 5월 6일 10:20:30", "2024년 5월 6일 오전 10시 20분 30초", "2024年5月6日　10:20:30",
  ])
  func `names of other languages`(text: String) {
    #expect(withView(text, FeedDate.seconds) == FeedDateFormTests.instant)
  }

  static let months: [(language: String, names: [String])] = [
    (
      "de",
      [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
      ]
    ),
    (
      "fr",
      [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
        "décembre",
      ]
    ),
    ("fr short", ["janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."]),
    (
      "es",
      [
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
        "diciembre",
      ]
    ),
    (
      "it",
      [
        "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
        "novembre", "dicembre",
      ]
    ),
    (
      "pt",
      [
        "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro",
        "dezembro",
      ]
    ),
    (
      "nl",
      [
        "januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november",
        "december",
      ]
    ),
    (
      "pl",
      [
        "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października",
        "listopada", "grudnia",
      ]
    ),
    (
      "cs",
      [
        "ledna", "února", "března", "dubna", "května", "června", "července", "srpna", "září", "října", "listopadu",
        "prosince",
      ]
    ),
    ("cs short", ["led", "úno", "bře", "dub", "kvě", "čvn", "čvc", "srp", "zář", "říj", "lis", "pro"]),
    (
      "sv",
      [
        "januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september", "oktober", "november",
        "december",
      ]
    ),
    (
      "nb",
      [
        "januar", "februar", "mars", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
        "desember",
      ]
    ),
    (
      "fi",
      [
        "tammikuuta", "helmikuuta", "maaliskuuta", "huhtikuuta", "toukokuuta", "kesäkuuta", "heinäkuuta", "elokuuta",
        "syyskuuta", "lokakuuta", "marraskuuta", "joulukuuta",
      ]
    ),
    (
      "tr",
      ["Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran", "Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık"]
    ),
    (
      "hu",
      [
        "január", "február", "március", "április", "május", "június", "július", "augusztus", "szeptember", "október",
        "november", "december",
      ]
    ),
    (
      "el",
      [
        "Ιανουαρίου", "Φεβρουαρίου", "Μαρτίου", "Απριλίου", "Μαΐου", "Ιουνίου", "Ιουλίου", "Αυγούστου", "Σεπτεμβρίου",
        "Οκτωβρίου", "Νοεμβρίου", "Δεκεμβρίου",
      ]
    ),
    (
      "ru",
      [
        "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
        "декабря",
      ]
    ),
    (
      "uk",
      [
        "січня", "лютого", "березня", "квітня", "травня", "червня", "липня", "серпня", "вересня", "жовтня", "листопада",
        "грудня",
      ]
    ),
    (
      "ro",
      [
        "ianuarie", "februarie", "martie", "aprilie", "mai", "iunie", "iulie", "august", "septembrie", "octombrie",
        "noiembrie", "decembrie",
      ]
    ),
  ]

  @Test(arguments: months)
  func `all twelve months of a language`(language: String, names: [String]) {
    for (index, name) in names.enumerated() {
      for form in [name, name.uppercased()] {
        #expect(withView(form) { DateNames.month($0)?.month } == index + 1, "\(form)")
      }
    }
  }

  @Test(arguments: [
    ("mar. 06 févr. 2024 10:20", 1_707_214_800), ("mar, 05 mar 2024 10:20", 1_709_634_000),
    ("martes, 5 de noviembre de 2024", 1_730_764_800), ("Paz, 05 Mayıs 2024", 1_714_867_200),
    ("martedì 7 maggio 2024", 1_715_040_000), ("5 mar 2024", 1_709_596_800), ("Mar 5 2024", 1_709_596_800),
  ])
  func `a day that is called like a month is no month`(text: String, seconds: Double) {
    #expect(withView(text, FeedDate.seconds) == seconds)
  }

  @Test(
    arguments: [
      ("2024-05-06", day), ("20240506", day), ("2024-127", day), ("2024-W19", day), ("6 May 2024", day),
      ("2024年5月6日", day), ("06.05.2024", day), ("2024-05-05T24:00:00Z", day), ("2024-05-05T23:59:60Z", day),
      ("2024-05-06T00", day), ("2024-05-06Z", day), ("2024-05-06+02:00", day - 7200), ("2004-W53-7", 1_104_624_000),
      ("2003-W01-1", 1_041_206_400), ("2024-366", 1_735_603_200),
      ("31-12-99", 946_598_400), ("13/5/2024", 1_715_558_400), ("03-12-31", 1_072_828_800), ("946684800", 946_684_800),
      ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("2024-05-06T10:20:30.125Z", instant + 0.125),
      ("2000-02-29", 951_782_400), ("6 May 2024 12:20 AM", day + 1200), ("6 May 2024 12:20 PM", day + 44_400),
    ] as [(String, Double)])
  func `days, edges and fractions`(text: String, seconds: Double) {
    #expect(withView(text, FeedDate.seconds) == seconds)
  }

  @Test(arguments: [
    "Mon, 06 May 2024 34:20:30 GMT", "2024-13-06", "30 Feb 2024", "2024-02-30", "31 Apr 2024", "2023-02-29", "2023-366",
    "2023-W53-1", "2024-W00-1", "2024-W19-8", "2024-000", "06 May 2024 10:60", "06 May 2024 10:20:61",
    "2024-05-06T24:00:01Z",
    "32/13/2024", "1/2/3/4", "6 May", "May 2024 10:20",
    "2024-05-06T",
    "2024年13月6日", "2024年5月", "99999999", "0999999999", "17149908301", "1714990830x", "2 days ago", "yesterday 10:20",
    "06 Mayo", "2024-05-06Tnoon", "06 May 20245 10:20", "2024-05-06T10:20:30Z<br>", "((((", "2024-05-06T10:20:30+",
    "年月日年月日",
    "2024-W", "[[[[", "1º 1º",
  ])
  func `what is impossible is none`(text: String) {
    #expect(withView(text, FeedDate.seconds) == nil)
  }

  @Test func `no bytes make the reader stop`() {
    var generator = SeededGenerator(seed: 11)
    let pieces = [
      "2024", "-", "05", "T", "10", ":", "W", " ", "May", "年", "é", "+", "(", "[", ".", "pm", "é", "\u{202f}", "GMT",
      ",",
    ]
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<generator.below(12) { text += pieces[generator.below(pieces.count)] }
      let seconds = withView(text, FeedDate.seconds)
      #expect(seconds == nil || abs(seconds ?? 0) < 3e11)
    }
  }
}
