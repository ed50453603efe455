@testable import Castwire
import Foundation
import TestSupport
import Testing

/// Durations that are put together of their parts beside those that Foundation makes whole.
struct DurationWordsTests {
  static func style(_ locale: Locale) -> Duration.UnitsFormatStyle {
    Duration.UnitsFormatStyle(allowedUnits: [.hours, .minutes, .seconds], width: .abbreviated).locale(locale)
  }

  @Test(arguments: [
    "en_US", "en_GB", "de_DE", "fr_FR", "pl_PL", "ar", "ar_EG", "he", "ja_JP", "zh_Hans", "hi_IN", "pt_BR",
  ])
  func `every duration up to three hours is Foundation's`(name: String) throws {
    let locale = try LocaleName(name).locale
    var words = DurationWords(locale: locale)
    let style = Self.style(locale)
    let differing = (1...10_800).filter { words.words($0) != style.format(.seconds($0)) }
    #expect(differing == [])
    // Kept parts are right, too.
    #expect(words.words(10_799) == style.format(.seconds(10_799)))
    // Hours from 1 to 3, and those by which the locale was tried.
    #expect(words.contents.entries == 59 + 59 + 8)
  }

  @Test func `in every locale durations of any length are Foundation's`() {
    var generator = SeededGenerator(seed: 7)
    for name in Locale.availableIdentifiers {
      let locale = Locale(identifier: name)
      var words = DurationWords(locale: locale)
      let style = Self.style(locale)
      for bound in [60, 3_600, 86_400, 3_600_000] {
        let duration = Int.random(in: 1...bound, using: &generator)
        #expect(words.words(duration) == style.format(.seconds(duration)), "\(name) \(duration)")
      }
    }
  }
}
