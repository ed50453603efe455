import CLibXML2
import Testing

@testable import FeedParsing

struct EntityTableTests {
  static func decode(_ text: String) -> String {
    var buffer = ByteBuffer()
    withView(text) { _ = References.decode($0, into: &buffer) }
    return buffer.view.string
  }

  @Test func `all names of HTML are known, each to the lookup as to the table's own text`() {
    let entries = EntityNames.text.description.split(separator: " ")
    var legacy = 0
    for entry in entries {
      let isLegacy = entry.contains(",")
      let parts = entry.split { $0 == ":" || $0 == "," }
      var expected = ""
      for number in parts[1].split(separator: "+") {
        if let scalar = UInt32(number, radix: 16).flatMap(Unicode.Scalar.init) {
          expected.unicodeScalars.append(scalar)
        }
      }
      #expect(!expected.isEmpty)
      #expect(EntityTableTests.decode("&\(parts[0]);") == expected)
      #expect(EntityTableTests.decode("&\(parts[0]) ") == (isLegacy ? expected : "&\(parts[0])") + " ")
      if isLegacy { legacy += 1 }
    }
    #expect(entries.count == 2125)
    #expect(legacy == 106)
  }

  @Test func `the names of HTML 4 stand for what libxml2 says`() {
    var known = 0
    for entry in EntityNames.text.description.split(separator: " ") {
      let name = String(entry.prefix { $0 != ":" && $0 != "," })
      guard let description = htmlEntityLookup(name) else { continue }
      known += 1
      let expected = Unicode.Scalar(description.pointee.value).map(String.init)
      #expect(EntityTableTests.decode("&\(name);") == expected, "\(name)")
    }
    #expect(known == 253)
  }

  @Test(arguments: [
    ("&copy 2024", "© 2024"), ("&copy", "©"), ("&copy; x", "© x"), ("&copyright", "&copyright"),
    ("&notit;", "&notit;"), ("&not; &not x", "¬ ¬ x"), ("AT&T", "AT&T"), ("a&b", "a&b"), ("R&D;", "R&D;"),
    ("?a=1&copy=2", "?a=1&copy=2"), ("?a=1&copy&b=2", "?a=1&copy&b=2"), ("?a=1&amp;copy=2", "?a=1&copy=2"),
    ("http://a.example/?reg&copy#top", "http://a.example/?reg&copy#top"), ("caf&eacute, th&eacute", "café, thé"),
    ("x=1 &copy y", "x=1 © y"), ("Tom &amp Jerry", "Tom & Jerry"), ("1 &lt 2 &gt 0", "1 < 2 > 0"), ("&lt3", "&lt3"),
    ("&trade x", "&trade x"), ("&trade;", "™"), ("it&#8217s", "it’s"), ("&#8217", "’"), ("&#x2019 x", "’ x"),
    ("the &#1 show", "the &#1 show"), ("?a=1&#39", "?a=1&#39"), ("&#39=", "&#39="), ("&#128 5", "€ 5"),
    ("&NotEqualTilde;&fjlig;", "\u{2242}\u{338}fj"), ("&CounterClockwiseContourIntegral;", "\u{2233}"),
    ("&amp;eacute;", "&eacute;"), ("&Eacute;&EACUTE;", "É&EACUTE;"), ("&", "&"), ("&&amp;&", "&&&"), ("&;", "&;"),
    ("&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;", "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;"),
    ("&quot;&apos;&QUOT;&AMP;", "\"'\"&"), ("&#x1F600;&#128512;", "😀😀"), ("&#00000000000000000000000000000065;", "A"),
  ])
  func `references are decoded once, and an address's ampersands stay`(text: String, decoded: String) {
    #expect(EntityTableTests.decode(text) == decoded)
  }

  @Test(arguments: [
    ("a &amp; b &eacute; &#39; &NotEqualTilde;", 0), ("AT&T", 1), ("&copy x", 1), ("&nosuch; & &lt;", 2),
    ("&#8217s", 1),
  ])
  func `ampersands that XML does not allow are counted`(text: String, count: Int) {
    var buffer = ByteBuffer()
    #expect(withView(text) { References.decode($0, into: &buffer) } == count)
  }
}
