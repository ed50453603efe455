import Castwire
import Foundation
import Testing

@testable import FeedParsing

struct AtomTests {
  @Test func `a video channel is read`() throws {
    let parsed = try parse(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns:v="http://v.example/" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
       <link rel="self" href="http://v.example/feed?id=1"/><id>v:channel:1</id><title>Channel</title>
       <link rel="alternate" href="https://v.example/channel/1"/>
       <author><name>Author</name><uri>https://v.example/channel/1</uri></author>
       <published>2005-10-15T00:00:00+00:00</published>
       <entry>
        <id>v:video:7</id><v:videoId>7</v:videoId><title>Video</title>
        <link rel="alternate" href="https://v.example/watch?v=7"/>
        <author><name>Author</name></author>
        <published>2024-01-02T03:04:05+00:00</published><updated>2024-02-03T04:05:06+00:00</updated>
        <media:group><media:title>Video</media:title>
         <media:content url="https://v.example/v/7?version=3" type="application/x-shockwave-flash" width="640" height="390"/>
         <media:thumbnail url="https://i.example/7.jpg" width="480" height="360"/>
         <media:description>Line one\nLine two</media:description>
         <media:community><media:starRating count="1" average="5"/><media:statistics views="1604684607"/></media:community>
        </media:group>
       </entry>
      </feed>
      """)
    #expect(parsed.format == .atom10)
    #expect(parsed.feed.title == "Channel")
    #expect(parsed.feed.author == "Author")
    #expect(parsed.feed.link == "https://v.example/channel/1")
    #expect(parsed.feed.selfURL == "http://v.example/feed?id=1")
    let item = try #require(parsed.items.first)
    #expect(item.identifier == "v:video:7")
    #expect(item.title == "Video")
    #expect(item.link == "https://v.example/watch?v=7")
    #expect(item.numberOfViews == 1_604_684_607)
    #expect(item.thumbnails == [Thumbnail(url: "https://i.example/7.jpg", width: 480, height: 360)])
    #expect(item.imageURL == "https://i.example/7.jpg")
    #expect(item.media?.first?.width == 640)
    #expect(item.enclosures == nil)
    #expect(item.description == "Line one Line two")
    #expect(item.publicationDate == Date(timeIntervalSince1970: 1_704_164_645))
    #expect(item.updatedDate == Date(timeIntervalSince1970: 1_706_933_106))
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("<content>plain &amp; simple</content>", "plain &amp; simple"),
    ("<content type=\"html\">&lt;p&gt;a &amp;amp; b&lt;/p&gt;</content>", "<p>a &amp; b</p>"),
    ("<content type=\"html\"><![CDATA[<p>a &amp; b</p>]]></content>", "<p>a &amp; b</p>"),
    (
      "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\">a &lt;b&gt; <b>c</b></div></content>",
      "<div>a &lt;b&gt; <b>c</b></div>"
    ),
    (
      "<content type=\"xhtml\"><h:div xmlns:h=\"http://www.w3.org/1999/xhtml\">a<h:br/><h:i>b</h:i></h:div></content>",
      "<div>a<br><i>b</i></div>"
    ),
    ("<content type=\"application/octet-stream\">PHA+aGk8L3A+</content>", "<p>hi</p>"),
    ("<content type=\"plain\">abcd</content>", "abcd"),
    ("<summary>only this</summary>", "only this"),
  ])
  func `content is read by its type`(content: String, html: String) throws {
    #expect(try entry(content).contentHTML == html)
  }

  @Test func `an enclosure is a link`() throws {
    let entry = try entry(
      "<link rel=\"enclosure\" type=\"video/mp4\" href=\"/m.mp4\" length=\"42\"/><link rel=\"related\" href=\"/r\"/>"
        + "<link rel=\"alternate\" type=\"application/json\" href=\"/j\"/><link rel=\"alternate\" type=\"text/html\" href=\"/h\"/>",
      baseURL: "https://a.example/")
    #expect(entry.enclosures == [Enclosure(url: "https://a.example/m.mp4", type: "video/mp4", length: 42)])
    #expect(entry.link == "https://a.example/h")
  }

  @Test func `the entry that a copy comes from is not the entry`() throws {
    let entry = try entry("<source><title>Other</title><id>o</id></source><title>Mine</title><id>m</id>")
    #expect(entry.title == "Mine")
    #expect(entry.identifier == "m")
  }

  @Test func `Atom 0.3 is read`() throws {
    let parsed = try parse(
      """
      <feed version="0.3" xmlns="http://purl.org/atom/ns#" xml:lang="en_US"><title>T</title><tagline mode="escaped">a &lt;b&gt;b&lt;/b&gt;</tagline>
      <modified>2004-01-01T19:48:21Z</modified>
      <entry><id>1</id><issued>2003-12-31T10:14:55Z</issued><content type="text/html" mode="base64">PGI+eDwvYj4=</content></entry></feed>
      """)
    #expect(parsed.format == .atom03)
    #expect(parsed.feed.description == "a b")
    #expect(parsed.feed.language == "en-US")
    #expect(parsed.items.first?.contentHTML == "<b>x</b>")
    #expect(parsed.items.first?.publicationDate == Date(timeIntervalSince1970: 1_072_865_695))
  }

  @Test(arguments: [
    ("type=\"image/jpeg\"", "insert image here"), ("type=\"image/png\"", "iVBORw0KGgoAAAANSUhEUgAAAAE="),
    ("mode=\"base64\"", "/9j/4AAQ"),
  ])
  func `data in base 64 that is no text is left out`(attributes: String, data: String) throws {
    let entry = try entry("<summary>s</summary><content \(attributes)>\(data)</content>")
    #expect(entry.description == "s")
    #expect(entry.contentHTML == "s")
  }
}
