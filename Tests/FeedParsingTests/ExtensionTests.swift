import Castwire
import Foundation
import Testing

@testable import FeedParsing

/// The smaller vocabularies.
struct ExtensionTests {
  @Test func `Dublin Core is read`() throws {
    let parsed = try parse(
      rss(
        """
        <dc:title>T</dc:title><dc:creator>Jo</dc:creator><dc:language>de</dc:language><dc:rights>© A</dc:rights>
        <dc:date>2024-01-02T03:04:05Z</dc:date><dc:subject>Sea</dc:subject><dc:description>About</dc:description>
        <item><dc:title>I</dc:title><dc:creator>Al</dc:creator><dc:date>2024-01-02</dc:date><dc:subject>Tide</dc:subject>
        <dc:language>fr_CA</dc:language><dc:description>Text</dc:description><dc:identifier>no</dc:identifier></item>
        """))
    let feed = parsed.feed
    #expect(feed.title == "T")
    #expect(feed.author == "Jo")
    #expect(feed.language == "de")
    #expect(feed.copyright == "© A")
    #expect(feed.updatedDate == Date(timeIntervalSince1970: 1_704_164_645))
    #expect(feed.categories == ["Sea"])
    #expect(feed.description == "About")
    let item = try #require(parsed.items.first)
    #expect(item.title == "I")
    #expect(item.author == "Al")
    #expect(item.publicationDate == Date(timeIntervalSince1970: 1_704_153_600))
    #expect(item.categories == ["Tide"])
    #expect(item.language == "fr-CA")
    #expect(item.description == "Text")
  }

  @Test(
    arguments: [
      ("<slash:comments>12</slash:comments>", 12), ("<thr:total>3</thr:total>", 3),
      ("<slash:comments>0</slash:comments>", 0),
      ("<atom:link rel=\"replies\" href=\"https://a.example/c\" thr:count=\"5\"/>", 5),
      ("<atom:link rel=\"replies\" href=\"https://a.example/c\" thr:count=\"5\"/><thr:total>6</thr:total>", 6),
      ("<thr:total>6</thr:total><slash:comments>7</slash:comments>", 7),
      ("<comments>https://a.example/</comments>", nil),
    ] as [(String, Int?)])
  func `the number of comments is read`(content: String, count: Int?) throws {
    #expect(try item(content).commentCount == count)
  }

  @Test func `where the comments are is read`() throws {
    let inRSS = try item(
      "<comments>/1#comments</comments><wfw:commentRss>/1/comments.xml</wfw:commentRss>"
        + "<slash:section>Science</slash:section>", baseURL: "https://a.example/feed")
    #expect(inRSS.commentsURL == "https://a.example/1#comments")
    #expect(inRSS.commentFeedURL == "https://a.example/1/comments.xml")
    #expect(inRSS.categories == ["Science"])
    #expect(inRSS.link == nil)
    let inAtom = try entry(
      "<link rel=\"replies\" type=\"text/html\" href=\"https://a.example/1\"/>"
        + "<link rel=\"replies\" type=\"application/atom+xml\" href=\"https://a.example/1.atom\"/>")
    #expect(inAtom.commentsURL == "https://a.example/1")
    #expect(inAtom.commentFeedURL == "https://a.example/1.atom")
  }

  @Test func `how often a feed changes is read`() throws {
    let parsed = try parse(
      rss(
        "<sy:updatePeriod> Hourly\n</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>"
          + "<sy:updateBase>2000-01-01T12:00+00:00</sy:updateBase>"))
    #expect(parsed.feed.syndicationPeriod == "hourly")
    #expect(parsed.feed.syndicationFrequency == 2)
    #expect(parsed.feed.syndicationBase == Date(timeIntervalSince1970: 946_728_000))
    #expect(parsed.diagnostics.isEmpty)
    let bad = try parse(rss("<sy:updatePeriod>often</sy:updatePeriod><sy:updateFrequency>x</sy:updateFrequency>"))
    #expect(bad.feed.syndicationPeriod == nil)
    #expect(bad.codes == ["bad-period", "bad-number"])
  }

  @Test func `the pages of a feed are read`() throws {
    let relations = ["self", "first", "last", "previous", "next", "current", "prev-archive", "next-archive"]
    let links = relations.map { "<link rel=\"\($0)\" href=\"/\($0)\"/>" }.joined()
    let parsed = try parse(
      "<feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:fh=\"http://purl.org/syndication/history/1.0\">"
        + "<fh:complete/><fh:archive/>\(links)</feed>", baseURL: "https://a.example/feed")
    let feed = parsed.feed
    #expect(
      [
        feed.selfURL, feed.firstPageURL, feed.lastPageURL, feed.previousPageURL, feed.nextPageURL, feed.currentURL,
        feed.previousArchiveURL, feed.nextArchiveURL,
      ] == relations.map { "https://a.example/\($0)" })
    #expect(feed.historyComplete == true)
    #expect(feed.historyArchive == true)
    let inRSS = try parse(rss("<atom:link rel=\"PREV\" href=\"https://a.example/p\"/><fh:other/>")).feed
    #expect(inRSS.previousPageURL == "https://a.example/p")
    #expect(inRSS.historyComplete == nil)
  }

  @Test func `all hubs are read, each once`() throws {
    let hubs = ["https://h1.example/", "https://h2.example/", "https://h1.example/"]
    let links = hubs.map { "<atom:link rel=\"hub\" href=\"\($0)\"/>" }.joined()
    let feed = try parse(rss(links)).feed
    #expect(feed.hubURL == "https://h1.example/")
    #expect(feed.hubURLs == ["https://h1.example/", "https://h2.example/"])
  }

  @Test func `Atom's elements in RSS are read`() throws {
    let parsed = try parse(
      rss(
        """
        <atom:author><atom:name>Jo</atom:name><atom:uri>https://jo.example/</atom:uri></atom:author>
        <atom:subtitle>Sub</atom:subtitle><atom:updated>2024-01-02T03:04:05Z</atom:updated>
        <atom:logo>https://a.example/l.png</atom:logo><atom:icon>https://a.example/i.png</atom:icon>
        <atom:category term="Sea"/><atom:rights>© A</atom:rights><atom:id>no</atom:id>
        <item><atom:title>T</atom:title><atom:author><atom:name>Al</atom:name><atom:email>al@a.example</atom:email>
        </atom:author><atom:published>2024-01-02T03:04:05Z</atom:published><atom:updated>2024-01-03T00:00:00Z</atom:updated>
        <atom:id>tag:1</atom:id><atom:summary>Short</atom:summary><atom:content type="html">&lt;p&gt;x&lt;/p&gt;</atom:content>
        <atom:category term="Tide"/><atom:link rel="related" href="https://b.example/"/>
        <atom:link rel="payment" href="https://pay.example/" title="Give"/></item>
        <item><guid>mine</guid><atom:id>other</atom:id><title>Mine</title><atom:title>Other</atom:title></item>
        """))
    let feed = parsed.feed
    #expect(feed.author == "Jo")
    #expect(feed.authors == [Person(name: "Jo", link: "https://jo.example/")])
    #expect(feed.description == "Sub")
    #expect(feed.updatedDate == Date(timeIntervalSince1970: 1_704_164_645))
    #expect(feed.artworkURL == "https://a.example/l.png")
    #expect(feed.iconURL == "https://a.example/i.png")
    #expect(feed.categories == ["Sea"])
    #expect(feed.copyright == "© A")
    let item = try #require(parsed.items.first)
    #expect(item.title == "T")
    #expect(item.author == "Al")
    #expect(item.authors == nil)
    #expect(item.publicationDate == Date(timeIntervalSince1970: 1_704_164_645))
    #expect(item.updatedDate == Date(timeIntervalSince1970: 1_704_240_000))
    #expect(item.identifier == "tag:1")
    #expect(item.description == "Short")
    #expect(item.contentHTML == "<p>x</p>")
    #expect(item.categories == ["Tide"])
    #expect(item.externalURL == "https://b.example/")
    #expect(item.funding == [Funding(url: "https://pay.example/", text: "Give")])
    #expect(parsed.items[1].identifier == "mine")
    #expect(parsed.items[1].title == "Mine")
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func `an item's language is its own`() throws {
    let parsed = try parse(
      "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\"><entry xml:lang=\"de_AT\"><title xml:lang=\"fr\">x</title>"
        + "</entry><entry/></feed>")
    #expect(parsed.feed.language == "en")
    #expect(parsed.items.map(\.language) == ["de-AT", nil])
    let inRSS = try parse("<rss><channel xml:lang=\"en\"><item xml:lang=\"it\"/></channel></rss>")
    #expect(inRSS.feed.language == "en")
    #expect(inRSS.items.first?.language == "it")
  }

  @Test func `several authors are all kept`() throws {
    let entry = try entry(
      "<author><name>Jo</name></author><author><name>Al</name><uri>/al</uri></author>", baseURL: "https://a.example/")
    #expect(entry.author == "Jo")
    #expect(entry.authors == [Person(name: "Jo"), Person(name: "Al", link: "https://a.example/al")])
  }
}
