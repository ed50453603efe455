import Castwire
import Foundation
import Testing

@testable import FeedParsing

struct RSSTests {
  static let podcast = rss(
    """
    <title>The Show</title><link>https://a.example/</link><description>About &lt;b&gt;it&lt;/b&gt;</description>
    <language>en_GB</language><copyright>© A</copyright><generator>g</generator><ttl>60</ttl>
    <skipHours><hour>0</hour><hour>24</hour><hour>5</hour></skipHours><skipDays><day>Monday</day></skipDays>
    <lastBuildDate>Thu, 01 Jan 2004 19:48:21 GMT</lastBuildDate>
    <image><url>http://a.example/small.png</url><title>no</title><link>http://a.example/no</link></image>
    <textInput><title>no</title><link>http://a.example/no</link></textInput>
    <itunes:author>Jo</itunes:author><managingEditor>me@a.example (Ed)</managingEditor>
    <itunes:owner><itunes:name>Owner</itunes:name><itunes:email>o@a.example</itunes:email></itunes:owner>
    <itunes:image href="/big.png"/><itunes:explicit>clean</itunes:explicit><itunes:type>Serial</itunes:type>
    <itunes:category text="Arts"><itunes:category text="Books"/></itunes:category><itunes:category text="News"/>
    <category>Arts</category><itunes:new-feed-url>https://b.example/feed</itunes:new-feed-url>
    <atom:link rel="self" href="https://a.example/feed"/><atom:link rel="hub" href="https://hub.example/"/>
    <atom:link rel="next" href="?page=2"/><podcast:guid>9b024349-ccf0-5f69-a609-6b82873eab3c</podcast:guid>
    <item><title>Ep</title><guid>1</guid><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>
      <description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>
      <itunes:summary>Other</itunes:summary><itunes:duration>1:00</itunes:duration><itunes:explicit>yes</itunes:explicit>
      <itunes:season>2</itunes:season><itunes:episode>7</itunes:episode><itunes:episodeType>Bonus</itunes:episodeType>
      <itunes:image href="http://a.example/ep.png"/><dc:creator>Jo</dc:creator>
      <enclosure url="http://a.example/cover.jpg" type="image/jpeg" length="0"/>
      <enclosure url="http://a.example/1.mp3" type="audio/mpeg" length="123"/>
      <podcast:transcript url="/t.vtt" type="text/vtt" language="en" rel="captions"/>
      <podcast:chapters url="/c.json" type="application/json+chapters"/>
      <podcast:person href="https://jo.example/" img="/jo.png">Jo Do</podcast:person>
      <podcast:person role="Guest" group="Writing">Al</podcast:person><category>x</category><category>y</category>
    </item>
    """)

  @Test func `a podcast's channel is read`() throws {
    let feed = try parse(RSSTests.podcast, baseURL: "https://a.example/feed").feed
    #expect(feed.title == "The Show")
    #expect(feed.link == "https://a.example/")
    #expect(feed.description == "About it")
    #expect(feed.language == "en-GB")
    #expect(feed.author == "Jo")
    #expect(feed.ownerName == "Owner")
    #expect(feed.ownerEmail == "o@a.example")
    #expect(feed.artworkURL == "https://a.example/big.png")
    #expect(feed.explicit == false)
    #expect(feed.type == "serial")
    #expect(feed.primaryGenre == "Arts")
    #expect(feed.categories == ["Arts", "Books", "News"])
    #expect(feed.newFeedURL == "https://b.example/feed")
    #expect(feed.selfURL == "https://a.example/feed")
    #expect(feed.hubURL == "https://hub.example/")
    #expect(feed.nextPageURL == "https://a.example/feed?page=2")
    #expect(feed.podcastGUID == "9b024349-ccf0-5f69-a609-6b82873eab3c")
    #expect(feed.ttlMinutes == 60)
    #expect(feed.skipHours == [0, 5])
    #expect(feed.skipDays == ["Monday"])
    #expect(feed.copyright == "© A")
    #expect(feed.generator == "g")
    #expect(feed.updatedDate == Date(timeIntervalSince1970: 1_072_986_501))
  }

  @Test func `a podcast's episode is read`() throws {
    let item = try #require(try parse(RSSTests.podcast, baseURL: "https://a.example/feed").items.first)
    #expect(item.title == "Ep")
    #expect(item.description == "Short")
    #expect(item.contentHTML == "<p>Long</p>")
    #expect(item.publicationDate == Date(timeIntervalSince1970: 1_072_986_501))
    #expect(item.duration == 60)
    #expect(item.explicit == true)
    #expect(item.author == "Jo")
    #expect(item.seasonNumber == 2)
    #expect(item.episodeNumber == 7)
    #expect(item.episodeType == "bonus")
    #expect(item.imageURL == "http://a.example/ep.png")
    #expect(
      item.enclosures == [
        Enclosure(url: "http://a.example/cover.jpg", type: "image/jpeg"),
        Enclosure(url: "http://a.example/1.mp3", type: "audio/mpeg", length: 123),
      ])
    #expect(item.enclosureURL == "http://a.example/1.mp3")
    #expect(
      item.transcripts == [
        Transcript(url: "https://a.example/t.vtt", type: "text/vtt", language: "en", rel: "captions")
      ])
    #expect(item.chaptersURL == "https://a.example/c.json")
    #expect(
      item.people == [
        Person(
          name: "Jo Do", role: "host", group: "cast", imageURL: "https://a.example/jo.png", link: "https://jo.example/"),
        Person(name: "Al", role: "guest", group: "writing"),
      ])
    #expect(item.categories == ["x", "y"])
  }

  @Test(arguments: [
    ("<pubDate>nonsense</pubDate>", "bad-date"), ("<itunes:duration>long</itunes:duration>", "bad-duration"),
    ("<itunes:season>two</itunes:season>", "bad-number"), ("<itunes:explicit>perhaps</itunes:explicit>", "bad-flag"),
    ("<enclosure url=\"javascript:x\"/>", "bad-url"), ("<link>not/absolute</link>", "bad-url"),
    ("<itunes:episodeType>pilot</itunes:episodeType>", "bad-episode-type"),
  ])
  func `a bad value costs that value alone`(content: String, code: String) throws {
    let parsed = try parse(rss("<item><title>x</title>\(content)<guid>1</guid></item>"))
    #expect(parsed.items.first?.title == "x")
    #expect(parsed.items.first?.identifier == "1")
    #expect(parsed.codes == [code])
  }

  @Test func `where only a summary has tags, it is the HTML`() throws {
    let item = try item("<description>Short.</description><itunes:summary>&lt;p&gt;Long&lt;/p&gt;</itunes:summary>")
    #expect(item.description == "Short.")
    #expect(item.contentHTML == "<p>Long</p>")
  }

  @Test func `an empty description gives way to the summary`() throws {
    #expect(try item("<description/><itunes:summary>Text</itunes:summary>").description == "Text")
    #expect(
      try item("<description><![CDATA[ ]]></description><itunes:summary>Text</itunes:summary>").description == "Text")
  }

  @Test func `a file's name stands in for a title`() throws {
    #expect(try item("<enclosure url=\"http://a.example/pod/Ep%201.mp3?x=1\"/>").title == "Ep 1")
    #expect(try item("<link>http://a.example/1</link>").title == nil)
  }

  @Test func `relative links follow xml:base`() throws {
    let item = try item(
      "<description xml:base=\"https://b.example/x/\">&lt;a href=\"y\"&gt;z&lt;/a&gt;</description><link>l</link>",
      baseURL: "https://a.example/feed")
    #expect(item.contentHTML == "<a href=\"https://b.example/x/y\">z</a>")
    #expect(item.link == "https://a.example/l")
  }

  @Test func `a feed that only says where it went is read`() throws {
    let parsed = try parse("<rss><redirect><newLocation>\nhttp://b.example/feed\n</newLocation></redirect></rss>")
    #expect(parsed.feed.newFeedURL == "http://b.example/feed")
    #expect(parsed.items.isEmpty)
  }
}
