import Castwire
import Testing

@testable import FeedParsing

/// Mistakes in a feed's structure: whatever one of them is, all items are kept.
struct StructureTests {
  /// What is wrong, a document, the titles of its items, and the diagnostics.
  typealias Case = (name: String, document: String, titles: [String], codes: [String])

  static let items = "<item><title>A</title><guid>1</guid></item><item><title>B</title><guid>2</guid></item>"
  static let entries = "<entry><title>A</title><id>1</id></entry><entry><title>B</title><id>2</id></entry>"

  static func atom(_ content: String) -> String {
    "<feed xmlns=\"http://www.w3.org/2005/Atom\">\(content)</feed>"
  }

  static let unclosed: [Case] = [
    (
      "category", rss("<itunes:category text=\"a\"><itunes:category text=\"b\"/>\(items)"), ["A", "B"],
      ["unclosed-element"]
    ),
    ("image", rss("<image><url>https://a.example/1.png</url>\(items)"), ["A", "B"], ["unclosed-element"]),
    ("owner", rss("<itunes:owner><itunes:name>N</itunes:name>\(items)"), ["A", "B"], ["unclosed-element"]),
    ("two of them", rss("<itunes:owner><itunes:name>N\(items)"), ["A", "B"], ["unclosed-element"]),
    ("unknown", rss("<x><y/>\(items)"), ["A", "B"], ["unclosed-element"]),
    ("markup", rss("<description/><p>x<br>y <div>\(items)"), ["A", "B"], ["unclosed-element"]),
    (
      "between items", rss("<item><title>A</title></item><x><item><title>B</title></item>"), ["A", "B"],
      ["unclosed-element"]
    ),
    ("id of Atom", atom("<id>f\(entries)"), ["A", "B"], ["unclosed-element"]),
    ("author of Atom", atom("<author><name>N</name>\(entries)"), ["A", "B"], ["unclosed-element"]),
    (
      "items of RDF",
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><channel><items><rdf:Seq></channel>"
        + "<textinput>\(items)</rdf:RDF>", ["A", "B"], ["unclosed-element", "unclosed-element"]
    ),
    (
      "no > of a start", rss("<description/><lastBuildDate Fri</lastBuildDate>\(items)"), ["A", "B"],
      ["unclosed-tag", "attribute-without-value"]
    ),
    (
      "name and text in one", rss("<descriptionMy songs</description>\(items)"), ["A", "B"],
      ["unclosed-tag", "attribute-without-value", "misspelt-tag"]
    ),
    (
      "control character in a name", rss("<lastBui\u{8}ldDate>x</lastBuildDate>\(items)"), ["A", "B"],
      ["control-character", "junk-in-tag", "attribute-without-value", "misspelt-tag"]
    ),
  ]

  static let nested: [Case] = [
    ("empty item", rss("<item><title>A</title><item /><guid>1</guid></item>"), ["A"], []),
    ("item of white space", rss("<item><item> </item><title>A</title></item>"), ["A"], []),
    ("empty entry", atom("<entry><entry/><title>A</title></entry>"), ["A"], []),
    (
      "item in an extension of an item",
      rss("<item><x:y xmlns:x=\"x\"><x:z><item><title>no</title></item></x:z></x:y><title>A</title></item>\(items)"),
      ["A", "A", "B"], []
    ),
    (
      "item in an extension of the channel",
      rss("<x:y xmlns:x=\"x\"><item><title>no</title></item><item><title>no</title></item></x:y>\(items)"), ["A", "B"],
      []
    ),
    (
      "items in an element within one of its name",
      rss("<x><x a=\"/>\" b='>'><item><title>no</title></item></x><item><title>no</title></item></x>\(items)"),
      ["A", "B"], []
    ),
    ("item in an unknown element", rss("<x><item><title>no</title></item></x>\(items)"), ["A", "B"], []),
    (
      "feed in an entry",
      atom("<entry><content type=\"text/xml\"><feed>\(entries)</feed></content><title>A</title></entry>"),
      ["A"], []
    ),
    (
      "item in XHTML", atom("<entry><content type=\"xhtml\"><item>x</item></content><title>A</title></entry>"), ["A"],
      []
    ),
    (
      "item in an extension that is not closed",
      rss("<item><title>A</title><x:y xmlns:x=\"x\"><item><title>B</title></item>"), ["A", "B"], ["unclosed-element"]
    ),
  ]

  static let strayEnds: [Case] = [
    (
      "root between items", rss("<item><title>A</title></item></rss><item><title>B</title></item>"), ["A", "B"],
      ["stray-end-tag"]
    ),
    (
      "root in an item", rss("<item></rss><title>A</title></item><item><title>B</title></item>"), ["A", "B"],
      ["stray-end-tag"]
    ),
    ("channel in an item", rss("<item></channel><title>A</title></item>"), ["A"], ["stray-end-tag"]),
    ("root in a title", rss("<item><title>A</rss></title></item>"), ["A"], ["stray-end-tag"]),
    (
      "root of Atom", atom("<entry><title>A</title></entry></feed><entry><title>B</title></entry>"), ["A", "B"],
      ["stray-end-tag"]
    ),
    (
      "two documents", atom("<entry><title>A</title></entry>") + atom("<entry><title>B</title></entry>"), ["A", "B"],
      ["element-behind-root"]
    ),
  ]

  static let sections: [Case] = [
    (
      "before another section",
      rss(
        "<item><title>A</title><description><![CDATA[one</description></item>"
          + "<item><title>B</title><description><![CDATA[two]]></description></item>"), ["A", "B"], ["unclosed-cdata"]
    ),
    (
      "twice",
      rss(
        "<item><title><![CDATA[A</title></item><item><title><![CDATA[B</title></item>"
          + "<item><title><![CDATA[C]]></title></item>"), ["A", "B", "C"], ["unclosed-cdata", "unclosed-cdata"]
    ),
    (
      "before a section behind text",
      rss(
        "<item><title>A</title><description>x <![CDATA[one</description></item>"
          + "<item><title>B</title><description>y <![CDATA[two]]></description></item>"), ["A", "B"], ["unclosed-cdata"]
    ),
    (
      "the last one", rss("<item><title>A</title><description><![CDATA[one</description></item>\(items)"),
      ["A", "A", "B"], ["unclosed-cdata"]
    ),
    (
      "the last one, a comment behind the root",
      rss("<item><title>A</title><description><![CDATA[one</description></item>\(items)") + "<!-- made by x -->",
      ["A", "A", "B"], ["unclosed-cdata"]
    ),
    (
      "a section that speaks of sections",
      rss(
        "<item><title>A</title><description><![CDATA[<description><![CDATA[ x </description> y]]></description></item>"),
      ["A"], []
    ),
    (
      "a section that shows an end tag",
      rss("<item><title>A</title><description><![CDATA[x </description> and <![CDATA[ y]]></description></item>"),
      ["A"],
      []
    ),
    ("brackets", rss("<item><title><![CDATA[[A] [[B]] [CDATA[]]></title></item>"), ["[A] [[B]] [CDATA["], []),
  ]

  static let comments: [Case] = [
    ("no end at all", rss("<!-- note \(items)"), ["A", "B"], ["unclosed-comment"]),
    ("the end of another", rss("<!-- note \(items)<!-- end -->"), ["A", "B"], ["unclosed-comment"]),
    ("the end of one behind the root", rss("<!-- note \(items)") + "<!-- end -->", ["A", "B"], ["unclosed-comment"]),
    (
      "the end of one in CDATA",
      rss("<item><!-- x <title>A</title><description><![CDATA[<!-- y -->z]]></description></item>"), ["A"],
      ["unclosed-comment"]
    ),
    ("in an item", rss("<item><!-- x <title>A</title><!-- y --></item>"), ["A"], ["unclosed-comment"]),
    ("items that are commented out", rss("<!-- \(items) -->\(items)"), ["A", "B"], []),
    ("a comment in a comment", rss("<!-- x <!-- y -->\(items)"), ["A", "B"], ["nested-comment"]),
    (
      "in a web page", "<html><body>\(atom("<!-- x \(entries)"))</body></html>", ["A", "B"],
      ["leading-junk", "unclosed-comment", "stray-end-tag", "stray-end-tag"]
    ),
  ]

  @Test(
    arguments: [
      ("unclosed", unclosed), ("nested", nested), ("stray ends", strayEnds), ("sections", sections),
      ("comments", comments),
    ])
  func `a mistake in the structure costs no item`(kind: String, cases: [Case]) throws {
    for (name, document, titles, codes) in cases {
      let parsed = try parse(document)
      #expect(parsed.items.map { $0.title ?? "" } == titles, "\(kind): \(name)")
      #expect(parsed.codes.sorted() == codes.sorted(), "\(kind): \(name)")
    }
  }

  @Test func `what stands before the items is read from what is not closed`() throws {
    let image = try parse(rss("<image><url>https://a.example/1.png</url>\(StructureTests.items)"))
    #expect(image.feed.artworkURL == "https://a.example/1.png")
    let owner = try parse(rss("<itunes:owner><itunes:name>N</itunes:name>\(StructureTests.items)"))
    #expect(owner.feed.ownerName == "N")
    let category = try parse(rss("<itunes:category text=\"a\"><itunes:category text=\"b\"/>\(StructureTests.items)"))
    #expect(category.feed.categories == ["a", "b"])
  }

  @Test(arguments: [
    "<image><url>https://a.example/1.png</url>", "<itunes:owner><itunes:name>N</itunes:name>",
    "<author><name>N</name>", "<author>N",
  ])
  func `what stands beside a picture or a person is not lost in it`(group: String) throws {
    let parsed = try parse(
      rss("\(group)<language>de</language><title>F</title><item>\(group)<guid>1</guid><title>A</title></item>"))
    #expect(parsed.feed.language == "de")
    #expect(parsed.feed.title == "F")
    #expect(parsed.items.map(\.identifier) == ["1"])
    #expect(parsed.items.map(\.title) == ["A"])
    #expect(parsed.codes == ["unclosed-element", "unclosed-element"])
  }

  @Test func `a picture or a person that is closed keeps what stands in it`() throws {
    let group = "<image><language>no</language></image><author><guid>no</guid><name>N</name></author>"
    let parsed = try parse(rss("\(group)<item>\(group)</item>"))
    #expect(parsed.feed.language == nil)
    #expect(parsed.items.map(\.identifier) != ["no"])
    #expect(parsed.items.map(\.author) == ["N"])
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func `a section without its end has the text before the end tag`() throws {
    let item =
      "<item><guid>1</guid><description><![CDATA[<b>one</b></description><link>https://a.example/1</link></item>"
    let next = "<item><description><![CDATA[two]]></description></item>"
    let parsed = try parse(rss(item + next))
    #expect(parsed.items.map(\.contentHTML) == ["<b>one</b>", "two"])
    #expect(parsed.items.map(\.link) == ["https://a.example/1", nil])
  }

  @Test func `items in an element that holds many of them are looked for once`() throws {
    let many = String(repeating: "<item><title>no</title></item>", count: 20_000)
    let parsed = try parse(rss("<x:y xmlns:x=\"x\">\(many)</x:y>\(StructureTests.items)"))
    #expect(parsed.items.map(\.title) == ["A", "B"])
    #expect(parsed.diagnostics.isEmpty)
  }

  /// Each of these makes a scanner that looks ahead anew at every place take time that grows with the square.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "<d><![CDATA[x</d><e>", "<![CDATA[ <![CDATA[ ", "<!-- <item> ", "</rss>", "</channel>", "<item><x>",
      "<image><item>",
      "<item><x:y><item/>", "<a b=\"c d=\"", "<a b=“",
    ])
  func `the work on mistakes is linear`(part: String) throws {
    let parsed = try parse(rss(String(repeating: part, count: 100_000)) + "]]> --> \"”")
    #expect(!parsed.diagnostics.isEmpty)
  }

  @Test(.timeLimit(.minutes(5))) func `looking ahead reads a tag of many quotes once`() throws {
    let quotes = String(repeating: "\"\"", count: 600_000)
    let parsed = try parse(rss("<item><description>text<guid>1</guid><description \(quotes)>x</description></item>"))
    #expect(parsed.items.map(\.identifier) == ["1"])
  }

  @Test(.timeLimit(.minutes(5))) func `HTML that is full of less-than signs is read once`() throws {
    let signs = String(repeating: "<b", count: 100_000)
    let parsed = try parse(rss("<item><description><![CDATA[\(signs)]]></description></item>"))
    #expect(parsed.items.first?.description?.hasPrefix("<b<b") == true)
  }
}
