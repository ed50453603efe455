import Castwire
import Testing

@testable import FeedParsing

struct MalformedTests {
  @Test(arguments: [("unclosed", unclosed), ("misnested", misnested), ("tags", tags), ("text", text)])
  func `what is broken costs one value at most`(kind: String, cases: [Case]) throws {
    for (name, channel, items, codes) in cases {
      let parsed = try parse(rss(channel))
      #expect(parsed.items.map(MalformedTests.summary) == items, "\(kind): \(name)")
      #expect(parsed.codes.sorted() == codes.sorted(), "\(kind): \(name)")
      #expect(parsed.diagnostics.allSatisfy { $0.line == 2 && !$0.message.isEmpty }, "\(kind): \(name)")
    }
  }

  private static func summary(_ item: FeedItem) -> String {
    let identifier = item.identifierRule == .guid ? item.identifier ?? "" : item.title == nil ? "0" : ""
    return "\(item.title ?? "")#\(identifier)"
  }

  @Test(arguments: documents)
  func `a broken document gives all its items`(name: String, document: String, items: [String], codes: [String]) throws
  {
    let parsed = try parse(document)
    #expect(parsed.items.map(MalformedTests.summary) == items, "\(name)")
    #expect(parsed.codes == codes, "\(name)")
  }

  @Test func `the feed's own values are those of the first root`() throws {
    let parsed = try parse(rss("<title>One</title>") + rss("<title>Two</title><copyright>x</copyright>"))
    #expect(parsed.feed.title == "One")
    #expect(parsed.feed.copyright == nil)
  }

  @Test func `an element that has its own end holds what stands in it`() throws {
    let item = try item("<description>A<title>heading</title> and <link>x</link> text</description><guid>1</guid>")
    #expect(item.title == nil)
    #expect(item.identifier == "1")
    #expect(item.description == "A heading and x text")
  }

  @Test func `line ends are line feeds, but for those that references mean`() throws {
    #expect(try item("<description>a\r\nb\rc<![CDATA[d\r\ne]]></description>").contentHTML == "a\nb\ncd\ne")
    #expect(try item("<guid>a&#13;\r\nb</guid>").identifier == "a\r\nb")
  }

  @Test func `control characters are left out`() throws {
    #expect(try item("<title>a\u{1}b\u{8}c\u{b}d</title>").title == "abcd")
    #expect(try item("<description>a\u{0}b&#1;c</description>").contentHTML == "abc")
  }

  @Test func `tags and attributes in capitals are read`() throws {
    let parsed = try parse("<RSS VERSION='2.0'><Channel><TITLE>x</Title><ITEM><Guid>1</GUID></ITEM></Channel></RSS>")
    #expect(parsed.feed.title == "x")
    #expect(parsed.items.map(\.identifier) == ["1"])
  }

  @Test func `HTML that was not escaped is kept as HTML`() throws {
    let item = try item(
      "<description>An <b>un&amp;escaped</b> text<br/>with <a href=\"/x\">a link</a></description>",
      baseURL: "https://a.example/feed")
    #expect(item.description == "An un&escaped text with a link")
    #expect(item.contentHTML == "An <b>un&amp;escaped</b> text<br>with <a href=\"https://a.example/x\">a link</a>")
  }

  @Test func `a diagnostic names the line`() throws {
    let parsed = try parse(
      "<rss><channel>\n<item>\n<title>x</title>\n<pubDate>soon</pubDate>\n</item>\n</channel></rss>")
    let diagnostic = try #require(parsed.diagnostics.first { $0.code == "bad-date" })
    #expect(diagnostic.line == 4)
    #expect(diagnostic.message.contains("soon"))
  }

  @Test func `diagnostics are bounded`() throws {
    let parsed = try parse(rss(String(repeating: "<item><title>a < b & c</title></item>", count: 10_000)))
    #expect(parsed.items.count == 10_000)
    #expect(parsed.diagnostics.count < 20)
  }

  @Test func `a text that is decoded twice has each of its defects once`() throws {
    let parsed = try parse(rss("<item><description>a & b</description></item>"))
    #expect(parsed.codes == ["bare-ampersand"])
  }

  @Test func `comments and instructions are passed over`() throws {
    let parsed = try parse(
      "<?xml version=\"1.0\"?><?xml-stylesheet href=\"a>b\"?><!-- <rss> -- > --><rss><channel><!-- <title>no</title> -->"
        + "<title>y<!-- no -->es</title></channel></rss>")
    #expect(parsed.feed.title == "yes")
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func `a feed behind a server's warning is found`() throws {
    let parsed = try parse("<br />\n<b>Warning</b>: oops in x.php\n<?xml version=\"1.0\"?>" + rss("<title>x</title>"))
    #expect(parsed.feed.title == "x")
    #expect(parsed.codes.contains("leading-junk"))
  }

  @Test func `a well-formed feed has no diagnostics`() throws {
    let parsed = try parse(
      rss(
        "<title>x</title><item><title>a &amp; b</title><guid>1</guid><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>"
          + "<description><![CDATA[<p>x</p>]]></description></item>"))
    #expect(parsed.diagnostics.isEmpty)
  }
}
