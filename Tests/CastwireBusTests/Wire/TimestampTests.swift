import CastwireBus
import Foundation
import Testing

struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29T12:34:56.789Z", 951_827_696_789),
    ("2026-11-30T07:53:05.2Z", 1_796_025_185_200), ("2026-11-30T07:53:05.247123456Z", 1_796_025_185_247),
    ("2026-11-30T07:53:05.2471234567890123456789Z", 1_796_025_185_247), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("2026-11-30t07:53:05z", 1_796_025_185_000),
  ])
  func `RFC 3339 in UTC is read`(text: String, milliseconds: Int64) {
    #expect(Timestamp(text)?.rawValue == milliseconds)
  }

  @Test(arguments: [
    "", "Z", "2026-11-30", "2026-11-30T07:53:05", "2026-11-30T07:53:05+00:00", "2026-11-30T07:53:05+Z",
    "2026-11-30T07:53:05.Z", "2026-11-30T07:53:05. 2Z", "2026/11/30T07:53:05Z", "2026-11-30T07.53.05Z",
    "2026-11-30_07:53:05Z", "2026-00-30T07:53:05Z", "2026-13-30T07:53:05Z", "2026-11-00T07:53:05Z",
    "2026-11-31T07:53:05Z", "2025-02-29T07:53:05Z", "1900-02-29T07:53:05Z", "2026-11-30T24:00:00Z",
    "2026-11-30T07:60:05Z", "2026-11-30T07:53:61Z", "2026-11-30T07:53:05.2Z.2Z", "２026-11-30T07:53:05Z",
    "+026-11-30T07:53:05Z", "2026-11-30T07:53:05.\u{0}Z",
  ])
  func `what is no time in UTC is refused`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `what is written reads the same, and as Foundation reads it`() throws {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    var milliseconds: Int64 = -62_135_596_800_000
    // A step of about 200 days that hits every month, hour and remainder.
    while milliseconds < 253_402_300_799_999 {
      let timestamp = Timestamp(rawValue: milliseconds)
      #expect(Timestamp(timestamp.description) == timestamp)
      if milliseconds > -12_000_000_000_000 {
        // Before October 1582 Foundation counts by the Julian calendar.
        let date = try #require(formatter.date(from: timestamp.description))
        #expect(abs(date.timeIntervalSince1970 * 1_000 - Double(milliseconds)) < 1)
      }
      milliseconds += 17_280_123_457
    }
  }

  @Test func `it is written with three decimals and Z, and JSON has it so`() throws {
    let timestamp = Timestamp(rawValue: 1_796_025_185_007)
    #expect(timestamp.description == "2026-11-30T07:53:05.007Z")
    #expect(String(decoding: try BusCoder.encode([timestamp]), as: UTF8.self) == #"["2026-11-30T07:53:05.007Z"]"#)
    #expect(try BusCoder.decode([Timestamp].self, from: Array(#"["2026-11-30T07:53:05.007Z"]"#.utf8)) == [timestamp])
    #expect(throws: DecodingError.self) { try BusCoder.decode([Timestamp].self, from: Array("[5]".utf8)) }
  }

  @Test(arguments: [Int64.min, -62_167_219_200_001, 253_402_300_800_000, Int64.max])
  func `a time beyond the years of four digits can be written`(milliseconds: Int64) {
    #expect(Timestamp(rawValue: milliseconds).description.hasSuffix("Z"))
  }
}
