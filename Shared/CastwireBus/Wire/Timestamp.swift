/// An instant of a log: milliseconds since 1970 in UTC. On the wire RFC 3339 with three decimals and Z.
public struct Timestamp: RawRepresentable, Codable, Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let rawValue: Int64

  /// The instant so many milliseconds after 1970 began.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The instant that an RFC 3339 text in UTC names, to the millisecond; nil for other text.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[start..<start + count] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - 48)
      }
      return value
    }
    func holds(_ characters: StaticString, at index: Int) -> Bool {
      characters.withUTF8Buffer { $0.contains(bytes[index]) }
    }
    guard bytes.count >= 20, holds("-", at: 4), holds("-", at: 7), holds("Tt", at: 10), holds(":", at: 13),
      holds(":", at: 16), holds("Zz", at: bytes.count - 1),
      let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
      let minute = number(14, 2), let second = number(17, 2), hour < 24, minute < 60,
      // A leap second counts as the second after it, as in POSIX.
      second <= 60, (1...12).contains(month)
    else { return nil }
    var milliseconds: Int64 = 0
    if bytes.count > 20 {
      let decimals = bytes[20..<bytes.count - 1]
      guard holds(".", at: 19), !decimals.isEmpty, decimals.allSatisfy({ (48...57).contains($0) }) else { return nil }
      for place in 0..<3 {
        milliseconds = milliseconds * 10 + (place < decimals.count ? Int64(decimals[20 + place] - 48) : 0)
      }
    }
    let days = Self.days(year: year, month: month, day: day)
    guard Self.date(days: days) == (year, month, day) else { return nil }
    rawValue = ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + milliseconds
  }

  /// Reads RFC 3339 text in UTC.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let timestamp = Timestamp(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a time is RFC 3339 in UTC with Z")
    }
    self = timestamp
  }

  /// Writes RFC 3339 text in UTC.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// RFC 3339 with three decimals and Z.
  public var description: String {
    let (days, ofDay) = rawValue.floored(by: 86_400_000)
    let (year, month, day) = Self.date(days: days)
    let time = ofDay / 1_000
    func padded(_ value: Int64, _ count: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(time / 3_600, 2)):"
      + "\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2)).\(padded(ofDay % 1_000, 3))Z"
  }

  /// Whether the left instant is earlier.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.rawValue < right.rawValue
  }

  // The proleptic Gregorian calendar with years that begin in March, so that the leap day comes last.

  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shifted.floored(by: 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).floored(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

extension Int64 {
  fileprivate func floored(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
