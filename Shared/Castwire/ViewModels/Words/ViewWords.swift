internal import Foundation

/// How a language says how often something was viewed: "1 view", "2 views". Foundation has no such words.
struct ViewWords {
  /// Which form stands beside which number.
  let rule: PluralRule
  private let other: Phrase
  private let forms: [PluralCategory: Phrase]

  /// - Parameters:
  ///   - other: the form of `PluralCategory.other`, which every language has. `#` is the number.
  ///   - forms: the other forms; one that is missing is `other`.
  init(_ rule: PluralRule, _ other: String, _ forms: [PluralCategory: String] = [:]) {
    self.rule = rule
    self.other = Phrase(other)
    self.forms = forms.mapValues(Phrase.init)
  }

  /// The words for a number, which `digits` is in the locale's digits and groups.
  func words(_ number: Int, digits: String) -> String {
    let phrase = forms[rule.category(of: number)] ?? other
    guard let after = phrase.after else { return phrase.before }
    return phrase.before + digits + after
  }

  /// Words with a place for a number, or without one.
  private struct Phrase {
    let before: String
    let after: String?

    init(_ pattern: String) {
      let parts = pattern.split(separator: "#", omittingEmptySubsequences: false)
      before = String(parts[0])
      after = parts.count > 1 ? String(parts[1]) : nil
    }
  }
}

extension ViewWords {
  /// The words of a locale; the English ones where the table has none of its language.
  static func words(in locale: Locale) -> ViewWords {
    name(in: locale).flatMap { table[$0] } ?? english
  }

  /// The name by which the table has a locale's words; nil where it has none.
  static func name(in locale: Locale) -> String? {
    let parts = Locale.Language(identifier: locale.identifier).maximalIdentifier.split(separator: "-").map(String.init)
    guard let language = parts.first else { return nil }
    let names = parts.dropFirst().reversed().map { "\(language)_\($0)" } + [language]
    return names.first { table[$0] != nil }
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
    "fa": ViewWords(.zeroAndOne, "# بازدید"),
    "fr": ViewWords(.zeroOneAndMillions, "# vues", [.one: "# vue", .many: "# de vues"]),
    "he": ViewWords(.oneAndTwo, "# צפיות", [.one: "צפייה אחת"]),
    "hi": ViewWords(.zeroAndOne, "# बार देखा गया"),
    "it": ViewWords(
      .oneAndMillions, "# visualizzazioni", [.one: "# visualizzazione", .many: "# di visualizzazioni"]),
    "ja": ViewWords(.none, "# 回視聴"),
    "ko": ViewWords(.none, "조회수 #회"),
    "nb": ViewWords(.one, "# visninger", [.one: "# visning"]),
    "nl": ViewWords(.one, "# weergaven", [.one: "# weergave"]),
    "nn": ViewWords(.one, "# visningar", [.one: "# visning"]),
    "no": ViewWords(.one, "# visninger", [.one: "# visning"]),
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
