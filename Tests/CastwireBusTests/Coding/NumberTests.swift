import CastwireBus
import TestSupport
import Testing

/// Numbers, beside Foundation's.
struct NumberTests {
  /// - Returns: the values that both coders read; nil where it is refused.
  private func read<Number: Decodable>(_ text: String, as type: Number.Type) -> (own: Number?, other: Number?) {
    let json = Array("[\(text)]".utf8)
    return (
      (try? BusCoder.decode([Number].self, from: json))?.first,
      (try? FoundationCoder.decode([Number].self, from: json))?.first
    )
  }

  private static let texts = [
    "0", "-0", "-0.0", "0e0", "0.0e-5", "1", "-1", "1.0", "-1.0", "10e-1", "1e2", "1E2", "1e+2", "12.50e1", "0.5",
    "1.5",
    "127", "128", "-128", "-129", "255", "256", "32767", "32768", "65535", "65536", "2147483647", "2147483648",
    "4294967295", "4294967296", "9007199254740991", "9007199254740992", "9007199254740993", "999999999999999999",
    "1000000000000000000", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "-18446744073709551615", "1e18", "1e19", "1e20", "1e400", "-1e400",
    "0.1e1", "100e-2", "100e-3", "1e-2", "0e400", "0e-400",
    "0.000000000000000000000000000000001e33", "1000000000000000000000000000000000e-33", "12345678901234567890e0",
  ]

  @Test(arguments: texts)
  func `integers are read where they are exact`(text: String) {
    func check<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) {
      let (own, other) = read(text, as: type)
      #expect(own == other, "\(type)")
    }
    check(Int.self)
    check(Int8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int64.self)
    check(UInt.self)
    check(UInt8.self)
    check(UInt16.self)
    check(UInt32.self)
    check(UInt64.self)
  }

  @Test(arguments: ["1.0000000000000001", "0.99999999999999999", "1e-400", "1e999999999999999999999"])
  func `what a Double alone would take for an integer is none`(text: String) {
    #expect(read(text, as: Int.self).own == nil)
  }

  @Test(
    arguments: texts + ["1e22", "1e23", "8.5e-324", "2.2250738585072011e-308", "0.1", "123456.789", "1e-30", "1e308"])
  func `floating-point numbers are the nearest ones`(text: String) {
    let (own, other) = read(text, as: Double.self)
    #expect(own?.bitPattern == other?.bitPattern)
    let (ownFloat, otherFloat) = read(text, as: Float.self)
    #expect(ownFloat?.bitPattern == otherFloat?.bitPattern)
  }

  @Test func `any number comes back, in the shortest digits, as Foundation writes them`() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<3_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let json = try BusCoder.encode([number])
      #expect(try json == FoundationCoder.encode([number]))
      #expect(try BusCoder.decode([Double].self, from: json)[0].bitPattern == number.bitPattern)
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      guard float.isFinite else { continue }
      #expect(try BusCoder.encode([float]) == FoundationCoder.encode([float]))
      #expect(try BusCoder.decode([Float].self, from: BusCoder.encode([float]))[0].bitPattern == float.bitPattern)
      // Prices, durations and the like: few digits.
      let usual = Double(Int.random(in: -10_000_000...10_000_000, using: &generator)) / 1_000
      let text = try BusCoder.encode([usual])
      #expect(try text == FoundationCoder.encode([usual]))
      #expect(try BusCoder.decode([Double].self, from: text)[0].bitPattern == usual.bitPattern)
    }
  }

  @Test func `any integer comes back`() throws {
    var generator = SeededGenerator(seed: 8)
    var integers = [0, 1, -1, 9, 10, 99, 100, Int.max, Int.min, Int.max - 1]
    for shift in 0..<63 { integers.append(Int(truncatingIfNeeded: generator.next()) >> shift) }
    #expect(try BusCoder.encode(integers) == FoundationCoder.encode(integers))
    #expect(try BusCoder.decode([Int].self, from: BusCoder.encode(integers)) == integers)
    let unsigned = integers.map { UInt(bitPattern: $0) }
    #expect(try BusCoder.encode(unsigned) == FoundationCoder.encode(unsigned))
    #expect(try BusCoder.decode([UInt].self, from: BusCoder.encode(unsigned)) == unsigned)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what is no number in JSON is refused, and the place is named`(number: Double) throws {
    let error = try #require(throws: EncodingError.self, performing: { try BusCoder.encode(["a": [1, number]]) })
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
  }
}
