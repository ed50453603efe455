import Castwire
import Testing

@testable import FeedParsing

struct EncodingTests {
  static func document(_ title: [UInt8], encoding: String?) -> [UInt8] {
    let declaration = encoding.map { " encoding=\"\($0)\"" } ?? ""
    return Array("<?xml version=\"1.0\"\(declaration)?><rss><channel><title>".utf8) + title
      + Array("</title></channel></rss>".utf8)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    var contentType: String?
    let title: String
    let encoding: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "UTF-8", bytes: document(Array("é…".utf8), encoding: "UTF-8"), title: "é…", encoding: "utf-8"),
    Case(
      testDescription: "UTF-8, not declared", bytes: document(Array("é".utf8), encoding: nil), title: "é",
      encoding: "utf-8"),
    Case(
      testDescription: "byte order mark",
      bytes: [0xef, 0xbb, 0xbf] + document(Array("é".utf8), encoding: "iso-8859-1"), title: "é", encoding: "utf-8"),
    Case(
      testDescription: "ISO 8859-1", bytes: document([0xe9], encoding: "ISO-8859-1"), title: "é", encoding: "iso-8859-1"
    ),
    Case(
      testDescription: "Windows-1252 called ISO 8859-1", bytes: document([0x93, 0xe9, 0x94], encoding: "ISO-8859-1"),
      title: "“é”", encoding: "windows-1252"),
    Case(
      testDescription: "Windows-1251", bytes: document([0xcf, 0xf0, 0xe8], encoding: "windows-1251"), title: "При",
      encoding: "windows-1251"),
    Case(
      testDescription: "Shift JIS", bytes: document([0x93, 0xfa, 0x96, 0x7b], encoding: "Shift_JIS"), title: "日本",
      encoding: "shift_jis"),
    Case(
      testDescription: "GBK called GB2312", bytes: document([0xd6, 0xd0, 0xce, 0xc4], encoding: "gb2312"), title: "中文",
      encoding: "gb2312"),
    Case(
      testDescription: "KOI8-R by HTTP", bytes: document([0xf0, 0xd2, 0xc9], encoding: nil),
      contentType: "application/rss+xml; charset=\"KOI8-R\"", title: "При", encoding: "koi8-r"),
    Case(
      testDescription: "HTTP wins", bytes: document([0xcf, 0xf0, 0xe8], encoding: "iso-8859-1"),
      contentType: "text/xml;charset=windows-1251", title: "При", encoding: "windows-1251"),
    Case(
      testDescription: "HTTP says Latin, but it is the UTF-8 that it says",
      bytes: document(Array("é…".utf8), encoding: "utf-8"), contentType: "text/xml; charset=ISO-8859-1", title: "é…",
      encoding: "utf-8"),
    Case(
      testDescription: "HTTP says UTF-8, but it is what it says", bytes: document([0xe9], encoding: "iso-8859-1"),
      contentType: "text/xml; charset=utf-8", title: "é", encoding: "iso-8859-1"),
    Case(
      testDescription: "nothing said, no UTF-8", bytes: document([0x92, 0xe9], encoding: nil), title: "’é",
      encoding: "windows-1252"),
    Case(
      testDescription: "ASCII", bytes: document(Array("plain".utf8), encoding: "us-ascii"), title: "plain",
      encoding: "us-ascii"),
  ]

  @Test(arguments: cases)
  func `a document is read in the encoding that it is in`(testCase: Case) throws {
    let parsed = try FeedParser.parse(testCase.bytes, contentType: testCase.contentType)
    #expect(parsed.feed.title == testCase.title)
    #expect(parsed.encoding == testCase.encoding)
  }

  @Test(arguments: [false, true], [false, true])
  func `UTF-16 is read with and without a mark`(isBig: Bool, hasMark: Bool) throws {
    let units = Array((rss("<title>é😀</title>")).utf16)
    var bytes: [UInt8] = hasMark ? (isBig ? [0xfe, 0xff] : [0xff, 0xfe]) : []
    for unit in units {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xff))
      bytes += isBig ? [high, low] : [low, high]
    }
    let parsed = try FeedParser.parse(bytes)
    #expect(parsed.feed.title == "é😀")
    #expect(parsed.encoding == (isBig ? "utf-16be" : "utf-16le"))
  }

  @Test(
    arguments: [
      [0xff], [0xc0, 0xaf], [0xe2, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80], [0xf0, 0x9f, 0x98],
      [0xe2, 0x80, 0xe2, 0x80, 0x94], [0xf0, 0x80, 0x80, 0x41], [0xc3],
    ] as [[UInt8]])
  func `each maximal part that is no UTF-8 becomes one replacement character`(bad: [UInt8]) throws {
    let title = Array("a".utf8) + bad + Array("z".utf8)
    let parsed = try FeedParser.parse(EncodingTests.document(title, encoding: "utf-8"))
    // The standard library replaces as the Unicode standard recommends.
    #expect(parsed.feed.title == String(decoding: title, as: UTF8.self))
    #expect(parsed.codes == ["bad-bytes"])
    #expect(parsed.encoding == "utf-8")
  }

  @Test(arguments: ["ISO-8859-1", "windows-1252", "us-ascii"])
  func `one bad byte does not make a short text in UTF-8 what it says it is`(encoding: String) throws {
    for bad in [[0xff], [0xe9]] as [[UInt8]] {
      let title = Array("Größe — Kölner ".utf8) + bad + Array(" Œuvre".utf8)
      let parsed = try FeedParser.parse(EncodingTests.document(title, encoding: encoding))
      #expect(parsed.feed.title == "Größe — Kölner \u{fffd} Œuvre")
      #expect(parsed.codes == ["bad-bytes", "wrong-encoding"])
    }
  }

  @Test(
    arguments: [
      // Capitals before quotation marks are by chance what UTF-8 has.
      ("ISO-8859-1", [0xab, 0x43, 0x41, 0x46, 0xc9, 0xbb, 0x20, 0xe9, 0x20, 0xc9, 0xbb], "«CAFÉ» é É»"),
      (
        "windows-1251", [0xab, 0xcf, 0xf0, 0xe8, 0xbb, 0x20, 0xd0, 0xb3, 0x20, 0xd0, 0xb3, 0xd0, 0xb3], "«При» Рі РіРі"
      ),
    ] as [(String, [UInt8], String)])
  func `a few bytes that might be UTF-8 do not outweigh what a text says it is`(
    encoding: String, bytes: [UInt8], title: String
  ) throws {
    let parsed = try FeedParser.parse(EncodingTests.document(bytes, encoding: encoding))
    #expect(parsed.feed.title == title)
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func `bad bytes of another encoding become replacement characters`() throws {
    let parsed = try FeedParser.parse(EncodingTests.document([0x61, 0x81, 0xff, 0x7a], encoding: "euc-jp"))
    #expect(parsed.feed.title?.first == "a")
    #expect(parsed.feed.title?.last == "z")
    #expect(parsed.feed.title?.contains("\u{fffd}") == true)
    #expect(parsed.codes == ["bad-bytes"])
  }

  @Test func `an encoding that nobody knows is read as UTF-8 and reported`() throws {
    let parsed = try FeedParser.parse(EncodingTests.document(Array("é".utf8), encoding: "x-nonsense"))
    #expect(parsed.feed.title == "é")
    #expect(parsed.codes == ["unknown-encoding"])
  }
}
