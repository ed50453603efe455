internal import Foundation

/// A name that is no locale's, with the names that it may have been meant to be.
public struct UnknownLocaleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name as given.
  public let name: String
  /// Three names of locales that look most like it, the likeliest first.
  public let nearest: [String]

  init(name: String) {
    self.name = name
    let wanted = Array(name.prefix(24).lowercased().replacing("-", with: "_"))
    let language = wanted.prefix { $0 != "_" && $0 != "." && $0 != "@" }
    // Some write the language's name: "english", "deutsch".
    let named = Self.languageCode(named: String(language)).flatMap(Self.likelyName)
    let preferred = named ?? Self.likelyName(language: String(language))
    nearest = LocaleName.known
      .map { known in
        if known == named { return (name: known, rank: -1) }
        let distance = Self.distance(wanted, Array(known.lowercased()))
        return (name: known, rank: known == preferred ? 2 * distance - 3 : 2 * distance)
      }
      .sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
      .prefix(3).map(\.name)
  }

  /// The error in words, for a person.
  public var description: String {
    let shown = name.prefix(40).filter { !$0.isNewline }
    return "unknown locale \"\(shown)\"; the nearest are \(nearest.joined(separator: ", "))"
  }

  /// The language that has this name in English or in itself.
  private static func languageCode(named name: String) -> String? {
    guard name.count > 1, Locale.Language(identifier: name).languageCode?.isISOLanguage != true else { return nil }
    let english = Locale(identifier: "en")
    let languages = Set(LocaleName.known.map { String($0.prefix { $0 != "_" }) })
    return languages.sorted().first { code in
      [english, Locale(identifier: code)].contains {
        $0.localizedString(forLanguageCode: code)?.lowercased() == name
      }
    }
  }

  /// The locale of the country where most speakers of the language are. It is the likeliest even of names that are a
  /// character nearer: `en_US` for `en_XX`.
  private static func likelyName(language: String) -> String? {
    let likely = Locale.Language(identifier: language).maximalIdentifier.split(separator: "-")
    return likely.count == 3 ? "\(likely[0])_\(likely[2])" : nil
  }

  /// How many characters have to be put in, taken out or replaced (Levenshtein).
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var row = Array(0...other.count)
    for (index, character) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, candidate) in other.enumerated() {
        let replaced = diagonal + (character == candidate ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
