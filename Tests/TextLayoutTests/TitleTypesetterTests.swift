import Testing

@testable import TextLayout

@Suite(.timeLimit(.minutes(5)))
struct TitleTypesetterTests {
  private let typesetter: TitleTypesetter

  init() throws {
    typesetter = try TitleTypesetter(fonts: FontFiles())
  }

  private func lines(_ title: String, as wide: String) -> [String] {
    typesetter.layout(title, width: typesetter.width(of: wide)).lines
  }

  @Test(arguments: [
    // A word that does not fit goes to the next line with the spaces left behind.
    ("Blank Space", "Blank Sp", ["Blank", "Space"]),
    // A hyphen and a slash may end a line; a no-break space may not.
    ("self-made", "self-m", ["self-", "made"]),
    ("in the 20\u{A0}km race", "in the 20", ["in the", "20\u{A0}km…"]),
    // A soft hyphen is seen at the end of a line alone.
    ("super\u{AD}market", "superma", ["super-", "market"]),
    ("super\u{AD}market", "supermarket", ["super\u{AD}market"]),
    // A word that is wider than a line is broken where it has to be; the next line goes on without a gap.
    ("Donaudampfschifffahrt", "Donaudampfs", ["Donaudampfs", "chifffahrt"]),
    ("a Donaudampfschifffahrt", "Donaudampf", ["a", "Donauda…"]),
    // Before a closing and after an opening bracket no line is broken.
    ("東京「大阪」です", "東京「大阪", ["東京「大", "阪」です"]),
    ("本当ですか。はい", "本当ですか", ["本当です", "か。はい"]),
    // Spaces of all sorts and line ends count as one space; control characters as nothing.
    ("  two\r\n\t words\u{7}\u{1B}  ", "two words and more", ["two words"]),
    ("", "a", [""]),
    (" \n ", "a", [""]),
  ])
  func `A title is broken where Unicode allows it`(_ title: String, _ wide: String, _ lines: [String]) {
    #expect(self.lines(title, as: wide) == lines)
  }

  @Test(arguments: [
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", "🇩🇪🇫🇷🇵🇱🇯🇵🇨🇳🇮🇳",
    "क्षिक्षिक्षिक्षिक्षिक्षि", "각각각각각", "officeofficeoffice", "لالالالالالا",
  ])
  func `No grapheme cluster is divided at any width`(_ title: String) {
    let characters = Array(title)
    for width in stride(from: 0.0, through: 120, by: 3.7) {
      let layout = typesetter.layout(title, width: width)
      var shown = layout.lines.joined()
      if layout.isCut { #expect(shown.removeLast() == "…") }
      #expect(Array(shown) == Array(characters.prefix(shown.count)))
      #expect(layout.lines[0].count >= 1)
    }
  }

  @Test(arguments: [0, -1, -.infinity, .nan, 0.001, 5] as [Double])
  func `A line holds one character however narrow it is`(_ width: Double) {
    #expect(typesetter.layout("Widths", width: width).lines == ["W", "…"])
    #expect(typesetter.layout("W", width: width) == TitleLayout(lines: ["W"], isCut: false, isRightToLeft: false))
  }

  @Test(arguments: [1e6, 1e300, .greatestFiniteMagnitude, .infinity] as [Double])
  func `A title of ordinary length is one line in a wide list`(_ width: Double) {
    let title = String(repeating: "Blank Space ", count: 300) + "end"
    #expect(typesetter.layout(title, width: width).lines == [title])
  }

  @Test(arguments: [
    ("שלום world", true), ("Hello עולם", false), ("123 مرحبا", true), ("123", false), ("東京", false),
  ])
  func `A title is read as its first letter is`(_ title: String, _ isRightToLeft: Bool) {
    #expect(typesetter.layout(title, width: 500).isRightToLeft == isRightToLeft)
  }

  @Test func `A joined letter is measured in the form that it has at the end of a line`() {
    // Lam before the cut is final, not medial: the shown line alone says how wide it is.
    let title = "المستقلالمستقلالمستقلالمستقلالمستقل"
    for width in stride(from: 20.0, through: 90, by: 0.9) {
      let layout = typesetter.layout(title, width: width)
      for line in layout.lines where line.count > 1 {
        #expect(typesetter.width(of: line) <= width + 0.001)
      }
    }
  }

  @Test func `The same title has the same lines in a typesetter that has seen others`() throws {
    let titles = ScriptSample.all.map(\.title)
    let first = titles.map { typesetter.layout($0, width: 150) }
    let fresh = try titles.map { try TitleTypesetter(fonts: FontFiles()).layout($0, width: 150) }
    #expect(first == fresh)
    #expect(titles.reversed().map { typesetter.layout($0, width: 150) } == first.reversed())
  }
}
