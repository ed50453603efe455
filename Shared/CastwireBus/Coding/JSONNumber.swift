/// Numbers of JSON in Swift's types.
enum JSONNumber {
  /// The integer that a number is exactly, however it is written (`1e3`, `2.0`); nil where it is none or does not fit.
  ///
  /// - Parameter text: a number of JSON.
  static func integer<Integer: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>) -> Integer? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    // Eighteen digits fit in any case.
    if digits.count <= 18, digits.allSatisfy({ $0 &- 48 < 10 }) {
      var value: Int64 = 0
      for digit in digits { value = value &* 10 &+ Int64(digit &- 48) }
      return Integer(exactly: isNegative ? -value : value)
    }
    let parts = Parts(text)
    guard parts.scale >= 0 else { return nil }
    var value: Integer = 0
    func append(_ digit: UInt8) -> Bool {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) =
        isNegative
        ? product.subtractingReportingOverflow(Integer(digit)) : product.addingReportingOverflow(Integer(digit))
      value = sum
      return !overflow && !overflow2
    }
    for byte in text[parts.significant] where byte != UInt8(ascii: ".") {
      guard append(byte &- 48) else { return nil }
    }
    guard value != 0 else { return 0 }
    for _ in 0..<parts.scale {
      guard append(0) else { return nil }
    }
    return value
  }

  /// The nearest number of a floating-point type; nil where it would be infinite, or nothing would be left of it.
  ///
  /// - Parameter text: a number of JSON.
  static func floating<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> Number? {
    if Number.self == Double.self, let double = exact(text) { return Number(double) }
    guard let number = Number(String(decoding: text, as: UTF8.self)), number.isFinite else { return nil }
    return number == 0 && !Parts(text).isZero ? nil : number
  }

  /// Up to fifteen digits and ten to the power of 22 have no error in a Double, so that one operation has the nearest
  /// result.
  private static func exact(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard text.count <= 16 else { return nil }
    var value: Int64 = 0
    var decimals: Int?
    for byte in text.dropFirst(text.first == UInt8(ascii: "-") ? 1 : 0) {
      if byte == UInt8(ascii: ".") {
        decimals = 0
        continue
      }
      guard byte &- 48 < 10 else { return nil }
      value = value * 10 + Int64(byte - 48)
      decimals? += 1
    }
    guard value < 1_000_000_000_000_000 else { return nil }
    var power = 1.0
    for _ in 0..<(decimals ?? 0) { power *= 10 }
    let magnitude = Double(value) / power
    return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
  }

  /// A number as digits, without zeros at their end, times ten to the power of `scale`.
  private struct Parts {
    /// Where these digits stand, a decimal point perhaps among them.
    var significant: Range<Int>
    var scale = 0

    var isZero: Bool {
      significant.isEmpty
    }

    init(_ text: UnsafeBufferPointer<UInt8>) {
      let start = text.first == UInt8(ascii: "-") ? 1 : 0
      let end = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.count
      let point = text[..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
      var exponent = 0
      if end < text.count {
        for byte in text[(end + 1)...] where byte &- 48 < 10 {
          // Beyond that no integer is left, whatever the digits, nor does a sum overflow.
          exponent = min(exponent * 10 + Int(byte - 48), 1 << 40)
        }
        if text[end + 1] == UInt8(ascii: "-") { exponent = -exponent }
      }
      var last = end
      while last > start, text[last - 1] == UInt8(ascii: "0") || text[last - 1] == UInt8(ascii: ".") { last -= 1 }
      significant = start..<last
      guard last > start, text[significant].contains(where: { $0 != 48 && $0 != UInt8(ascii: ".") }) else {
        significant = start..<start
        return
      }
      scale = exponent + (last > point ? -(last - point - 1) : point - last)
    }
  }
}
