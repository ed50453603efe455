import Foundation
import Testing

@testable import Catalog

/// Which words a text has.
struct WordScannerTests {
  @Test(arguments: [
    ("", ""), ("  …—!? ", ""), ("The Night Bus, No. 47", "the night bus no 47"), ("don't", "don t"),
    ("Café CAFÉ Cafe\u{301}", "cafe cafe cafe"), ("Straße STRASSE", "strasse strasse"), ("ΟΔΟΣ οδός", "οδοσ οδοσ"),
    ("İstanbul ısı", "istanbul isi"), ("ﬁn ＦＩＮ ①", "fin fin 1"), ("Жёлтый", "желтыи"), ("שָׁלוֹם", "שלום"),
    ("مُحَمَّد", "محمد"),
    ("한국어", "한국어"), ("हिन्दी", "हिन्दी"), ("a\u{0}b\u{E000}1 c_d", "a b 1 c d"),
    ("茶", "茶"), ("東京都", "東 東京 京 京都 都"), ("カフェ3号", "カ カフ フ フェ ェ 3 号"), ("ｶﾌｪ ば", "カ カフ フ フェ ェ ば"),
    ("สวัสดี", "ส สว ว วั ั ัส ส สด ด ดี ี"),
  ])
  func `words are folded, and pairs where there are no spaces`(text: String, words: String) {
    let scanner = WordScanner()
    let plain = words.decomposedStringWithCanonicalMapping
    #expect(scanner.indexed(text).decomposedStringWithCanonicalMapping == plain)
    // What was remembered says the same.
    #expect(scanner.indexed(text).decomposedStringWithCanonicalMapping == plain)
  }

  @Test func `words say where they stand in Unicode scalars, accents and all`() {
    var ranges: [Range<Int>] = []
    WordScanner().forEachWord(in: "– Cafe\u{301} 東京, x") { ranges.append($0.range) }
    #expect(ranges == [2..<7, 8..<9, 8..<10, 9..<10, 12..<13])
  }

  @Test func `a word without end is cut, and goes on being one`() {
    let long = String(repeating: "ä", count: 10_000)
    #expect(WordScanner().indexed("\(long) b") == String(repeating: "a", count: WordScanner.longestWord) + " b")
  }

  @Test func `no word has anything but letters, digits and marks`() {
    let scanner = WordScanner()
    for value in [UInt32](0..<0x3400) + [UInt32](0xF900..<0x1_0400) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for byte in scanner.indexed(String(scalar)).utf8 where byte < 0x80 {
        let isFit = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x20
        #expect(isFit, "U+\(String(value, radix: 16)) gives \(byte)")
      }
    }
  }
}
