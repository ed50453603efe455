import Testing

@testable import CastwireCommand

struct IsolateTests {
  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("漢字", "漢字"), ("שלום", "\u{2067}שלום\u{2069}"), ("دكّان", "\u{2067}دكّان\u{2069}"),
    ("12 שלום", "\u{2067}12 שלום\u{2069}"), ("Hi שלום", "\u{2066}Hi שלום\u{2069}"), ("٣٠", "\u{2066}٣٠\u{2069}"),
  ])
  func `what runs from right to left stands by itself, the way its first letter says`(text: String, expected: String) {
    #expect(Isolate.around(text) == expected)
    #expect(DisplayWidth.of(expected) == DisplayWidth.of(text))
  }

  @Test func `all lines of a text run the same way`() {
    #expect(Isolate.around("Latin ועוד", lineOf: "שלום Latin ועוד") == "\u{2067}Latin ועוד\u{2069}")
  }

  @Test(arguments: [
    // Cut in the middle, and the rest of such a cut.
    ("\u{2068}שם ארוך", "\u{2067}\u{2068}שם ארוך\u{2069}\u{2069}"), ("ארוך\u{2069} • 5", "\u{2067}ארוך • 5\u{2069}"),
    ("plain\u{2069}", "plain"), ("\u{2068}plain", "\u{2068}plain\u{2069}"),
    ("\u{2068}a\u{2069}\u{2069} ב", "\u{2067}\u{2068}a\u{2069} ב\u{2069}"),
  ])
  func `isolates within a text end in it and end no other`(text: String, expected: String) {
    #expect(Isolate.around(text) == expected)
  }

  @Test func `what an isolate holds does not say which way the text runs`() {
    #expect(Isolate.around("\u{2068}שם\u{2069} • 1 view").hasPrefix("\u{2066}\u{2068}"))
    #expect(Isolate.around("\u{2068}Name\u{2069} • صفر").hasPrefix("\u{2067}\u{2068}"))
  }
}
