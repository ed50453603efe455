import Testing

@testable import TextLayout

/// Titles that were made to cost time or to break something.
@Suite(.timeLimit(.minutes(5)))
struct HostileTitleTests {
  private static let titles: [(String, String)] = [
    ("one word of 100 kB", String(repeating: "x", count: 100_000)),
    ("words of 100 kB", String(repeating: "lorem ipsum ", count: 8_500)),
    ("a letter with 50,000 marks", "a" + String(repeating: "\u{301}", count: 50_000)),
    ("thousands of letters with marks", String(repeating: "Z\u{335}\u{321}\u{34F}\u{489}", count: 10_000)),
    ("zero-width spaces", String(repeating: "\u{200B}", count: 50_000) + "end"),
    ("zero-width joiners", "👩" + String(repeating: "\u{200D}👩", count: 20_000)),
    ("openings of directions", String(repeating: "\u{202E}\u{2067}", count: 20_000) + "end"),
    ("letters and digits of both directions", String(repeating: "אa1ب", count: 20_000)),
    ("soft hyphens", String(repeating: "\u{AD}", count: 50_000) + "end"),
    ("Arabic letters that may be broken anywhere", String(repeating: "ب\u{200B}", count: 30_000)),
    ("Thai without end", String(repeating: "ภาษาไทย", count: 10_000)),
    ("replacement characters", String(decoding: Array(repeating: UInt16(0xD800), count: 50_000), as: UTF16.self)),
    ("half flags", String(repeating: "🇩", count: 20_001)),
    ("noncharacters", String(repeating: "\u{FFFF}\u{10FFFF}\u{E000}", count: 20_000)),
    ("line ends", String(repeating: "a\n\r\u{2028}\u{0}", count: 20_000)),
  ]

  @Test(arguments: titles)
  func `No more is shaped than two lines can show`(_ name: String, _ title: String) throws {
    let typesetter = try TitleTypesetter(fonts: FontFiles())
    let layout = typesetter.layout(title, width: 291)
    #expect(layout.isCut || title.contains("end"))
    #expect(layout.lines.count <= 2)
    // Twice the limit: the shaped parts double until they suffice.
    #expect(typesetter.shapedUnits < 4 * TitleText.limit)
  }

  @Test func `Of a long word only the beginning is shaped`() throws {
    let typesetter = try TitleTypesetter(fonts: FontFiles())
    _ = typesetter.layout(String(repeating: "x", count: 1_000_000), width: 291)
    #expect(typesetter.shapedUnits < 600)
  }

  @Test(arguments: titles)
  func `Any width will do`(_ name: String, _ title: String) throws {
    let typesetter = try TitleTypesetter(fonts: FontFiles())
    for width in [0, 1, 40, 700, 1e9] {
      #expect((1...2).contains(typesetter.layout(title, width: width).lines.count))
    }
  }
}
