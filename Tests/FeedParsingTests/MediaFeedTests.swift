import Castwire
import Foundation
import Testing

@testable import FeedParsing

/// Feeds of videos and photos, as their publishers write them.
struct MediaFeedTests {
  @Test func `a YouTube channel is read`() throws {
    let parsed = try parse(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/"
       xmlns="http://www.w3.org/2005/Atom">
       <link rel="self" href="http://v.example/feeds/videos.xml?channel_id=UC1"/><id>yt:channel:UC1</id>
       <yt:channelId>UC1</yt:channelId><title>Channel</title><link rel="alternate" href="https://v.example/channel/UC1"/>
       <author><name>Jo</name><uri>https://v.example/channel/UC1</uri></author>
       <published>2024-01-01T00:00:00+00:00</published>
       <entry><id>yt:video:v1</id><yt:videoId>v1</yt:videoId><yt:channelId>UC1</yt:channelId><title>Video</title>
        <link rel="alternate" href="https://v.example/watch?v=v1"/>
        <author><name>Jo</name><uri>https://v.example/channel/UC1</uri></author>
        <published>2024-01-02T03:04:05+00:00</published><updated>2024-01-03T00:00:00+00:00</updated>
        <media:group><media:title>Video in the group</media:title>
         <media:content url="https://v.example/v/v1" type="application/x-shockwave-flash" width="640" height="390"/>
         <media:thumbnail url="https://i.example/v1.jpg" width="480" height="360" time="12:05:01.123"/>
         <media:description>Line one</media:description>
         <media:community><media:starRating count="1500" average="4.75" min="1" max="5"/>
          <media:statistics views="1604684607" favorites="12"/></media:community></media:group></entry>
      </feed>
      """)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.feed.title == "Channel")
    #expect(parsed.feed.channelID == "UC1")
    #expect(parsed.feed.authors == [Person(name: "Jo", link: "https://v.example/channel/UC1")])
    let item = try #require(parsed.items.first)
    #expect(item.identifier == "yt:video:v1")
    #expect(item.videoID == "v1")
    #expect(item.channelID == "UC1")
    #expect(item.title == "Video")
    #expect(item.description == "Line one")
    #expect(item.author == "Jo")
    #expect(item.thumbnails == [Thumbnail(url: "https://i.example/v1.jpg", width: 480, height: 360, time: 43501.123)])
    #expect(item.numberOfViews == 1_604_684_607)
    #expect(item.numberOfFavorites == 12)
    #expect(item.numberOfRatings == 1500)
    #expect(item.averageRating == 4.75)
    #expect(item.enclosures == nil)
  }

  @Test func `a photo feed in RSS is read`() throws {
    let parsed = try parse(
      """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"
       xmlns:creativeCommons="http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html"
       xmlns:flickr="urn:flickr:user"><channel><title>Uploads</title>
       <image><url>https://p.example/buddy.jpg</url><title>No</title><link>https://p.example/no</link></image>
       <item><title>Shell</title><link>https://p.example/photos/jo/1/</link>
        <description>&lt;p&gt;&lt;a href="https://p.example/people/jo/"&gt;jo&lt;/a&gt; posted a photo:&lt;/p&gt;</description>
        <pubDate>Tue, 2 Jan 2024 03:04:05 -0800</pubDate><dc:date.Taken>2023-12-31T10:00:00-08:00</dc:date.Taken>
        <author flickr:profile="https://p.example/people/jo/">nobody@p.example ("jo")</author>
        <guid isPermaLink="false">tag:p.example,2004:/photo/1</guid>
        <media:content url="https://p.example/1_b.jpg" type="image/jpeg" height="680" width="1024"/>
        <media:title>Shell in the media</media:title>
        <media:description type="html">&lt;p&gt;A shell&lt;/p&gt;</media:description>
        <media:thumbnail url="https://p.example/1_s.jpg" height="75" width="75"/>
        <media:credit role="photographer">Jo Do</media:credit>
        <media:category scheme="urn:flickr:tags">sea low  tide</media:category>
        <enclosure url="https://p.example/1_b.jpg" type="image/jpeg"/></item></channel></rss>
      """)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.feed.title == "Uploads")
    let item = try #require(parsed.items.first)
    #expect(item.title == "Shell")
    #expect(item.author == "jo")
    #expect(item.credits == [Credit(name: "Jo Do", role: "photographer")])
    #expect(item.categories == ["sea", "low", "tide"])
    #expect(item.dateTaken == Date(timeIntervalSince1970: 1_704_045_600))
    #expect(
      item.media == [MediaContent(url: "https://p.example/1_b.jpg", type: "image/jpeg", width: 1024, height: 680)])
    #expect(item.thumbnails == [Thumbnail(url: "https://p.example/1_s.jpg", width: 75, height: 75)])
    #expect(item.enclosureURL == "https://p.example/1_b.jpg")
    #expect(item.description == "jo posted a photo:")
  }

  @Test func `a photo feed in Atom is read`() throws {
    let parsed = try parse(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:flickr="urn:flickr:user"
       xmlns:media="http://search.yahoo.com/mrss/"><title>Uploads</title><icon>https://p.example/buddy.jpg</icon>
       <entry><title>Shell</title><link rel="alternate" type="text/html" href="https://p.example/photos/jo/1/"/>
        <id>tag:p.example,2005:/photo/1</id><published>2024-01-02T03:04:05Z</published>
        <flickr:date_taken>2023-12-31T10:00:00-08:00</flickr:date_taken>
        <content type="html">&lt;p&gt;posted&lt;/p&gt;</content>
        <author><name>jo</name><uri>https://p.example/people/jo/</uri><flickr:nsid>1@N0</flickr:nsid></author>
        <link rel="enclosure" type="image/jpeg" href="https://p.example/1_b.jpg"/>
        <category term="sea" scheme="https://p.example/photos/tags/"/><category term="tide"/></entry></feed>
      """)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.feed.iconURL == "https://p.example/buddy.jpg")
    let item = try #require(parsed.items.first)
    #expect(item.author == "jo")
    #expect(item.dateTaken == Date(timeIntervalSince1970: 1_704_045_600))
    #expect(item.enclosures == [Enclosure(url: "https://p.example/1_b.jpg", type: "image/jpeg")])
    #expect(item.imageURL == "https://p.example/1_b.jpg")
    #expect(item.categories == ["sea", "tide"])
  }

  @Test func `a video feed with several renditions is read`() throws {
    let parsed = try parse(
      rss(
        """
        <item><title>Video</title><link>https://t.example/w/1</link><dc:creator>jo</dc:creator>
         <media:category scheme="http://s.example" label="Music">1</media:category>
         <media:community><media:statistics views="7"/></media:community><media:embed url="https://t.example/e/1"/>
         <media:player url="/videos/watch/1"/><media:title type="plain">Video</media:title>
         <media:description type="plain">a &lt;b&gt; c</media:description><media:rating>nonadult</media:rating>
         <media:keywords>sea, tide</media:keywords>
         <enclosure url="https://t.example/1-1080.torrent" type="application/x-bittorrent" length="9"/>
         <media:peerLink type="application/x-bittorrent" href="https://t.example/1-720.torrent"/>
         <media:group>
          <media:content url="https://t.example/1-480.mp4" type="video/mp4" medium="video" fileSize="480" duration="90"
           height="480" isDefault="false"/>
          <media:content url="https://t.example/1-1080.mp4" type="video/mp4" medium="video" fileSize="1080" duration="90"
           height="1080" isDefault="true"><media:title>no</media:title></media:content>
         </media:group>
        </item>
        """), baseURL: "https://t.example/feeds/videos.xml")
    #expect(parsed.diagnostics.isEmpty)
    let item = try #require(parsed.items.first)
    #expect(item.title == "Video")
    #expect(item.description == "a <b> c")
    #expect(item.author == "jo")
    #expect(item.explicit == false)
    #expect(item.keywords == ["sea", "tide"])
    #expect(item.playerURL == "https://t.example/videos/watch/1")
    #expect(item.numberOfViews == 7)
    #expect(item.enclosureURL == "https://t.example/1-1080.mp4")
    #expect(item.media?.map(\.height) == [1080, 480])
    #expect(item.duration == 90)
    #expect(
      item.enclosures == [
        Enclosure(url: "https://t.example/1-1080.torrent", type: "application/x-bittorrent", length: 9),
        Enclosure(url: "https://t.example/1-720.torrent", type: "application/x-bittorrent"),
        Enclosure(url: "https://t.example/1-480.mp4", type: "video/mp4", length: 480, duration: 90),
        Enclosure(url: "https://t.example/1-1080.mp4", type: "video/mp4", length: 1080, duration: 90),
      ])
  }

  @Test(
    arguments: [
      ("<media:rating>adult</media:rating>", true),
      ("<media:rating scheme=\"urn:simple\">nonadult</media:rating>", false),
      ("<media:rating scheme=\"urn:mpaa\">r</media:rating>", nil), ("<media:adult>true</media:adult>", true),
      ("<media:rating>adult</media:rating><itunes:explicit>no</itunes:explicit>", false),
      ("<itunes:explicit>no</itunes:explicit><media:rating>adult</media:rating>", false),
    ] as [(String, Bool?)])
  func `a rating says whether it is for adults`(content: String, explicit: Bool?) throws {
    let parsed = try parse(rss("\(content)<item>\(content)</item>"))
    #expect(parsed.items.first?.explicit == explicit)
    #expect(parsed.feed.explicit == explicit)
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func `a credit stands in for an author`() throws {
    #expect(try item("<media:credit role=\"Author\">Jo</media:credit>").author == "Jo")
    #expect(try item("<media:credit role=\"producer\">Al</media:credit>").author == nil)
    #expect(try item("<media:credit role=\"author\">Jo</media:credit><author>Al</author>").author == "Al")
  }
}
