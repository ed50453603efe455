import Castwire
import Testing

@testable import FeedParsing

struct EncodingLabelTests {
  /// Words as Python's codecs write them.
  static let words: [(label: String, text: String, bytes: [UInt8])] = [
    ("ISO-8859-2", "Zażółć gęślą", [0x5a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6, 0x20, 0x67, 0xea, 0xb6, 0x6c, 0xb1]),
    ("ISO-8859-5", "Привет", [0xbf, 0xe0, 0xd8, 0xd2, 0xd5, 0xe2]),
    ("ISO-8859-7", "Καλημέρα", [0xca, 0xe1, 0xeb, 0xe7, 0xec, 0xdd, 0xf1, 0xe1]),
    ("ISO-8859-8", "שלום", [0xf9, 0xec, 0xe5, 0xed]),
    (
      "ISO-8859-9", "İstanbul şehri",
      [0xdd, 0x73, 0x74, 0x61, 0x6e, 0x62, 0x75, 0x6c, 0x20, 0xfe, 0x65, 0x68, 0x72, 0x69]
    ),
    ("ISO-8859-15", "10 €", [0x31, 0x30, 0x20, 0xa4]),
    ("windows-1250", "Příliš", [0x50, 0xf8, 0xed, 0x6c, 0x69, 0x9a]),
    ("CP1251", "Привет", [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    ("windows-1253", "Καλημέρα", [0xca, 0xe1, 0xeb, 0xe7, 0xec, 0xdd, 0xf1, 0xe1]),
    ("windows-1254", "Işık", [0x49, 0xfe, 0xfd, 0x6b]),
    ("windows-1255", "שלום", [0xf9, 0xec, 0xe5, 0xed]),
    ("windows-1256", "مرحبا", [0xe3, 0xd1, 0xcd, 0xc8, 0xc7]),
    ("windows-1257", "Žąsis", [0xde, 0xe0, 0x73, 0x69, 0x73]),
    ("windows-1258", "Đông", [0xd0, 0xf4, 0x6e, 0x67]),
    ("windows-874", "สวัสดี", [0xca, 0xc7, 0xd1, 0xca, 0xb4, 0xd5]),
    ("KOI8-R", "Привет", [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]),
    ("koi8-u", "Київ", [0xeb, 0xc9, 0xa7, 0xd7]),
    ("IBM866", "Привет", [0x8f, 0xe0, 0xa8, 0xa2, 0xa5, 0xe2]),
    ("macintosh", "Café", [0x43, 0x61, 0x66, 0x8e]),
    ("x-mac-cyrillic", "Привет", [0x8f, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    ("Shift_JIS", "こんにちは①", [0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd, 0x87, 0x40]),
    ("EUC-JP", "こんにちは", [0xa4, 0xb3, 0xa4, 0xf3, 0xa4, 0xcb, 0xa4, 0xc1, 0xa4, 0xcf]),
    ("ISO-2022-JP", "こん", [0x1b, 0x24, 0x42, 0x24, 0x33, 0x24, 0x73, 0x1b, 0x28, 0x42]),
    ("EUC-KR", "안녕하세요", [0xbe, 0xc8, 0xb3, 0xe7, 0xc7, 0xcf, 0xbc, 0xbc, 0xbf, 0xe4]),
    ("ks_c_5601-1987", "똠방각하", [0x8c, 0x63, 0xb9, 0xe6, 0xb0, 0xa2, 0xc7, 0xcf]),
    ("GB2312", "你好", [0xc4, 0xe3, 0xba, 0xc3]),
    ("GBK", "鎔基", [0xe6, 0x67, 0xbb, 0xf9]),
    ("gb18030", "你好😀", [0xc4, 0xe3, 0xba, 0xc3, 0x94, 0x39, 0xfc, 0x36]),
    ("Big5", "你好", [0xa7, 0x41, 0xa6, 0x6e]),
  ]

  @Test(arguments: words)
  func `text in each encoding is read, by the declaration or by HTTP`(label: String, text: String, bytes: [UInt8])
    throws
  {
    let declared = try FeedParser.parse(EncodingTests.document(bytes, encoding: label))
    #expect(declared.feed.title == text)
    #expect(declared.encoding == label.lowercased())
    #expect(declared.codes.isEmpty)
    let served = try FeedParser.parse(
      EncodingTests.document(bytes, encoding: nil), contentType: "text/xml; charset=\(label)")
    #expect(served.feed.title == text)
    #expect(served.codes.isEmpty)
  }

  static let manyWords = String(repeating: "Привет, мир! ", count: 5)

  @Test(arguments: [
    "windows-1251", "utf-16", "UTF-16LE", "iso-8859-1", "us-ascii", "koi8-r", "shift_jis", "gb2312", "big5",
  ])
  func `a declaration that lies about UTF-8 is seen through`(label: String) throws {
    let text = EncodingLabelTests.manyWords + "日本語"
    for parsed in [
      try FeedParser.parse(EncodingTests.document(Array(text.utf8), encoding: label)),
      try FeedParser.parse(
        EncodingTests.document(Array(text.utf8), encoding: nil), contentType: "text/xml; charset=\(label)"),
    ] {
      #expect(parsed.feed.title == text)
      #expect(parsed.encoding == "utf-8")
      #expect(parsed.codes == ["wrong-encoding"])
    }
  }

  @Test func `a lie is seen through even where a few bytes are bad`() throws {
    let bytes = Array(EncodingLabelTests.manyWords.utf8) + [0xd0] + Array(" да".utf8)
    let parsed = try FeedParser.parse(EncodingTests.document(bytes, encoding: "windows-1251"))
    #expect(parsed.feed.title == EncodingLabelTests.manyWords + "\u{fffd} да")
    #expect(parsed.codes == ["bad-bytes", "wrong-encoding"])
  }

  @Test(arguments: ["utf-8", nil] as [String?])
  func `Windows-1252 that is said to be UTF-8 is seen through`(label: String?) throws {
    // Un été à la forêt, ça va « déjà » in one byte a character.
    let bytes =
      Array("Un ".utf8) + [0xe9] + Array("t".utf8) + [0xe9, 0x20, 0xe0] + Array(" la for".utf8) + [0xea]
      + Array("t, ".utf8) + [0xe7] + Array("a va ".utf8) + [0x93, 0x64, 0xe9, 0x6a, 0xe0, 0x94]
    let parsed = try FeedParser.parse(EncodingTests.document(bytes, encoding: label))
    #expect(parsed.feed.title == "Un été à la forêt, ça va “déjà”")
    #expect(parsed.encoding == "windows-1252")
    #expect(parsed.codes == ["wrong-encoding"])
  }

  @Test func `a few bytes of Windows-1252 in UTF-8 leave the rest alone`() throws {
    let bytes = Array("naïve café, “très” ".utf8) + [0x92, 0x20, 0x96] + Array(" déjà".utf8)
    let parsed = try FeedParser.parse(EncodingTests.document(bytes, encoding: "utf-8"))
    #expect(parsed.feed.title == "naïve café, “très” \u{fffd} \u{fffd} déjà")
    #expect(parsed.encoding == "utf-8")
  }

  @Test(arguments: ["utf-7", "UNICODE-1-1-UTF-7", "hz-gb-2312", "scsu", "IBM037", "wchar_t"])
  func `encodings that hide markup are refused`(label: String) throws {
    let text = "+ADw-script+AD4-x"
    let parsed = try FeedParser.parse(
      Array(rss("<title>\(text)</title>").utf8), contentType: "text/xml; charset=\(label)")
    #expect(parsed.feed.title == text)
    #expect(parsed.encoding == "utf-8")
    #expect(parsed.codes == ["unknown-encoding"] || parsed.codes == ["wrong-encoding"])
  }

  @Test(arguments: ["\n\n  ", "<br />\n<b>Warning</b>: x in y.php on line 3\n", "\r\n"])
  func `a declaration counts behind what stands before it`(junk: String) throws {
    let bytes = Array(junk.utf8) + EncodingTests.document([0xcf, 0xf0, 0xe8], encoding: "windows-1251")
    #expect(try FeedParser.parse(bytes).feed.title == "При")
  }

  @Test(
    arguments: [
      ("text/xml; charset=\"windows-1251\"", "windows-1251"), ("text/xml;charset='KOI8-R'; x=y", "koi8-r"),
      ("text/xml; Charset = utf-8 ", "utf-8"), ("text/xml", nil), ("text/xml; charset=", nil),
      ("text/xml; charset=\u{e9}", nil), ("", nil), ("charset=utf-8", nil),
    ] as [(String, String?)])
  func `a header's charset is read`(header: String, charset: String?) {
    #expect(EncodingLabel.charset(ofContentType: header) == charset)
  }

  @Test(
    arguments: [
      ("<?xml version='1.0' encoding='KOI8-R'?>", "koi8-r"), ("<?xml encoding = \" utf-8 \" ?>", "utf-8"),
      ("<?xml version=\"1.0\" encoding=latin1?>", "latin1"), ("<?xml version=\"1.0\"?>", nil),
      ("<?xml-stylesheet encoding=\"x\"?>", nil), ("<?xml encoding=\"utf-8", nil), ("<?xml encoding=\"\"?>", nil),
      ("<?xml encoding", nil), ("<?xml", nil),
    ] as [(String, String?)])
  func `a declaration's encoding is read`(declaration: String, label: String?) {
    #expect(withView(declaration, EncodingLabel.declared) == label)
  }

  @Test(arguments: [false, true], [false, true])
  func `UTF-32 is read with and without a mark`(isBig: Bool, hasMark: Bool) throws {
    var bytes: [UInt8] = hasMark ? (isBig ? [0, 0, 0xfe, 0xff] : [0xff, 0xfe, 0, 0]) : []
    for scalar in rss("<title>é😀</title>").unicodeScalars {
      let unit = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
      bytes += isBig ? unit.reversed() : unit
    }
    let parsed = try FeedParser.parse(bytes)
    #expect(parsed.feed.title == "é😀")
    #expect(parsed.encoding == (isBig ? "utf-32be" : "utf-32le"))
  }

  @Test(arguments: [false, true])
  func `a lone surrogate in UTF-16 costs one character`(isBig: Bool) throws {
    let units = Array("\n<rss><channel><title>a".utf16) + [0xd800] + Array("é</title></channel></rss>".utf16)
    let bytes = units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xff))
      return isBig ? [high, low] : [low, high]
    }
    let parsed = try FeedParser.parse(bytes)
    #expect(parsed.feed.title == "a\u{fffd}é")
    #expect(parsed.codes == ["bad-bytes"])
  }

  @Test(arguments: ["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr", "windows-1253", "iso-2022-jp", "cp437"])
  func `any bytes in any encoding are read without loss of what follows`(label: String) throws {
    var bytes: [UInt8] = []
    for first in UInt8(0x80)...0xff { bytes += [first, 0x80 | (first &* 7), 0x20, first, 0x20] }
    let title = bytes + Array("end".utf8)
    let parsed = try FeedParser.parse(EncodingTests.document(title, encoding: label))
    #expect(parsed.feed.title?.hasSuffix("end") == true)
  }

  @Test(arguments: ["CP1251", "WINDOWS-1252", "ISO-8859-8", "CP1258", "KOI8-R", "MACINTOSH", "CP874", "ISO-8859-7"])
  func `a table says of every byte what the C library says`(name: String) throws {
    // With ASCII between, as the C library composes characters of some encodings, which browsers do not.
    var bytes: [UInt8] = []
    for byte in UInt8(0x80)...0xff { bytes += [byte] + Array("... ....".utf8) }
    bytes.append(0xff)
    let table = try #require(SingleByteTable(iconvName: name))
    let ours = try table.utf8(bytes[...])
    let theirs = try #require(try Iconv.utf8(bytes[...], from: name))
    #expect(ours.bytes == theirs.bytes)
    #expect(ours.replaced == theirs.replaced)
    #expect(try table.utf8(bytes[3..<3]).bytes.isEmpty)
  }
}
