@testable import Castwire
import Foundation
import TestSupport
import Testing

/// Numbers that are grouped here beside those that ICU writes.
struct GroupedNumberTests {
  @Test(arguments: [
    ("en_US", "1,604,684,607"), ("de_DE", "1.604.684.607"), ("de_CH", "1’604’684’607"),
    ("fr_FR", "1\u{202f}604\u{202f}684\u{202f}607"), ("pl_PL", "1\u{a0}604\u{a0}684\u{a0}607"),
    ("hi_IN", "1,60,46,84,607"), ("ar", "1,604,684,607"), ("ar_EG", "١٬٦٠٤٬٦٨٤٬٦٠٧"), ("fa", "۱٬۶۰۴٬۶۸۴٬۶۰۷"),
    ("pt_PT", "1\u{a0}604\u{a0}684\u{a0}607"), ("en_US_POSIX", "1604684607"),
  ])
  func `a number has the locale's digits and groups`(name: String, text: String) throws {
    let number = GroupedNumber(locale: try LocaleName(name).locale).string(1_604_684_607)
    #expect(Array(number.unicodeScalars) == Array(text.unicodeScalars))
  }

  /// Polish, Spanish and European Portuguese group from five digits on.
  @Test(arguments: [
    ("en_US", "1,604", "16,046"), ("pl_PL", "1604", "16\u{a0}046"), ("es_ES", "1604", "16.046"),
    ("pt_PT", "1604", "16\u{a0}046"), ("pt_BR", "1.604", "16.046"),
  ])
  func `four digits are grouped where the locale does so`(name: String, four: String, five: String) throws {
    let numbers = GroupedNumber(locale: try LocaleName(name).locale)
    #expect(numbers.string(1_604) == four)
    #expect(numbers.string(16_046) == five)
  }

  @Test func `in every locale numbers of any length are ICU's`() {
    var generator = SeededGenerator(seed: 11)
    for name in Locale.availableIdentifiers {
      let locale = Locale(identifier: name)
      let numbers = GroupedNumber(locale: locale)
      let style = IntegerFormatStyle<Int>(locale: locale)
      for length in 1...18 {
        let bound = (0..<length).reduce(1) { power, _ in power * 10 }
        let number = Int.random(in: 0..<bound, using: &generator)
        #expect(numbers.string(number) == style.format(number), "\(name) \(number)")
      }
      #expect(numbers.string(.max) == style.format(.max), "\(name)")
    }
  }
}
