internal import Foundation

/// How a language says how often something was viewed: "1 view", "2 views". Foundation has no such words.
struct ViewWords: Hashable {
  /// Which form stands beside which number.
  let rule: PluralRule
  /// The form of `PluralCategory.other`, which every language has. `#` is the number, in the locale's digits and groups.
  let other: String
  /// The other forms; one that is missing is `other`.
  let forms: [PluralCategory: String]

  init(_ rule: PluralRule, _ other: String, _ forms: [PluralCategory: String] = [:]) {
    self.rule = rule
    self.other = other
    self.forms = forms
  }

  /// The words for a number: `digits` is how the locale writes it.
  func words(_ number: Int, digits: String) -> String {
    (forms[rule.category(of: number)] ?? other).replacing("#", with: digits)
  }

  /// The words of a locale; the English ones where the table has none of its language.
  static func words(in locale: Locale) -> ViewWords {
    let language = Locale.Language(identifier: locale.identifier)
    let parts = language.maximalIdentifier.split(separator: "-").map(String.init)
    guard let code = parts.first else { return english }
    let names = [parts.count > 2 ? "\(code)_\(parts[2])" : code, parts.count > 1 ? "\(code)_\(parts[1])" : code, code]
    return names.lazy.compactMap { table[$0] }.first ?? english
  }

  static let english = ViewWords(.one, "# views", [.one: "# view"])

  /// By language, or language and region or script where these differ. To add one: its plural rule by CLDR and its words,
  /// and a line in the tests.
  static let table: [String: ViewWords] = [
    "ar": ViewWords(
      .arabic, "# مشاهدة", [.one: "مشاهدة واحدة", .two: "مشاهدتان", .few: "# مشاهدات"]),
    "cs": ViewWords(.czech, "# zhlédnutí"),
    "da": ViewWords(.one, "# visninger", [.one: "# visning"]),
    "de": ViewWords(.one, "# Aufrufe", [.one: "# Aufruf"]),
    "en": english,
    "es": ViewWords(.oneAndMillions, "# visualizaciones", [.one: "# visualización", .many: "# de visualizaciones"]),
    "fr": ViewWords(.zeroOneAndMillions, "# vues", [.one: "# vue", .many: "# de vues"]),
    "he": ViewWords(.oneAndTwo, "# צפיות", [.one: "צפייה אחת"]),
    "hi": ViewWords(.zeroAndOne, "# बार देखा गया"),
    "it": ViewWords(
      .oneAndMillions, "# visualizzazioni", [.one: "# visualizzazione", .many: "# di visualizzazioni"]),
    "ja": ViewWords(.none, "# 回視聴"),
    "ko": ViewWords(.none, "조회수 #회"),
    "nb": ViewWords(.one, "# visninger", [.one: "# visning"]),
    "nl": ViewWords(.one, "# weergaven", [.one: "# weergave"]),
    "pl": ViewWords(
      .polish, "# wyświetlenia", [.one: "# wyświetlenie", .few: "# wyświetlenia", .many: "# wyświetleń"]),
    "pt": ViewWords(
      .zeroOneAndMillions, "# visualizações", [.one: "# visualização", .many: "# de visualizações"]),
    "pt_PT": ViewWords(.oneAndMillions, "# visualizações", [.one: "# visualização", .many: "# de visualizações"]),
    "ru": ViewWords(
      .eastSlavic, "# просмотра", [.one: "# просмотр", .few: "# просмотра", .many: "# просмотров"]),
    "sv": ViewWords(.one, "# visningar", [.one: "# visning"]),
    "tr": ViewWords(.one, "# görüntüleme"),
    "uk": ViewWords(
      .eastSlavic, "# перегляду", [.one: "# перегляд", .few: "# перегляди", .many: "# переглядів"]),
    "zh": ViewWords(.none, "#次观看"),
    "zh_Hant": ViewWords(.none, "觀看次數：#次"),
  ]
}
