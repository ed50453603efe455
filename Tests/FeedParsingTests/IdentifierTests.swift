import Castwire
import Testing

@testable import FeedParsing

struct IdentifierTests {
  @Test(arguments: [
    ("<guid>abc-1</guid>", "abc-1"),
    ("<guid> abc 1 \n</guid>", "abc 1"),
    ("<guid isPermaLink=\"false\">episode/1</guid>", "episode/1"),
    ("<guid isPermaLink=\"true\">episode/1</guid>", "https://a.example/episode/1"),
    ("<guid isPermaLink=\"true\">http://A.example/%7ebob</guid>", "http://A.example/%7ebob"),
    ("<guid>/relative</guid>", "/relative"),
    ("<guid>a&amp;b</guid>", "a&b"),
    ("<guid><![CDATA[tag:x,2004:1]]></guid>", "tag:x,2004:1"),
  ])
  func `a guid is taken as given`(content: String, identifier: String) throws {
    let item = try item(content, baseURL: "https://a.example/feed")
    #expect(item.identifier == identifier)
    #expect(item.identifierRule == .guid)
  }

  @Test func `without a guid, a link that no other item has identifies`() throws {
    let parsed = try parse(
      rss(
        "<item><title>a</title><link>http://a.example/1</link><enclosure url=\"http://a.example/1.mp3\"/></item>"
          + "<item><title>b</title><link>http://a.example/all</link><enclosure url=\"http://a.example/2.mp3\"/></item>"
          + "<item><guid>c</guid><link>http://a.example/all</link></item>"))
    #expect(parsed.items.map(\.identifier) == ["http://a.example/1", "http://a.example/2.mp3", "c"])
    #expect(parsed.items.map(\.identifierRule) == [.link, .enclosure, .guid])
  }

  @Test func `without any of these, title and date identify`() throws {
    let content = "<title>x</title><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>"
    let first = try item(content)
    #expect(first.identifierRule == .digest)
    #expect(first.identifier?.count == 40)
    #expect(try item(content + "<description>other</description>").identifier == first.identifier)
    #expect(try item("<title>y</title>").identifier != first.identifier)
    #expect(try item("<description>nothing but text</description>").identifierRule == .digest)
  }

  @Test func `items of nothing but a description are told apart by it`() throws {
    let parsed = try parse(
      rss("<item><description>one</description></item><item><description>two</description></item><item></item>"))
    #expect(Set(parsed.items.map(\.identifier)).count == 3)
    #expect(parsed.items.map(\.identifierRule) == [.digest, .digest, .digest])
    let again = try parse(rss("<item><description>two</description></item>"))
    #expect(again.items.first?.identifier == parsed.items[1].identifier)
    // All that identified an item before is hashed as before.
    #expect(parsed.items[2].identifier == Identity.digest(of: Array("\n".utf8)))
    let titled = try item("<title>t</title><description>d</description>")
    #expect(titled.identifier == Identity.digest(of: Array("t\n".utf8)))
  }

  @Test func `an Atom id is taken as given`() throws {
    #expect(try entry("<id>HTTP://A.example/%7Ebob</id>").identifier == "HTTP://A.example/%7Ebob")
    #expect(try entry("<id>a</id>", baseURL: "https://a.example/").identifier == "a")
  }

  @Test func `an item of RSS 1.0 is identified by what it is about`() throws {
    let parsed = try parse(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="http://a.example/"><title>t</title></channel>
      <item rdf:about="http://a.example/1"><title>One</title></item></rdf:RDF>
      """)
    #expect(parsed.items.map(\.identifier) == ["http://a.example/1"])
    #expect(parsed.items.map(\.link) == ["http://a.example/1"])
  }

  @Test func `a guid is the link where nothing says otherwise`() throws {
    #expect(try item("<guid>http://a.example/1</guid>").link == "http://a.example/1")
    #expect(try item("<guid isPermaLink=\"false\">http://a.example/1</guid>").link == nil)
    #expect(try item("<guid>x1</guid>", baseURL: "https://a.example/").link == nil)
    #expect(try item("<guid>http://a.example/1</guid><link>http://a.example/2</link>").link == "http://a.example/2")
  }
}
