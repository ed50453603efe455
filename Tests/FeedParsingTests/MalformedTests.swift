import Castwire
import Testing

@testable import FeedParsing

struct MalformedTests {
  @Test(arguments: [
    ("unclosed title", "<item><title>One<guid>1</guid></item>", "unclosed-element"),
    ("unclosed item", "<item><title>One</title><guid>1</guid><item><title>Two</title></item>", "unclosed-element"),
    ("mis-nested", "<item><title>On<b><i>e</b></i></title><guid>1</guid></item>", "unclosed-element"),
    ("stray end", "<item></p><title>One</title></b><guid>1</guid></item>", "stray-end-tag"),
    (
      "bare less-than", "<item><title>One</title><guid>1</guid><description>1 < 2 <3</description></item>",
      "unescaped-less-than"
    ),
    ("unquoted", "<item><title>One</title><guid isPermaLink=false>1</guid></item>", "unquoted-value"),
    ("open quote", "<item><title>One</title><guid isPermaLink=\"false>1</guid></item>", "unclosed-quote"),
    ("open tag", "<item><title>One</title <guid>1</guid></item>", "unclosed-tag"),
  ])
  func `what is broken costs no other value`(name: String, content: String, code: String) throws {
    let parsed = try parse(rss(content))
    #expect(parsed.items.first?.title == "One", "\(name)")
    #expect(parsed.items.first?.identifier == "1", "\(name)")
    #expect(parsed.codes.contains(code), "\(name): \(parsed.codes)")
  }

  @Test func `a less-than in a text stays`() throws {
    #expect(try item("<title>I <3 you, 1 < 2</title>").title == "I <3 you, 1 < 2")
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

  @Test func `a closing quote that comes tags later is not believed`() throws {
    let item = try item(
      "<enclosure url=\"http://a.example/1.mp3 /><title>One</title><guid isPermaLink=\"false\">1</guid>")
    #expect(item.title == "One")
    #expect(item.identifier == "1")
  }

  @Test func `a diagnostic names the line`() throws {
    let parsed = try parse(
      "<rss><channel>\n<item>\n<title>x</title>\n<pubDate>soon</pubDate>\n</item>\n</channel></rss>")
    let diagnostic = try #require(parsed.diagnostics.first { $0.code == "bad-date" })
    #expect(diagnostic.line == 4)
    #expect(diagnostic.message.contains("soon"))
  }

  @Test func `diagnostics are bounded`() throws {
    let parsed = try parse(rss(String(repeating: "<item><title>a < b</title></item>", count: 10_000)))
    #expect(parsed.items.count == 10_000)
    #expect(parsed.diagnostics.count < 20)
  }

  @Test func `comments and instructions are passed over`() throws {
    let parsed = try parse(
      "<?xml version=\"1.0\"?><?xml-stylesheet href=\"a>b\"?><!-- <rss> -- > --><rss><channel><!-- <title>no</title> -->"
        + "<title>y<!-- no -->es</title></channel></rss>")
    #expect(parsed.feed.title == "yes")
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
