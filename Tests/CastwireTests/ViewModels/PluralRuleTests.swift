@testable import Castwire
import Foundation
import Testing

/// Which form of a noun stands beside which number.
struct PluralRuleTests {
  static let rules: [(rule: PluralRule, forms: [PluralCategory: [Int]])] = [
    (.none, [.other: [0, 1, 2, 5, 22, 1_000_000]]),
    (.one, [.one: [1], .other: [0, 2, 5, 11, 21, 22, 101, 1_604_684_607]]),
    (.zeroAndOne, [.one: [0, 1], .other: [2, 5, 22, 1_000_000]]),
    (.oneAndMillions, [.one: [1], .many: [1_000_000, 5_000_000], .other: [0, 2, 22, 1_000_001]]),
    (.zeroOneAndMillions, [.one: [0, 1], .many: [1_000_000, 5_000_000], .other: [2, 22, 1_604_684_607]]),
    (.oneAndTwo, [.one: [1], .two: [2], .other: [0, 3, 10, 12, 20, 22, 102]]),
    (.czech, [.one: [1], .few: [2, 3, 4], .other: [0, 5, 12, 21, 22, 102]]),
    (
      .polish,
      [.one: [1], .few: [2, 3, 4, 22, 24, 102, 1_604], .many: [0, 5, 11, 12, 14, 21, 25, 112, 1_604_684_607]]
    ),
    (
      .eastSlavic,
      [.one: [1, 21, 101, 1_001], .few: [2, 4, 22, 104], .many: [0, 5, 11, 12, 14, 20, 111, 1_604_684_607]]
    ),
    (
      .arabic,
      [
        .zero: [0], .one: [1], .two: [2], .few: [3, 10, 103, 110, 1_604_684_607], .many: [11, 22, 99, 111, 1_099],
        .other: [100, 101, 102, 200, 1_000, 1_000_000],
      ]
    ),
  ]

  @Test(arguments: rules)
  func `a number has its form`(rule: PluralRule, forms: [PluralCategory: [Int]]) {
    for (category, numbers) in forms {
      for number in numbers { #expect(rule.category(of: number) == category, "\(number)") }
    }
  }

  @Test func `every rule is shown`() {
    #expect(Set(Self.rules.map(\.rule)) == Set(PluralRule.allCases))
  }

  #if os(Linux)
    @Test(arguments: ViewWords.table.keys.sorted())
    func `a language has the rule that CLDR gives it`(language: String) throws {
      let rule = try #require(ViewWords.table[language]).rule
      let judge = try ICUPluralRules(language)
      let numbers =
        Array(0...2_100) + [10_000, 100_000, 999_999] + Array(1_000_000...1_000_030) + [2_000_000, 1_604_684_607]
      for number in numbers { #expect(try judge.category(of: number) == "\(rule.category(of: number))", "\(number)") }
    }
  #endif
}

#if os(Linux)
  /// The rules of the ICU that Foundation brings along. It exports them, and its module leaves out their header.
  private final class ICUPluralRules {
    private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> OpaquePointer?
    private typealias Close = @convention(c) (OpaquePointer) -> Void
    private typealias Select =
      @convention(c) (
        OpaquePointer, Double, UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<Int32>
      ) -> Int32

    private let rules: OpaquePointer
    private let close: Close
    private let select: Select

    init(_ language: String) throws {
      let open = unsafeBitCast(try Self.symbol("swift_uplrules_open"), to: Open.self)
      close = unsafeBitCast(try Self.symbol("swift_uplrules_close"), to: Close.self)
      select = unsafeBitCast(try Self.symbol("swift_uplrules_select"), to: Select.self)
      var status: Int32 = 0
      rules = try #require(open(language, &status))
    }

    deinit { close(rules) }

    func category(of number: Int) throws -> String {
      var buffer = [UInt16](repeating: 0, count: 16)
      var status: Int32 = 0
      let length = select(rules, Double(number), &buffer, 16, &status)
      try #require(status <= 0)
      return String(decoding: buffer.prefix(Int(length)), as: UTF16.self)
    }

    private static func symbol(_ name: String) throws -> UnsafeMutableRawPointer {
      try #require(dlsym(nil, name), "\(name)")
    }
  }
#endif
