import Castwire
import Foundation
import Testing

@testable import FeedParsing

/// One feed in every format that there is: each must give the same.
struct FormatTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let format: FeedFormat
    /// Whether the format has these at all.
    var hasDates = true
    var hasIdentifiers = true
    var hasEnclosures = true
    let document: String

    var testDescription: String { format.rawValue }
  }

  static let samples = [
    Sample(
      format: .rss090, hasDates: false, hasIdentifiers: false, hasEnclosures: false,
      document: """
        <?xml version="1.0"?>
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://channel.netscape.com/rdf/simple/0.9/">
        <channel><title>Salt &amp; Tide</title><link>https://a.example/</link><description>The shore</description></channel>
        <image><title>no</title><url>https://a.example/i.png</url><link>https://no.example/</link></image>
        <item><title>Low water</title><link>https://a.example/1</link></item>
        <item><title>High water</title><link>https://a.example/2</link></item>
        <textinput><title>no</title><description>no</description><name>q</name><link>https://no.example/</link></textinput>
        </rdf:RDF>
        """),
    Sample(
      format: .rss091, hasDates: false, hasIdentifiers: false, hasEnclosures: false,
      document: """
        <?xml version="1.0"?>
        <!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
        <rss version="0.91"><channel><title>Salt &amp; Tide</title><link>https://a.example/</link>
        <description>The shore</description><language>en</language>
        <image><title>no</title><url>https://a.example/i.png</url><link>https://no.example/</link><width>88</width></image>
        <item><title>Low water</title><link>https://a.example/1</link><description>Out &lt;i&gt;there&lt;/i&gt;</description></item>
        <item><title>High water</title><link>https://a.example/2</link></item></channel></rss>
        """),
    Sample(
      format: .rss092, hasDates: false, hasIdentifiers: false,
      document: """
        <rss version="0.92"><channel><title>Salt &amp; Tide</title><link>https://a.example/</link>
        <description>The shore</description><cloud domain="a.example" port="80" path="/" registerProcedure="x" protocol="soap"/>
        <item><title>Low water</title><link>https://a.example/1</link><description>Out &lt;i&gt;there&lt;/i&gt;</description>
        <enclosure url="https://a.example/1.mp3" length="9" type="audio/mpeg"/><category domain="x">Sea</category>
        <source url="https://no.example/">no</source></item>
        <item><title>High water</title><link>https://a.example/2</link></item></channel></rss>
        """),
    Sample(
      format: .rss093, hasIdentifiers: false,
      document: """
        <rss version="0.93"><channel><title>Salt &amp; Tide</title><link>https://a.example/</link>
        <description>The shore</description><item><title>Low water</title><link>https://a.example/1</link>
        <description>Out &lt;i&gt;there&lt;/i&gt;</description><pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate>
        <expirationDate>Wed, 03 Jan 2024 03:04:05 GMT</expirationDate><enclosure url="https://a.example/1.mp3" length="9"
        type="audio/mpeg"/><category>Sea</category></item>
        <item><title>High water</title><link>https://a.example/2</link></item></channel></rss>
        """),
    Sample(
      format: .rss094, hasIdentifiers: false,
      document: """
        <rss version="0.94"><channel><title>Salt &amp; Tide</title><link>https://a.example/</link>
        <description>The shore</description><item><title>Low water</title><link>https://a.example/1</link>
        <description type="text/html">Out &lt;i&gt;there&lt;/i&gt;</description><pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate>
        <enclosure url="https://a.example/1.mp3" length="9" type="audio/mpeg"/><category>Sea</category></item>
        <item><title>High water</title><link>https://a.example/2</link></item></channel></rss>
        """),
    Sample(
      format: .rss10, hasEnclosures: false,
      document: """
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
         xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://a.example/feed"><title>Salt &amp; Tide</title>
        <link>https://a.example/</link><description>The shore</description>
        <items><rdf:Seq><rdf:li rdf:resource="https://a.example/1"/><rdf:li rdf:resource="https://a.example/2"/></rdf:Seq></items>
        </channel><item rdf:about="https://a.example/1"><title>Low water</title><link>https://a.example/1</link>
        <description>Out &lt;i&gt;there&lt;/i&gt;</description><dc:date>2024-01-02T03:04:05Z</dc:date>
        <dc:subject>Sea</dc:subject></item>
        <item rdf:about="https://a.example/2"><title>High water</title><link>https://a.example/2</link></item></rdf:RDF>
        """),
    Sample(
      format: .rss20,
      document: """
        <rss version="2.0"><channel><title>Salt &amp; Tide</title><link>https://a.example/</link>
        <description>The shore</description><docs>http://blogs.law.harvard.edu/tech/rss</docs>
        <item><title>Low water</title><link>https://a.example/1</link><guid>https://a.example/1</guid>
        <description>Out &lt;i&gt;there&lt;/i&gt;</description><pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate>
        <enclosure url="https://a.example/1.mp3" length="9" type="audio/mpeg"/><category>Sea</category></item>
        <item><title>High water</title><link>https://a.example/2</link><guid>https://a.example/2</guid></item></channel></rss>
        """),
    Sample(
      format: .atom03,
      document: """
        <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Salt &amp; Tide</title>
        <link rel="alternate" type="text/html" href="https://a.example/"/><tagline>The shore</tagline>
        <modified>2024-01-02T03:04:05Z</modified><author><name>Jo</name><url>https://jo.example/</url></author>
        <entry><title mode="escaped">Low water</title><link rel="alternate" type="text/html" href="https://a.example/1"/>
        <id>https://a.example/1</id><issued>2024-01-02T03:04:05Z</issued><modified>2024-01-02T03:04:05Z</modified>
        <summary type="text/html" mode="escaped">Out &lt;i&gt;there&lt;/i&gt;</summary>
        <link rel="enclosure" href="https://a.example/1.mp3" length="9" type="audio/mpeg"/>
        <dc:subject xmlns:dc="http://purl.org/dc/elements/1.1/">Sea</dc:subject></entry>
        <entry><title>High water</title><link rel="alternate" type="text/html" href="https://a.example/2"/>
        <id>https://a.example/2</id></entry></feed>
        """),
    Sample(
      format: .atom10,
      document: """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>Salt &amp; Tide</title><link href="https://a.example/"/>
        <subtitle>The shore</subtitle><updated>2024-01-02T03:04:05Z</updated><id>tag:a.example,2024:feed</id>
        <entry><title type="html">Low water</title><link href="https://a.example/1"/><id>https://a.example/1</id>
        <published>2024-01-02T03:04:05Z</published><updated>2024-01-02T03:04:05Z</updated>
        <summary type="html">Out &lt;i&gt;there&lt;/i&gt;</summary><category term="Sea"/>
        <link rel="enclosure" href="https://a.example/1.mp3" length="9" type="audio/mpeg"/></entry>
        <entry><title>High water</title><link href="https://a.example/2"/><id>https://a.example/2</id></entry></feed>
        """),
    Sample(
      format: .json10,
      document: """
        {"version": "https://jsonfeed.org/version/1", "title": "Salt & Tide", "home_page_url": "https://a.example/",
         "description": "The shore", "author": {"name": "Jo"}, "items": [
         {"id": "https://a.example/1", "url": "https://a.example/1", "title": "Low water", "tags": ["Sea"],
          "content_html": "Out <i>there</i>", "date_published": "2024-01-02T03:04:05Z",
          "attachments": [{"url": "https://a.example/1.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 9}]},
         {"id": "https://a.example/2", "url": "https://a.example/2", "title": "High water", "content_text": ""}]}
        """),
    Sample(
      format: .json11,
      document: """
        {"version": "https://jsonfeed.org/version/1.1", "title": "Salt & Tide", "home_page_url": "https://a.example/",
         "description": "The shore", "authors": [{"name": "Jo"}], "items": [
         {"id": "https://a.example/1", "url": "https://a.example/1", "title": "Low water", "tags": ["Sea"],
          "content_html": "Out <i>there</i>", "date_published": "2024-01-02T03:04:05Z",
          "attachments": [{"url": "https://a.example/1.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 9}]},
         {"id": "https://a.example/2", "url": "https://a.example/2", "title": "High water", "content_text": ""}]}
        """),
  ]

  @Test func `there is a sample of each format`() {
    #expect(FormatTests.samples.map(\.format) == FeedFormat.allCases)
  }

  @Test(arguments: samples)
  func `the same feed is read from every format`(sample: Sample) throws {
    let parsed = try parse(sample.document)
    #expect(parsed.format == sample.format)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.feed.title == "Salt & Tide")
    #expect(parsed.feed.link == "https://a.example/")
    #expect(parsed.feed.description == "The shore")
    #expect(parsed.items.map(\.title) == ["Low water", "High water"])
    #expect(parsed.items.map(\.link) == ["https://a.example/1", "https://a.example/2"])
    #expect(parsed.items.map(\.identifier) == ["https://a.example/1", "https://a.example/2"])
    #expect(parsed.items.map(\.identifierRule) == Array(repeating: sample.hasIdentifiers ? .guid : .link, count: 2))
    let item = try #require(parsed.items.first)
    if sample.format != .rss090 {
      #expect(item.description == "Out there")
      #expect(item.contentHTML == "Out <i>there</i>")
    }
    #expect(item.publicationDate == (sample.hasDates ? Date(timeIntervalSince1970: 1_704_164_645) : nil))
    if sample.hasEnclosures {
      #expect(item.enclosures == [Enclosure(url: "https://a.example/1.mp3", type: "audio/mpeg", length: 9)])
      #expect(item.categories == ["Sea"])
    }
  }
}
