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
  ])
  func `a long text is broken between words where it can be`(text: String, width: Int, expected: [String]) {
    #expect(DisplayWidth.wrapped(text, to: width) == expected)
  }

  @Test func `padding counts columns, not characters`() {
    #expect(DisplayWidth.padded("漢字", to: 6) == "漢字  ")
    #expect(DisplayWidth.padded("long", to: 2) == "long")
  }
}
