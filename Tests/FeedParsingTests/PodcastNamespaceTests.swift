import Castwire
import Foundation
import Testing

@testable import FeedParsing

struct PodcastNamespaceTests {
  private let date = Date(timeIntervalSince1970: 1_704_164_645)

  @Test func `what a channel says of itself is read`() throws {
    let parsed = try parse(
      rss(
        """
        <title>Show</title><podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>
        <podcast:locked owner="o@a.example">yes</podcast:locked><podcast:medium>musicL</podcast:medium>
        <podcast:funding url="/give">Give &amp; take</podcast:funding><podcast:funding url="https://b.example/"/>
        <podcast:person role="Host" img="/jo.png">Jo</podcast:person>
        <podcast:location geo="geo:33.5,-86.8" osm="R6930627" rel="Subject" country="US">Birmingham</podcast:location>
        <podcast:license url="https://l.example/">my-licence</podcast:license><podcast:license>cc-by-4.0</podcast:license>
        <podcast:txt purpose="verify">S6lpp &lt;x&gt;</podcast:txt><podcast:txt>plain</podcast:txt>
        <podcast:trailer pubdate="Tue, 02 Jan 2024 03:04:05 GMT" url="/t.mp3" length="12345" type="audio/mpeg"
         season="2">Coming soon</podcast:trailer>
        <podcast:updateFrequency complete="false" rrule="FREQ=WEEKLY" dtstart="2024-01-02T03:04:05Z"
         >Weekly</podcast:updateFrequency>
        <podcast:podroll><podcast:remoteItem feedGuid="a1" feedUrl="https://b.example/feed" medium="podcast"
         title="B"/><podcast:remoteItem feedGuid="a2"/></podcast:podroll>
        <podcast:remoteItem feedGuid="a3" itemGuid="i1"/>
        """), baseURL: "https://a.example/feed")
    let feed = parsed.feed
    #expect(feed.title == "Show")
    #expect(feed.podcastGUID == "917393e3-1b1e-5cef-ace4-edaa54e1f810")
    #expect(feed.locked == true)
    #expect(feed.lockedOwner == "o@a.example")
    #expect(feed.medium == "musicL")
    #expect(
      feed.funding == [
        Funding(url: "https://a.example/give", text: "Give & take"), Funding(url: "https://b.example/"),
      ])
    #expect(feed.people == [Person(name: "Jo", role: "host", group: "cast", imageURL: "https://a.example/jo.png")])
    #expect(
      feed.locations == [
        Location(name: "Birmingham", geo: "geo:33.5,-86.8", osm: "R6930627", rel: "subject", country: "US")
      ])
    #expect(
      feed.licenses == [
        License(identifier: "my-licence", url: "https://l.example/"), License(identifier: "cc-by-4.0"),
      ])
    #expect(feed.texts == [TextRecord(text: "S6lpp <x>", purpose: "verify"), TextRecord(text: "plain")])
    #expect(
      feed.trailers == [
        Trailer(
          url: "https://a.example/t.mp3", title: "Coming soon", publicationDate: date, length: 12345,
          type: "audio/mpeg", seasonNumber: 2)
      ])
    #expect(
      feed.updateFrequency
        == UpdateFrequency(text: "Weekly", rrule: "FREQ=WEEKLY", complete: false, dtstart: date))
    #expect(
      feed.podroll == [
        RemoteItem(feedGUID: "a1", feedURL: "https://b.example/feed", medium: "podcast", title: "B"),
        RemoteItem(feedGUID: "a2"),
      ])
    #expect(feed.remoteItems == [RemoteItem(feedGUID: "a3", itemGUID: "i1")])
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func `what an episode says of itself is read`() throws {
    let parsed = try parse(
      rss(
        """
        <item><guid>1</guid><podcast:season name="Winter">3</podcast:season>
        <podcast:episode display="Ch. 3">204</podcast:episode>
        <podcast:chapters url="/c.json" type="application/json+chapters"/>
        <podcast:transcript url="/t.srt" type="application/x-subrip"/>
        <podcast:soundbite startTime="73.5" duration="60.0">The tide</podcast:soundbite>
        <podcast:soundbite startTime="0" duration="5"/>
        <podcast:location geo="geo:1,2">Here</podcast:location><podcast:license>mit</podcast:license>
        <podcast:socialInteract priority="2" uri="https://s.example/1" protocol="ActivityPub" accountId="@jo@s.example"
         accountUrl="https://s.example/@jo"/><podcast:socialInteract protocol="disabled"/>
        <podcast:txt purpose="note">x</podcast:txt><podcast:funding url="https://b.example/">Give</podcast:funding></item>
        """), baseURL: "https://a.example/feed")
    let item = try #require(parsed.items.first)
    #expect(item.seasonNumber == 3)
    #expect(item.seasonName == "Winter")
    #expect(item.episodeNumber == 204)
    #expect(item.episodeDisplay == "Ch. 3")
    #expect(item.chaptersURL == "https://a.example/c.json")
    #expect(item.chaptersType == "application/json+chapters")
    #expect(item.transcripts == [Transcript(url: "https://a.example/t.srt", type: "application/x-subrip")])
    #expect(
      item.soundbites == [
        Soundbite(startTime: 73.5, duration: 60, title: "The tide"), Soundbite(startTime: 0, duration: 5),
      ])
    #expect(item.locations == [Location(name: "Here", geo: "geo:1,2")])
    #expect(item.licenses == [License(identifier: "mit")])
    #expect(
      item.socialInteracts == [
        SocialInteract(
          uri: "https://s.example/1", protocol: "activitypub", accountID: "@jo@s.example",
          accountURL: "https://s.example/@jo", priority: 2), SocialInteract(protocol: "disabled"),
      ])
    #expect(item.texts == [TextRecord(text: "x", purpose: "note")])
    #expect(item.funding == [Funding(url: "https://b.example/", text: "Give")])
    #expect(parsed.diagnostics.isEmpty)
  }

  static let value = """
    <podcast:value type="Lightning" method="keysend" suggested="0.00000005000">
     <podcast:valueRecipient name="Jo" type="node" address="02d5" split="90" customKey="112111100" customValue="x"/>
     <podcast:valueRecipient address="03ae" split="10" fee="true"/>
     <podcast:valueTimeSplit startTime="60" duration="30"><podcast:valueRecipient address="no" split="1"/>
     <podcast:remoteItem feedGuid="no"/></podcast:valueTimeSplit>
    </podcast:value>
    """

  @Test func `how to pay is read, in a channel and in an item`() throws {
    let parsed = try parse(rss("\(PodcastNamespaceTests.value)<item>\(PodcastNamespaceTests.value)</item>"))
    let expected = [
      PodcastValue(
        type: "lightning", method: "keysend", suggested: "0.00000005000",
        recipients: [
          ValueRecipient(
            address: "02d5", type: "node", name: "Jo", split: 90, customKey: "112111100", customValue: "x"),
          ValueRecipient(address: "03ae", split: 10, fee: true),
        ])
    ]
    #expect(parsed.feed.values == expected)
    #expect(parsed.items.first?.values == expected)
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("https://a.example/1500.jpg 1500w, https://a.example/600.jpg 600w", [(1500, "1500"), (600, "600")]),
      ("https://a.example/1.jpg", [(nil, "1")]),
      ("https://a.example/1.jpg, https://a.example/2.jpg 20w,", [(nil, "1"), (20, "2")]),
      ("\n /1.jpg 10w,\n /2.jpg   20w\n", [(10, "1"), (20, "2")]),
      ("/w_10,h_20/1.jpg 10w", [(10, "w_10,h_20/1")]), ("/1.jpg 2x, /2.jpg 0w", [(nil, "1"), (nil, "2")]), (" , ", []),
    ] as [(String, [(Int?, String)])])
  func `a picture in several widths is a list`(set: String, expected: [(Int?, String)]) throws {
    let images = try item("<podcast:images srcset=\"\(set)\"/>", baseURL: "https://a.example/feed").images
    #expect(
      images
        == (expected.isEmpty
          ? nil : expected.map { FeedImage(url: "https://a.example/\($0.1).jpg", width: $0.0) }))
  }

  @Test func `pictures have purposes`() throws {
    let parsed = try parse(
      rss(
        """
        <podcast:image href="https://a.example/1.jpg" alt="A shell" aspect-ratio="16/9" width="1920" height="1080"
         type="image/jpeg" purpose="Social"/>
        """))
    #expect(
      parsed.feed.images == [
        FeedImage(
          url: "https://a.example/1.jpg", width: 1920, height: 1080, type: "image/jpeg", purpose: "social",
          aspectRatio: "16/9", alternativeText: "A shell")
      ])
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("<podcast:images srcset=\"/1.png 100w, /2.png 50w\"/>", "https://a.example/1.png"),
      (
        "<podcast:image href=\"/1.png\" purpose=\"banner\"/><podcast:image href=\"/2.png\" purpose=\"artwork\"/>",
        "https://a.example/2.png"
      ),
      ("<podcast:image href=\"/1.png\" purpose=\"social\"/>", nil),
      ("<podcast:images srcset=\"/1.png\"/><itunes:image href=\"/3.png\"/>", "https://a.example/3.png"),
    ] as [(String, String?)])
  func `one of the pictures stands in for the artwork`(content: String, url: String?) throws {
    let parsed = try parse(rss("\(content)<item>\(content)</item>"), baseURL: "https://a.example/feed")
    #expect(parsed.feed.artworkURL == url)
    #expect(parsed.items.first?.imageURL == url)
  }

  @Test func `other forms of the media have sources`() throws {
    let item = try item(
      """
      <podcast:alternateEnclosure type="video/mp4" length="7924786" bitrate="511276.52" height="720" lang="en"
       title="720p" rel="video" codecs="avc1" default="true">
       <podcast:source uri="https://a.example/720.mp4"/><podcast:source uri="ipfs://Qm1"/>
       <podcast:source uri="https://a.example/720.torrent" contentType="application/x-bittorrent"/>
       <podcast:source uri="javascript:alert(1)"/><podcast:integrity type="sri" value="sha384-x"/>
      </podcast:alternateEnclosure>
      """)
    #expect(
      item.alternateEnclosures == [
        AlternateEnclosure(
          type: "video/mp4", length: 7_924_786, bitrate: 511_276.52, height: 720, language: "en", title: "720p",
          rel: "video", codecs: "avc1", isDefault: true,
          sources: [
            MediaSource(uri: "https://a.example/720.mp4"), MediaSource(uri: "ipfs://Qm1"),
            MediaSource(uri: "https://a.example/720.torrent", contentType: "application/x-bittorrent"),
          ])
      ])
    #expect(item.enclosureURL == "https://a.example/720.mp4")
  }

  @Test func `types of media are the registered ones, or told by the extension`() throws {
    let parsed = try parse(
      rss(
        """
        <podcast:trailer pubdate="Tue, 02 Jan 2024 03:04:05 GMT" url="https://a.example/t" type="audio/mp3">T</podcast:trailer>
        <podcast:trailer pubdate="Tue, 02 Jan 2024 03:04:05 GMT" url="https://a.example/t.m4a">U</podcast:trailer>
        <item><podcast:alternateEnclosure type="mp4"><podcast:source uri="https://a.example/720"/>
        <podcast:source uri="https://a.example/v" contentType="video/x-m4v"/></podcast:alternateEnclosure></item>
        """))
    #expect(parsed.feed.trailers?.map(\.type) == ["audio/mpeg", "audio/mp4"])
    let alternates = try #require(parsed.items.first?.alternateEnclosures)
    #expect(alternates.map(\.type) == ["video/mp4"])
    #expect(alternates.first?.sources?.map(\.contentType) == [nil, "video/mp4"])
    #expect(parsed.codes == ["bad-type", "bad-type"])
  }

  @Test func `a live item stands apart from the items`() throws {
    let parsed = try parse(
      rss(
        """
        <title>Show</title><podcast:guid>feed-guid</podcast:guid><item><title>Ep</title><guid>1</guid></item>
        <podcast:liveItem status="LIVE" start="2024-01-02T03:04:05.000Z" end="2024-01-02T05:04:05.000+0100">
         <title>Live &amp; direct</title><guid isPermaLink="false">live-1</guid><description>Tonight</description>
         <link>https://a.example/live</link><podcast:person>Jo</podcast:person><author>jo@a.example (Jo)</author>
         <enclosure url="https://a.example/live.mp3" type="audio/mpeg" length="33"/><pubDate>nonsense</pubDate>
         <podcast:contentLink href="https://v.example/live">Video</podcast:contentLink><itunes:explicit>yes</itunes:explicit>
         <podcast:images srcset="https://a.example/l.jpg 100w"/>
        </podcast:liveItem>
        <item><title>Ep 2</title><guid>2</guid></item><link>https://a.example/</link>
        """))
    #expect(parsed.feed.title == "Show")
    #expect(parsed.feed.podcastGUID == "feed-guid")
    #expect(parsed.feed.link == "https://a.example/")
    #expect(parsed.feed.explicit == nil)
    #expect(parsed.feed.author == nil)
    #expect(parsed.items.map(\.title) == ["Ep", "Ep 2"])
    #expect(parsed.items.map(\.identifier) == ["1", "2"])
    #expect(parsed.codes == ["bad-date"])
    let live = try #require(parsed.liveItems?.first)
    #expect(parsed.liveItems?.count == 1)
    #expect(live.status == "live")
    #expect(live.startDate == date)
    #expect(live.endDate == date + 3600)
    #expect(live.contentLinks == [ContentLink(url: "https://v.example/live", text: "Video")])
    #expect(live.item.title == "Live & direct")
    #expect(live.item.identifier == "live-1")
    #expect(live.item.enclosureURL == "https://a.example/live.mp3")
    #expect(live.item.people?.map(\.name) == ["Jo"])
    #expect(live.item.explicit == true)
  }

  @Test(arguments: [
    ("<podcast:chapters type=\"x\"/>", "missing-url"), ("<podcast:transcript/>", "missing-url"),
    ("<podcast:transcript url=\"javascript:x\"/>", "bad-url"),
    ("<podcast:funding>Give</podcast:funding>", "missing-url"),
    ("<podcast:soundbite startTime=\"1\"/>", "bad-soundbite"),
    ("<podcast:soundbite startTime=\"a\" duration=\"1\"/>", "bad-soundbite"),
    ("<podcast:season>two</podcast:season>", "bad-number"), ("<podcast:episode>two</podcast:episode>", "bad-number"),
    ("<podcast:value method=\"x\"/>", "bad-value"),
    ("<podcast:value type=\"x\"><podcast:valueRecipient split=\"1\"/></podcast:value>", "bad-value"),
    ("<podcast:alternateEnclosure type=\"x\"/>", "missing-url"), ("<podcast:image/>", "missing-url"),
    ("<podcast:images srcset=\"javascript:x 1w\"/>", "bad-url"),
  ])
  func `a bad element costs that element alone`(content: String, code: String) throws {
    let parsed = try parse(rss("<item><title>x</title>\(content)<guid>1</guid></item>"))
    #expect(parsed.items.first?.title == "x")
    #expect(parsed.items.first?.identifier == "1")
    #expect(parsed.codes == [code])
  }

  @Test(
    arguments: [
      ("<podcast:episode>315.5</podcast:episode>", nil, "315.5"),
      ("<podcast:episode>3.0</podcast:episode>", 3, nil),
      ("<podcast:episode display=\"x\">4</podcast:episode><itunes:episode>5</itunes:episode>", 5, "x"),
    ] as [(String, Int?, String?)])
  func `an episode's number may have a fraction`(content: String, number: Int?, display: String?) throws {
    let parsed = try parse(rss("<item>\(content)</item>"))
    #expect(parsed.items.first?.episodeNumber == number)
    #expect(parsed.items.first?.episodeDisplay == display)
    #expect(parsed.diagnostics.isEmpty)
  }
}
