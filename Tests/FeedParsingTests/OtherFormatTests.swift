import Castwire
import Foundation
import Testing

@testable import FeedParsing

/// Elements and namespaces of one format in another, and feeds in what is no feed.
struct OtherFormatTests {
  @Test func `an Atom feed may have its prefix on the children only`() throws {
    let parsed = try parse(
      "<feed xmlns:a=\"http://www.w3.org/2005/Atom\"><a:title>F</a:title><a:entry><a:id>1</a:id><a:title>A</a:title></a:entry>"
        + "<entry><id>2</id></entry></feed>")
    #expect(parsed.feed.title == "F")
    #expect(parsed.items.map(\.identifier) == ["1", "2"])
    #expect(parsed.items.first?.title == "A")
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>F</title></feed>",
    "<rss version=\"2.0\"><channel><title>F</title></channel></rss>",
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns=\"http://purl.org/rss/1.0/\"><channel><title>F</title></channel></rdf:RDF>",
  ])
  func `a feed within a web page is read`(feed: String) throws {
    let parsed = try parse("<!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\"><body>\(feed)</body></html>")
    #expect(parsed.feed.title == "F")
    #expect(parsed.codes.first == "leading-junk")
  }

  @Test(arguments: [
    "<feed>x</feed>", "<rss>", "<feedback xmlns=\"x\">y</feedback>",
    "<!-- <rdf:RDF xmlns=\"http://web.resource.org/cc/\"></rdf:RDF> -->",
    "<svg><metadata><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/></metadata></svg>",
  ])
  func `a web page that speaks of feeds is a web page`(content: String) {
    let error = #expect(throws: FeedParsingError.self) { try parse("<html><body>\(content)</body></html>") }
    #expect(error?.code == .html)
  }

  @Test func `an entry may be written as an item of RSS`() throws {
    let entry = try entry(
      """
      <title>A</title><description>a &lt;b&gt;b&lt;/b&gt;</description><link>https://a.example/1</link>\
      <guid isPermaLink="true">https://a.example/2</guid><pubDate>Tue, 30 Oct 2018 23:22:00 GMT</pubDate>\
      <enclosure url="https://a.example/1.mp3" length="4101088" type="audio/mpeg"/><comments>https://a.example/c</comments>
      """)
    #expect(entry.description == "a b")
    #expect(entry.link == "https://a.example/1")
    #expect(entry.identifier == "https://a.example/2")
    #expect(entry.publicationDate == Date(timeIntervalSince1970: 1_540_941_720))
    #expect(entry.enclosures == [Enclosure(url: "https://a.example/1.mp3", type: "audio/mpeg", length: 4_101_088)])
    #expect(entry.commentsURL == "https://a.example/c")
  }

  @Test func `Atom's own elements come before those of RSS`() throws {
    let rss =
      "<guid isPermaLink=\"true\">/no</guid><description>no</description><pubDate>Tue, 30 Oct 2018 23:22:00 GMT</pubDate>"
    let own = "<id>1</id><summary>yes</summary><published>2024-01-02T03:04:05Z</published>"
    for content in [rss + own, own + rss] {
      let entry = try entry(content)
      #expect(entry.identifier == "1")
      #expect(entry.description == "yes")
      #expect(entry.publicationDate == Date(timeIntervalSince1970: 1_704_164_645))
      #expect(entry.link == nil)
    }
  }

  @Test func `a feed of Atom may have a channel's elements, and items`() throws {
    let parsed = try parse(
      "<feed><description>D</description><language>de</language><lastBuildDate>Tue, 02 Jan 2024 03:04:05 GMT</lastBuildDate>"
        + "<image><url>https://a.example/1.png</url></image><item><guid>1</guid></item></feed>")
    #expect(parsed.feed.description == "D")
    #expect(parsed.feed.language == "de")
    #expect(parsed.feed.updatedDate == Date(timeIntervalSince1970: 1_704_164_645))
    #expect(parsed.feed.artworkURL == "https://a.example/1.png")
    #expect(parsed.items.map(\.identifier) == ["1"])
  }

  @Test(arguments: ["", "atom:"])
  func `a channel may have entries`(prefix: String) throws {
    let entry = "<entry><link href=\"https://a.example/2\"/><title>B</title></entry>"
    let prefixed = entry.replacing("</", with: "</\(prefix)").replacing("<e", with: "<\(prefix)e")
      .replacing("<l", with: "<\(prefix)l").replacing("<t", with: "<\(prefix)t")
    let parsed = try parse(rss("<item><title>A</title></item>\(prefixed)"))
    #expect(parsed.items.map(\.title) == ["A", "B"])
    #expect(parsed.items.last?.link == "https://a.example/2")
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func `an item may have Atom's elements without their namespace`() throws {
    let atom =
      "<id>2</id><modified>2017-10-17T22:17:32+00:00</modified><published>2016-01-02T03:04:05Z</published><content>x</content>"
    let alone = try item(atom)
    #expect(alone.identifier == "2")
    #expect(alone.updatedDate == Date(timeIntervalSince1970: 1_508_278_652))
    #expect(alone.publicationDate == Date(timeIntervalSince1970: 1_451_703_845))
    #expect(alone.contentHTML == "x")
    let beside = try item(atom + "<guid>1</guid><pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate>")
    #expect(beside.identifier == "1")
    #expect(beside.publicationDate == Date(timeIntervalSince1970: 1_704_164_645))
  }

  @Test func `a link's address may be its text`() throws {
    let entry = try entry(
      "<link rel=\"enclosure\" type=\"image/jpeg\" title=\"t\">https://a.example/1.jpg</link><link> https://a.example/1 </link><link/>"
    )
    #expect(entry.link == "https://a.example/1")
    #expect(
      entry.enclosures == [Enclosure(url: "https://a.example/1.jpg", type: "image/jpeg", length: nil, title: "t")])
    let feed = try parse(
      StructureTests.atom("<link rel=\"self\">https://a.example/f</link><link>https://a.example/</link>"))
    #expect(feed.feed.selfURL == "https://a.example/f")
    #expect(feed.feed.link == "https://a.example/")
    #expect(feed.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("<link href=“https://a.example/1”/>", ["unquoted-value"]),
    ("<link href=”https://a.example/1” rel=‘alternate’ />", ["unquoted-value", "unquoted-value"]),
    ("<link href=“https://a.example/1\"/>", ["unquoted-value"]),
    ("<link title=“of two words” href=\"https://a.example/1\"/>", ["unquoted-value"]),
    ("<link href=https://a.example/1 />", ["unquoted-value"]),
    ("<link title=\"a href=\"https://a.example/1\"/>", ["unclosed-quote"]),
  ])
  func `the quotation marks of an attribute may be of any kind`(link: String, codes: [String]) throws {
    let parsed = try parse(StructureTests.atom("<entry>\(link)</entry>"))
    #expect(parsed.items.map(\.link) == ["https://a.example/1"])
    #expect(parsed.codes == codes)
  }

  @Test func `a namespace whose quote is not closed costs no other one`() throws {
    let parsed = try parse(
      "<rss xmlns:a=\"http://a.example/ xmlns:i=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"><channel><i:author>X</i:author></channel></rss>"
    )
    #expect(parsed.feed.author == "X")
    #expect(parsed.codes == ["unclosed-quote"])
  }

  @Test(arguments: [
    ("<itunes:author>X</itunes:author>", ["undeclared-prefix"]), ("<x:author>X</x:author><author>X</author>", []),
    ("<author xml:lang=\"de\">X</author>", []),
  ])
  func `a prefix that is not declared means what it usually means`(content: String, codes: [String]) throws {
    let parsed = try parse("<rss><channel><item>\(content)</item><item>\(content)</item></channel></rss>")
    #expect(parsed.items.map(\.author) == ["X", "X"])
    #expect(parsed.codes == codes)
  }

  @Test func `hours may be called hours`() throws {
    let parsed = try parse(rss("<skipHours><hours>0</hours><hour>1</hour><x>2</x></skipHours>"))
    #expect(parsed.feed.skipHours == [0, 1])
  }

  @Test(arguments: [
    ("<image><link>https://a.example/1.jpg</link></image>", "https://a.example/1.jpg"),
    (
      "<image><link>https://a.example/1.jpg</link><url>https://a.example/2.jpg</url></image>", "https://a.example/2.jpg"
    ),
    ("<image><link>https://a.example/</link></image>", nil), ("<image><link>nowhere</link></image>", nil),
  ])
  func `a picture may be linked`(image: String, url: String?) throws {
    let parsed = try parse(rss("\(image)<item>\(image)</item>"))
    #expect(parsed.feed.artworkURL == url)
    #expect(parsed.items.first?.imageURL == url)
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("https://a.example/1.png", "", "https://a.example/1.png"), ("https://a.example/#image", "", nil),
    (
      "https://a.example/1.png", "<image><url>https://a.example/2.png</url></image>", "https://a.example/2.png"
    ),
  ])
  func `the picture of an RDF channel may be its name alone`(name: String, image: String, url: String?) throws {
    let parsed = try parse(
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns=\"http://purl.org/rss/1.0/\">"
        + "<channel><image rdf:resource=\"\(name)\"/></channel>\(image)</rdf:RDF>")
    #expect(parsed.feed.artworkURL == url)
  }
}
