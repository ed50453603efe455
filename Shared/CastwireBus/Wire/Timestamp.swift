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
    var text = String(text)
    guard let timestamp = text.withUTF8({ Timestamp(utf8: $0) }) else { return nil }
    self = timestamp
  }

  init?(utf8 text: UnsafeBufferPointer<UInt8>) {
    guard text.count > CivilTime.length, text[text.count - 1] | 0x20 == UInt8(ascii: "z"), let time = CivilTime(text)
    else { return nil }
    var milliseconds: Int64 = 0
    if text.count > CivilTime.length + 1 {
      let decimals = UnsafeBufferPointer(rebasing: text[CivilTime.length + 1..<text.count - 1])
      guard text[CivilTime.length] == UInt8(ascii: "."), !decimals.isEmpty, decimals.allSatisfy({ $0 &- 48 < 10 })
      else { return nil }
      for place in 0..<3 {
        milliseconds = milliseconds * 10 + (place < decimals.count ? Int64(decimals[place] - 48) : 0)
      }
    }
    rawValue = time.seconds * 1_000 + milliseconds
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
    var out = OutputBuffer(capacity: 32)
    out.append(self)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// Whether the left instant is earlier.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension OutputBuffer {
  /// RFC 3339 with three decimals and Z.
  mutating func append(_ timestamp: Timestamp) {
    let (seconds, milliseconds) = CivilDate.floored(timestamp.rawValue, by: 1_000)
    append(CivilTime(seconds: seconds))
    append(UInt8(ascii: "."))
    append(UInt64(milliseconds), digits: 3)
    append(UInt8(ascii: "Z"))
  }
}
