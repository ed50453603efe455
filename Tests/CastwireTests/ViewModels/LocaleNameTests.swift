import Castwire
import Foundation
import Testing

struct LocaleNameTests {
  @Test(arguments: [
    ("en_US", "en_US"), ("en-US", "en_US"), ("EN-us", "en_US"), ("en_US.UTF-8", "en_US"), ("en_US.utf8", "en_US"),
    ("de_DE@euro", "de_DE"), ("de_DE.ISO-8859-15@euro", "de_DE"), ("sr_RS@latin", "sr_Latn_RS"),
    ("uz_UZ.UTF-8@cyrillic", "uz_Cyrl_UZ"), ("zh_Hans", "zh_Hans"), ("zh-hans-cn", "zh_Hans_CN"), ("zh_CN", "zh_CN"),
    ("zh-TW", "zh_TW"), ("en-Latn-US", "en_US"), ("es-419", "es_419"), ("en_001", "en_001"), ("ar", "ar"),
    ("iw_IL", "he_IL"), ("in", "id"), ("eng_USA", "en_US"), ("en_UK", "en_GB"), ("C", "en_US_POSIX"),
    ("POSIX", "en_US_POSIX"), ("C.UTF-8", "en_US_POSIX"), ("pt-BR", "pt_BR"), ("fil", "fil"),
    ("no_NO.UTF-8", "nb_NO"), ("no", "no"), ("zh-Hant-HK", "zh_Hant_HK"), ("tl_PH", "fil_PH"),
    ("hi_IN@latin", "hi_Latn_IN"),
    ("ja_JP.eucJP", "ja_JP"),
  ])
  func namesOfBothStandardsBecomeOne(given: String, canonical: String) throws {
    let name = try LocaleName(given)
    #expect(name.description == canonical)
    #expect(name.locale.identifier == canonical)
    #expect(try LocaleName(canonical) == name)
  }

  @Test(arguments: [
    "", " ", "xx", "xx_YY", "english", "en_ZZ", "en_US ", "en US", "pt-BR-u-ca-buddhist",
    "en_US@calendar=buddhist", "de_DE@latin2", "zh_Latn_US", "_US", "-", ".UTF-8", "@latin", "und", "root",
    "en/US", "..", "en_US\n", "en\u{0}US", "ｅｎ", "en-x-private", "日本語", String(repeating: "en_", count: 10_000),
  ])
  func whatNamesNoLocaleIsRefused(name: String) throws {
    let error = try #require(throws: UnknownLocaleError.self) { try LocaleName(name) }
    #expect(error.name == name)
    #expect(error.nearest.count == 3)
    for near in error.nearest { #expect(try LocaleName(near).description == near) }
  }

  @Test(arguments: [
    ("en_XX", "en_US"), ("en_UX", "en_US"), ("de_DR", "de_DE"), ("pt-BX", "pt_BR"), ("fr_FFR", "fr_FR"),
    ("pl-PL-u", "pl_PL"), ("ja_JAP", "ja_JP"), ("zh-Hanz", "zh_Hans"), ("english", "en_US"), ("German", "de_DE"),
    ("deutsch", "de_DE"), ("français", "fr_FR"),
    ("日本語", "ja_JP"), ("en_EN", "en_US"), ("ca_ES@valencia", "ca_ES"),
  ])
  func theErrorNamesTheNearestFirst(name: String, nearest: String) throws {
    let error = try #require(throws: UnknownLocaleError.self) { try LocaleName(name) }
    #expect(error.nearest.first == nearest)
    #expect(error.description.hasPrefix("unknown locale \"\(name)\"; the nearest are \(nearest), "))
  }

  @Test func everyLocaleOfTheSystemHasItsOwnName() throws {
    for identifier in Locale.availableIdentifiers {
      #expect(try LocaleName(identifier).description.isEmpty == false, "\(identifier)")
    }
  }
}
