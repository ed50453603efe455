import Castwire
import Testing

@testable import FeedParsing

struct EntityTests {
  @Test(arguments: [
    ("AT&amp;T", "AT&T"),
    ("AT&T", "AT&T"),
    ("AT&amp;amp;T", "AT&amp;T"),
    ("a & b && c &", "a & b && c &"),
    ("&lt;3 and 1 &lt; 2 &gt; 0", "<3 and 1 < 2 > 0"),
    ("&#8220;x&#x201D; &#X2019;", "“x” ’"),
    ("caf&eacute; &hellip; &Prime;", "café … ″"),
    ("it&#146;s &#128;5", "it’s €5"),
    ("&#0;&#xD800;&#x110000;&#99999999999;", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
    ("&nosuchthing; &; &#; &#x; &#xZZ;", "&nosuchthing; &; &#; &#x; &#xZZ;"),
    ("?a=1&b=2&copy", "?a=1&b=2&copy"),
    ("<![CDATA[Fish &amp; Chips]]>", "Fish & Chips"),
    ("<![CDATA[Fish & Chips]]>", "Fish & Chips"),
    ("<![CDATA[Generic <T> &amp; <b>bold</b>]]>", "Generic <T> & bold"),
    ("Generic &lt;T&gt;", "Generic <T>"),
    (" <![CDATA[A]]> <![CDATA[B]]>C &amp; <!-- no --> D\n", "A BC & D"),
    ("one&nbsp;two&#160;three", "one two three"),
    ("&quot;q&quot; &apos;a&apos;", "\"q\" 'a'"),
  ])
  func `references in a title are decoded once`(written: String, read: String) throws {
    #expect(try item("<title>\(written)</title>").title == read)
  }

  @Test func `a bare ampersand leaves the rest of the document alone`() throws {
    let text = rss("<title>R&D</title><item><title>a &lt; b &amp; c</title></item><item><title>&gt;</title></item>")
    let parsed = try parse(text)
    #expect(parsed.feed.title == "R&D")
    #expect(parsed.items.map(\.title) == ["a < b & c", ">"])
  }

  @Test func `a reference in an attribute is decoded once`() throws {
    let item = try item("<enclosure url=\"http://a.example/x.mp3?a=1&amp;b=&amp;lt;\" type=\"audio/mpeg\"/>")
    #expect(item.enclosureURL == "http://a.example/x.mp3?a=1&b=&lt;")
  }

  @Test func `an ampersand that was not escaped in an address stays`() throws {
    #expect(try item("<link>http://a.example/?a=1&b=2&lt=3</link>").link == "http://a.example/?a=1&b=2&lt=3")
  }

  @Test func `entities that the document declares are not expanded`() throws {
    let bomb = """
      <!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
      <rss><channel><title>&b; &c;</title></channel></rss>
      """
    #expect(try parse(bomb).feed.title == "&b; &c;")
  }
}
