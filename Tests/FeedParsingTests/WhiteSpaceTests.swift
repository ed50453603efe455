import Castwire
import Testing

@testable import FeedParsing

/// White space of all kinds in texts, and the line ends of texts that are no HTML.
struct WhiteSpaceTests {
  private static let spaces: [Unicode.Scalar] =
    ["\u{2000}", "\u{2005}", "\u{200a}", "\u{2028}", "\u{2029}", "\u{202f}", "\u{3000}"]

  @Test(arguments: spaces)
  func `white space is folded, of whatever kind and wherever it stands`(space: Unicode.Scalar) throws {
    for written in ["\(space)", "&#\(space.value);"] {
      // At every distance from the end of a block of sixteen bytes.
      for length in 0...40 {
        let word = String(repeating: "a", count: length)
        let title = "\(written)\(word)\(written) \(written)b–“c”\(written)"
        let expected = (length == 0 ? "" : word + " ") + "b–“c”"
        #expect(try item("<title>\(title)</title>").title == expected)
        #expect(try item("<description>&lt;p>\(title)&lt;/p></description>").description == expected)
      }
    }
  }

  @Test func `a text of nothing else is none`() throws {
    #expect(try item("<title>\u{3000}\u{2028}</title><guid>1</guid>").title == nil)
  }

  @Test(arguments: ["\u{200b}", "\u{ad}", "\u{2014}", "\u{3001}", "\u{2060}", "\u{168f}", "\u{206f}"] as [Character])
  func `what is no white space stays`(character: Character) throws {
    for length in 0...20 {
      let text = String(repeating: "a", count: length) + "\(character)b"
      #expect(try item("<title>\(text)</title>").title == text)
    }
  }

  @Test(arguments: [
    ("one\ntwo", "one<br>\ntwo"), ("one\r\n\r\ntwo", "one<br>\n<br>\ntwo"), ("\n one \n", "one"),
    ("a &lt; b\nAT&amp;amp;T", "a &lt; b<br>\nAT&amp;amp;T"),
  ])
  func `the lines of a plain text stay lines in HTML`(written: String, html: String) throws {
    #expect(try entry("<content type=\"text\">\(written)</content>").contentHTML == html)
    #expect(try item("<media:description type=\"plain\">\(written)</media:description>").contentHTML == html)
    // Plain is what it is where nothing is said.
    #expect(try item("<media:description>\(written)</media:description>").contentHTML == html)
  }

  @Test(arguments: [
    "<content type=\"html\">one\ntwo &amp;lt; three</content>",
    "<content>&lt;p>one\ntwo &amp;lt; three&lt;/p></content>",
    "<media:description type=\"html\">one\ntwo &amp;lt; three</media:description>",
  ])
  func `the lines of HTML are white space`(content: String) throws {
    let html = try #require(try entry(content).contentHTML)
    #expect(html.contains("one\ntwo &lt; three"))
    #expect(!html.contains("<br"))
  }

  @Test(arguments: [
    ("<description>one\n\ntwo</description>", "one<br>\n<br>\ntwo"),
    (
      "<description><![CDATA[\n one\n \t\n- two &amp;\n- three\n]]></description>",
      "one<br>\n \t<br>\n- two &amp;<br>\n- three"
    ),
    ("<content:encoded>one\r\n\r\ntwo &lt;unknown&gt;\n</content:encoded>", "one<br>\n<br>\ntwo"),
    // One line end alone may be where an editor wrapped a line.
    ("<description>one\ntwo\n\n</description>", "one\ntwo"),
    ("<description>one\n\n&lt;b>two&lt;/b></description>", "one\n\n<b>two</b>"),
  ])
  func `text that was written in lines stays in lines where RSS has HTML`(written: String, html: String) throws {
    let item = try item(written)
    #expect(item.contentHTML == html)
    #expect(item.description?.hasPrefix("one ") == true)
  }

  @Test func `the lines of a JSON Feed's text stay lines`() throws {
    let parsed = try parse(
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"F\",\"items\":[{\"id\":\"1\","
        + "\"content_text\":\"one\\r\\ntwo\\n\\nthree\\rfour\"}]}")
    #expect(parsed.items.first?.contentHTML == "one<br>\ntwo<br>\n<br>\nthree<br>\nfour")
    #expect(parsed.items.first?.description == "one two three four")
  }
}
