import Foundation
import Testing

@testable import CastwireCommand

struct PrintableTextTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("two  spaces", "two spaces"), (" a\n\tb\r\n ", "a b"),
    ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"), ("a\u{9B}2Jb", "a2Jb"), ("bell\u{7}\u{8}\u{7F}", "bell"),
    ("left\u{202E}right\u{2066}\u{2069}", "leftright"), ("a\u{2028}b\u{2029}c", "a b c"), ("so\u{AD}ft", "soft"),
    ("nul\u{0}", "nul"), ("\u{FEFF}bom", "bom"),
  ])
  func `nothing that steers a terminal is left`(text: String, expected: String) {
    #expect(PrintableText.line(text) == expected)
  }

  @Test(arguments: ["50\u{202F}min et 13\u{A0}s", "第6回　猫", "👩‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "क्‍ष", "e\u{301}"])
  func `what makes letters and emoji what they are stays`(text: String) {
    #expect(PrintableText.line(text) == text)
  }

  @Test func `isolates stay where they are the formatter's, and nothing else of direction`() {
    let text = "\u{2068}שם\u{2069} • 1 \u{202E}view\u{1B}"
    #expect(PrintableText.line(text, keepsIsolates: true) == "\u{2068}שם\u{2069} • 1 view")
    #expect(PrintableText.line(text) == "שם • 1 view")
  }

  @Test func `marks do not pile up on a letter`() {
    let piled = "a" + String(repeating: "\u{301}", count: 1_000) + "e\u{301}\u{323}"
    #expect(PrintableText.line(piled) == "a" + String(repeating: "\u{301}", count: 30) + "e\u{301}\u{323}")
  }

  @Test func `every control character goes`() {
    for value in Array(0...0x1F as ClosedRange<UInt32>) + Array(0x7F...0x9F) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(
        PrintableText.line("a\(Character(scalar))b").unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control
        })
    }
  }

  @Test func `JSON says the same without control characters`() throws {
    let json = Array("{\"title\":\"a\u{9B}31mb\u{7F}c\u{80}\u{E9}\u{A0}é漢\u{C2}\"}".utf8)
    let printed = PrintableText.json(json)
    #expect(
      try JSONDecoder().decode([String: String].self, from: Data(printed)) == [
        "title": "a\u{9B}31mb\u{7F}c\u{80}\u{E9}\u{A0}é漢\u{C2}"
      ])
    #expect(
      String(decoding: printed, as: UTF8.self).unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(PrintableText.json(Array("{\"a\":1}".utf8)) == Array("{\"a\":1}".utf8))
  }
}
