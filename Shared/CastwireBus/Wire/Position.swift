/// A position in a log: 0 before the first event. On the wire 20 digits in a string; an integer is read, too.
public struct Position: RawRepresentable, Codable, Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The position as a number.
  public let rawValue: UInt64

  /// The largest position: 2⁶³ − 1, as SQLite's integers end there.
  public static let last = Position(UInt64(Int64.max))

  /// The position of that number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The position of that number.
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The position that 1 to 20 digits name; nil for anything else. No log comes to `last`, so that whatever lies
  /// beyond is read as it.
  public init?(digits: some StringProtocol) {
    self.init(utf8: digits.utf8)
  }

  init?(utf8 digits: some Collection<UInt8>) {
    guard (1...20).contains(digits.count) else { return nil }
    var value: UInt64 = 0
    var isBeyond = false
    for digit in digits {
      guard digit &- 48 < 10 else { return nil }
      isBeyond = isBeyond || value > Self.last.rawValue / 10
      value = value &* 10 &+ UInt64(digit &- 48)
    }
    self = isBeyond ? .last : min(Position(value), .last)
  }

  /// Reads 20 digits in a string, or an integer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Services send strings, so that an integer is looked for last.
    guard let digits = try? container.decode(String.self) else {
      self = min(Position(try container.decode(UInt64.self)), .last)
      return
    }
    guard let position = Position(digits: digits) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a position is up to 20 digits")
    }
    self = position
  }

  /// Writes 20 digits in a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// 20 digits.
  public var description: String {
    String(unsafeUninitializedCapacity: 20) { digits in
      var rest = rawValue
      for index in stride(from: 19, through: 0, by: -1) {
        digits[index] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      return 20
    }
  }

  /// The position after this one.
  public var next: Position {
    Position(rawValue + 1)
  }

  /// Whether the left position comes first.
  public static func < (left: Position, right: Position) -> Bool {
    left.rawValue < right.rawValue
  }
}
