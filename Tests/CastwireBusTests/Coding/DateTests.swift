import CastwireBus
import Foundation
import TestSupport
import Testing

/// Dates, beside Foundation's.
struct DateTests {
  @Test(arguments: [
    "2026-11-30T07:53:05Z", "1970-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2000-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2025-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-10T00:00:00Z",
    "2026-13-10T00:00:00Z",
    "2026-11-00T00:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T23:60:00Z", "2026-11-30T23:59:60Z",
    "2026-11-30T23:59:61Z",
    "1582-10-15T00:00:00Z", "1582-10-14T23:59:59Z", "1582-10-04T00:00:00Z", "0001-01-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z", "10000-01-01T00:00:00Z", "2026-11-30T07:53:05+01:00", "2026-11-30T07:53:05-0800",
    "2026-11-30T07:53:05+00:00", "2026-11-30T07:53:05.5Z", "2026-11-30T07:53:05z", "2026-11-30t07:53:05Z",
    "2026-11-30 07:53:05Z", "2026-11-30T07:53:05", "2026-11-30", "20261130T075305Z", "2026-11-30T07:53Z", "", "Z",
    " 2026-11-30T07:53:05Z", "2026-11-30T07:53:05Z ", "2026-11-30T07:53:05Zx", "2026-1-1T07:53:05Z",
    "+026-11-30T07:53:05Z",
    "2026-W48-1T00:00:00Z", "２026-11-30T07:53:05Z",
  ])
  func `the same texts are dates`(text: String) throws {
    let json = try BusCoder.encode([text])
    let own = try? BusCoder.decode([Date].self, from: json)
    let other = try? FoundationCoder.decode([Date].self, from: json)
    #expect(own == other)
  }

  @Test func `any date is written as Foundation writes it, and comes back to the second`() throws {
    var generator = SeededGenerator(seed: 9)
    var seconds: [Double] = [
      0, -1, -0.5, 0.5, 1.999_999_9, 951_782_400, -12_219_292_800, -12_219_292_801, -62_135_596_800, -70_000_000_000,
      253_402_300_799, 253_402_300_799.9, 253_402_300_800, 300_000_000_000,
    ]
    for _ in 0..<2_000 { seconds.append(Double.random(in: -13_000_000_000...260_000_000_000, using: &generator)) }
    for second in seconds {
      let date = Date(timeIntervalSince1970: second)
      let json = try BusCoder.encode([date])
      #expect(try json == FoundationCoder.encode([date]), "\(second)")
      #expect(
        (try? BusCoder.decode([Date].self, from: json)) == (try? FoundationCoder.decode([Date].self, from: json)),
        "\(second)")
    }
  }

  @Test func `a date that is none names its place`() throws {
    let error = try #require(
      throws: DecodingError.self,
      performing: { try BusCoder.decode([String: Date].self, from: Array(#"{"when":"soon"}"#.utf8)) })
    guard case .dataCorrupted(let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["when"])
  }

  @Test func `URLs are strings`() throws {
    let urls = try ["https://example.org/a?b=c#d", "file:///x", "mailto:a@b.example"].map {
      try #require(URL(string: $0))
    }
    let json = try BusCoder.encode(urls)
    #expect(try json == FoundationCoder.encode(urls))
    #expect(try BusCoder.decode([URL].self, from: json) == urls)
    #expect(throws: DecodingError.self) { try BusCoder.decode([URL].self, from: Array("[\"\"]".utf8)) }
  }
}
