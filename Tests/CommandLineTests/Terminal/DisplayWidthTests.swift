import Testing

@testable import CastwireCommand

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("plain", 5), ("Grüße", 5), ("漢字", 4), ("ｆｕｌｌ", 8), ("ｱｲｳ", 3), ("한국어", 6), ("안녕", 4),
    ("안", 2), ("e\u{301}clair", 6), ("دكّان", 4), ("שָׁלוֹם", 4), ("ไทยก้", 4), ("…", 1), ("•", 1), ("—", 1),
    ("\u{AD}", 0), ("a\u{200B}b", 2),
  ])
  func `letters take the columns that a terminal gives them`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    ("🎙", 1), ("🎙️", 2), ("😀", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("1️⃣", 2), ("❤️", 2), ("❤", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
    ("7", 1), ("#", 1), ("©", 1), ("☕", 2), ("🇩🇪🇫🇷", 4),
  ])
  func `an emoji takes two columns, however many code points it has`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test func `what fits is not cut`() {
    #expect(DisplayWidth.cut("漢字", to: 4) == "漢字")
    #expect(DisplayWidth.cut("", to: 0) == "")
  }

  @Test(arguments: [
    ("Lamplight", 5, "Lamp…"), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 6, "漢字…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"), ("two words", 5, "two…"), ("ab", 1, "…"), ("ab", 0, ""), ("ab", -3, ""),
  ])
  func `a cut text ends in an ellipsis and fits`(text: String, width: Int, expected: String) {
    let cut = DisplayWidth.cut(text, to: width)
    #expect(cut == expected)
    #expect(DisplayWidth.of(cut) <= max(0, width))
  }

  @Test(arguments: [
    ("one two three", 8, ["one two", "three"]), ("one two", 7, ["one two"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("漢字漢字", 5, ["漢字", "漢字"]), ("", 5, [""]), ("a https://long.example", 8, ["a", "https://", "long.exa", "mple"]),
    // What is written without spaces is broken anywhere but before punctuation that ends and after one that begins.
    ("Ep 漢字漢字", 6, ["Ep 漢", "字漢字"]), ("漢字、漢字", 4, ["漢", "字、", "漢字"]), ("漢「字」漢", 6, ["漢", "「字」", "漢"]),
    ("word😀word", 6, ["word😀", "word"]),
  ])
  func `a long text is broken between words where it can be`(text: String, width: Int, expected: [String]) {
    #expect(DisplayWidth.wrapped(text, to: width) == expected)
  }

  @Test(arguments: [
    ("one two three four", 9, 2, ["one two", "three…"]), ("one two three four", 10, 2, ["one two", "three four"]),
    ("one two", 5, 1, ["one…"]), ("one two", 3, 1, ["on…"]), ("漢字漢字漢字", 4, 2, ["漢字", "漢…"]), ("one", 3, 1, ["one"]),
  ])
  func `lines beyond the last one show in it as an ellipsis`(
    text: String, width: Int, most: Int, expected: [String]
  ) {
    let lines = DisplayWidth.wrapped(text, to: width, atMost: most)
    #expect(lines == expected)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
  }

  @Test func `single characters are as wide as the C library takes them for`() throws {
    let library = try #require(LibraryWidth())
    let scalars = (0x20...0x3FFFF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }
      .filter { scalar in
        switch scalar.properties.generalCategory {
        // What is not assigned or not shown has no width of its own.
        case .unassigned, .privateUse, .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
    let differing = zip(scalars, library.of(scalars)).filter { scalar, width in
      width >= 0 && DisplayWidth.of(String(scalar)) != width && !Self.isDisputed(scalar)
    }.map { scalar, width in
      "U+\(String(scalar.value, radix: 16)) \(DisplayWidth.of(String(scalar))) \(width)"
    }
    #expect(differing == [], "\(differing.count)")
  }

  /// Half a flag, which some terminals show as one letter in a box and others as a wide one, and a mark that Unicode has
  /// since made a letter.
  private static func isDisputed(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value) || scalar.value == 0x1171E
  }

  @Test func `padding counts columns, not characters`() {
    #expect(DisplayWidth.padded("漢字", to: 6) == "漢字  ")
    #expect(DisplayWidth.padded("long", to: 2) == "long")
  }
}
