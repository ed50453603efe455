import Castwire
import Testing

@testable import FeedParsing

/// A document is looked at while it is read, some way ahead: what shows late must be treated as if it stood at the beginning.
struct SurveyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The last item's title, as it stands in the document.
    let title: [UInt8]
    let read: String
    var diagnostics: [String] = []
  }

  static let cases: [Case] = [
    Case(testDescription: "nothing unusual", title: Array("é".utf8), read: "é"),
    Case(
      testDescription: "a byte that is no UTF-8", title: Array("a".utf8) + [0xff], read: "a\u{fffd}",
      diagnostics: ["bad-bytes"]),
    Case(testDescription: "a carriage return", title: Array("a\r\nb".utf8), read: "a b"),
    Case(
      testDescription: "a control character", title: Array("a\u{1}b".utf8), read: "ab",
      diagnostics: ["control-character"]),
    Case(testDescription: "white space of another width", title: Array("a\u{2003}\u{2003}b".utf8), read: "a b"),
  ]

  static func document(_ title: [UInt8], items: Int, filler: String = "één “item” of many") -> [UInt8] {
    var bytes = Array("<rss><channel><title>t</title>".utf8)
    for number in 0..<items { bytes += "<item><guid>\(number)</guid><title>\(filler)</title></item>\n".utf8 }
    return bytes + "<item><guid>last</guid><title>".utf8 + title + "</title></item></channel></rss>".utf8
  }

  @Test(arguments: cases, [1, 900, 1000, 4000])
  func `what shows late counts for the whole document`(_ example: Case, items: Int) throws {
    let feed = try FeedParser.parse(SurveyTests.document(example.title, items: items))
    #expect(feed.items.count == items + 1)
    #expect(feed.items.dropLast().allSatisfy { $0.title == "één “item” of many" })
    #expect(feed.items.last?.title == example.read)
    #expect(feed.encoding == "utf-8")
    #expect(feed.diagnostics.map(\.code) == example.diagnostics)
  }

  @Test(arguments: [0, 4000]) func `an encoding that shows late is found`(items: Int) throws {
    let title = Array("a ".utf8) + [0xe9, 0x20, 0xe8, 0x20, 0xe0, 0x20, 0xfc]
    let feed = try FeedParser.parse(SurveyTests.document(title, items: items, filler: "plain"))
    #expect(feed.items.last?.title == "a é è à ü")
    #expect(feed.encoding == "windows-1252")
  }

  /// At each place around where looking ahead ends.
  @Test func `characters may stand across the end of what was looked at`() throws {
    for padding in 65_400..<65_560 {
      let padding = String(repeating: "x", count: padding)
      let document =
        "<rss><channel><item><description>\(padding)</description><title>日本語😀é</title></item></channel></rss>"
      let feed = try FeedParser.parse(Array(document.utf8))
      #expect(feed.items.map(\.title) == ["日本語😀é"])
      #expect(feed.diagnostics.isEmpty)
    }
  }
}
