internal import Castwire
internal import Foundation

/// When two values of a field say the same: a catalog that took each of them as it is written would tell of a change
/// each time a server signs its addresses anew, breaks its lines otherwise or writes fractions of a second.
enum NormalForm {
  // MARK: Texts

  /// Texts that are alike but for their white space, the Unicode form of their letters and what signs the addresses in
  /// them for a time.
  static func isSame(text old: String?, _ new: String?) -> Bool {
    // Two strings are equal to Swift whichever of Unicode's forms they are in (UAX #15).
    isSame(old, new) { $0 == $1 || folded($0, isHTML: false) == folded($1, isHTML: false) }
  }

  /// The same for HTML, where white space between two tags says nothing either.
  static func isSame(html old: String?, _ new: String?) -> Bool {
    isSame(old, new) { $0 == $1 || folded($0, isHTML: true) == folded($1, isHTML: true) }
  }

  /// Addresses that are alike but for what signs them for a time.
  static func isSame(url old: String?, _ new: String?) -> Bool {
    isSame(old, new) { $0 == $1 || Identity.stableURL($0) == Identity.stableURL($1) }
  }

  /// The text with each run of white space as one space, and none of it at the ends.
  private static func folded(_ text: String, isHTML: Bool) -> String {
    var folded = String.UnicodeScalarView()
    var hasSpace = false
    for scalar in String(decoding: Identity.stableText(Array(text.utf8)), as: UTF8.self).unicodeScalars {
      if scalar.properties.isWhitespace {
        hasSpace = true
        continue
      }
      if hasSpace, let last = folded.last, !(isHTML && last == ">" && scalar == "<") { folded.append(" ") }
      hasSpace = false
      folded.append(scalar)
    }
    return String(folded)
  }

  // MARK: Numbers

  /// Dates of the same second.
  static func isSame(date old: Date?, _ new: Date?) -> Bool {
    isSame(old, new) { $0.timeIntervalSince1970.rounded(.down) == $1.timeIntervalSince1970.rounded(.down) }
  }

  /// Playing times that are the same to the nearest second.
  static func isSame(duration old: Double?, _ new: Double?) -> Bool {
    isSame(old, new) { $0.rounded() == $1.rounded() }
  }

  // MARK: Lists

  /// Lists of the same length whose elements say the same, one by one. None and an empty one are the same.
  static func isSame<Element: Equatable>(
    list old: [Element]?, _ new: [Element]?, _ isSameElement: (Element, Element) -> Bool
  ) -> Bool {
    let (old, new) = (old ?? [], new ?? [])
    return old.count == new.count && zip(old, new).allSatisfy { $0 == $1 || isSameElement($0, $1) }
  }

  static func isSame(texts old: [String]?, _ new: [String]?) -> Bool {
    isSame(list: old, new) { isSame(text: $0, $1) }
  }

  static func isSame(enclosures old: [Enclosure]?, _ new: [Enclosure]?) -> Bool {
    isSame(list: old, new) { old, new in
      isSame(url: old.url, new.url) && isSame(text: old.type, new.type) && old.length == new.length
        && isSame(text: old.title, new.title) && isSame(duration: old.duration, new.duration)
    }
  }

  static func isSame(transcripts old: [Transcript]?, _ new: [Transcript]?) -> Bool {
    isSame(list: old, new) { old, new in
      isSame(url: old.url, new.url) && isSame(text: old.type, new.type) && isSame(text: old.language, new.language)
        && isSame(text: old.rel, new.rel)
    }
  }

  static func isSame(people old: [Person]?, _ new: [Person]?) -> Bool {
    isSame(list: old, new) { old, new in
      isSame(text: old.name, new.name) && isSame(text: old.role, new.role) && isSame(text: old.group, new.group)
        && isSame(url: old.imageURL, new.imageURL) && isSame(url: old.link, new.link)
    }
  }

  static func isSame(diagnostics old: [FeedDiagnostic]?, _ new: [FeedDiagnostic]?) -> Bool {
    isSame(list: old, new) { old, new in
      old.code == new.code && isSame(text: old.message, new.message) && old.line == new.line
    }
  }

  /// Values of which either both or neither are there: a field that says nothing is not one that says no.
  private static func isSame<Value>(_ old: Value?, _ new: Value?, _ isSameValue: (Value, Value) -> Bool) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return isSameValue(old, new)
  }
}
