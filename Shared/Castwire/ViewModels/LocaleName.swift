public import Foundation

/// The name of a locale that this system has data for, written with underscores: `en_US`, `zh_Hans`, `es_419`.
///
/// Topics, requests and configuration name locales so. It is made from a BCP 47 tag (`en-US`) or a POSIX name
/// (`en_US.UTF-8`, `sr_RS@latin`), in any case; former codes become the present ones (`iw` is `he`). `C` and `POSIX`
/// are `en_US_POSIX`.
public struct LocaleName: Sendable, Hashable, CustomStringConvertible {
  /// The name, in ASCII letters, digits and underscores.
  public let description: String

  /// - Throws: `UnknownLocaleError` for a name of no locale, or of one with extensions such as another calendar.
  public init(_ name: String) throws(UnknownLocaleError) {
    guard let resolved = Self.resolve(name) else {
      throw UnknownLocaleError(name: name)
    }
    description = resolved
  }

  /// The locale itself.
  public var locale: Locale { Locale(identifier: description) }

  static let known = Set(Locale.availableIdentifiers)

  // glibc tells scripts by a modifier. @euro says nothing today; no other modifier has a counterpart in ICU.
  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  private static func resolve(_ name: String) -> String? {
    var tag = name
    var modifier: String?
    if let at = tag.firstIndex(of: "@") {
      modifier = tag[tag.index(after: at)...].lowercased()
      tag = String(tag[..<at])
    }
    if let dot = tag.firstIndex(of: ".") { tag = String(tag[..<dot]) }
    // ICU reads nearly anything as a locale. No name of one is longer than en_US_POSIX by much.
    guard !tag.isEmpty, tag.utf8.count <= 24,
      tag.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || isAlphanumeric($0) })
    else { return nil }
    if tag == "C" || tag == "POSIX" { return "en_US_POSIX" }

    var parts = Locale.identifier(.icu, from: tag).split(separator: "_").map(String.init)
    // Norway's locale as systems called it before there were two; ICU has it for the language alone.
    if parts == ["no", "NO"] { parts[0] = "nb" }
    if let modifier, modifier != "euro" {
      guard let script = scripts[modifier], parts.count < 3, !parts.isEmpty else { return nil }
      parts.insert(script, at: 1)
    }
    let plain = parts.joined(separator: "_")
    if known.contains(plain) { return plain }
    return equivalent(parts)
  }

  /// `zh_CN`, which ICU lists as `zh_Hans_CN`, stays as it is written; `en_Latn_US` loses a script that goes without saying.
  private static func equivalent(_ parts: [String]) -> String? {
    guard parts.count == 2 || parts.count == 3, let language = parts.first else { return nil }
    let region = parts[parts.count - 1]
    let likely = Locale.Language(identifier: "\(language)_\(region)").maximalIdentifier.split(separator: "-")
    guard likely.count == 3 else { return nil }
    if parts.count == 2 { return known.contains("\(language)_\(likely[1])_\(region)") ? "\(language)_\(region)" : nil }
    return likely[1] == parts[1] && known.contains("\(language)_\(region)") ? "\(language)_\(region)" : nil
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
