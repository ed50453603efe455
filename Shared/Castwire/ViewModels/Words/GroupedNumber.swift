internal import Foundation

/// Whole numbers in a locale's digits and groups: "1,604,684,607", "1,60,46,84,607", "١٬٦٠٤٬٦٨٤٬٦٠٧".
///
/// Counts seldom repeat, so that keeping them helps little, and ICU takes longer for one than the rest of a cell takes.
/// Therefore ICU is asked once how the locale writes numbers.
struct GroupedNumber {
  private let digits: [String]
  private let separator: String
  /// How many digits the last group has; zero where the locale does not group.
  private let lastGroup: Int
  /// How many digits the other groups have.
  private let otherGroups: Int
  /// How many digits there must be in front of the last group: two in Polish and Spanish, which write 1604 and 16 046.
  private let leastInFront: Int
  /// Writes all numbers of a locale that does not keep to these rules.
  private var exception: IntegerFormatStyle<Int>?

  init(locale: Locale) {
    let style = IntegerFormatStyle<Int>(locale: locale)
    digits = (0...9).map(style.format)
    let groups = Self.groups(of: style.format(1_111_111_111_111), one: digits[1])
    separator = groups.separator
    let isGrouping = groups.sizes.count > 1
    lastGroup = isGrouping ? groups.sizes[groups.sizes.count - 1] : 0
    otherGroups = isGrouping ? groups.sizes[groups.sizes.count - 2] : 0
    leastInFront = separator.isEmpty || style.format(1_111).contains(separator) ? 1 : 2
    if Self.probes.contains(where: { string($0) != style.format($0) }) { exception = style }
  }

  /// The number, which is not negative.
  func string(_ number: Int) -> String {
    if let exception { return exception.format(number) }
    var values: [Int] = []
    var rest = number
    repeat {
      values.append(rest % 10)
      rest /= 10
    } while rest > 0
    let isGrouped = lastGroup > 0 && values.count >= lastGroup + leastInFront
    var result = ""
    for place in stride(from: values.count - 1, through: 0, by: -1) {
      result += digits[values[place]]
      if isGrouped, place >= lastGroup, place == lastGroup || (place - lastGroup) % otherGroups == 0 {
        result += separator
      }
    }
    return result
  }

  private static var probes: [Int] {
    [0, 12, 987, 1_000, 9_876, 12_345, 100_000, 987_654, 1_234_567, 98_765_432, 123_456_789, 1_604_684_607, .max]
  }

  /// How many digits each group of a number of ones has, and what stands between them.
  private static func groups(of text: String, one: String) -> (sizes: [Int], separator: String) {
    let sizes = text.split { String($0) != one }.map(\.count)
    let separator = text.drop { String($0) == one }.prefix { String($0) != one }
    return (sizes, String(separator))
  }
}
