import Castwire
import FeedParsing
import Testing

@testable import Catalog

/// Feeds as their publishers write them, from the document to what its items are.
struct FeedKindTests {
  private struct Decided: Equatable {
    let main: EntityKind
    let items: [EntityKind]
    let pending: [Bool]
  }

  private func decide(_ document: String, stated: EntityKind? = nil) throws -> Decided {
    let parsed = try FeedParser.parse(
      Array(document.utf8), contentType: nil, baseURL: "https://x.example/feed")
    let main = KindDecision.mainKind(of: parsed.items.map(ItemEvidence.init), feed: parsed.feed, stated: stated)
    let decisions = parsed.items.map {
      KindDecision.kind(of: ItemEvidence($0), feed: parsed.feed, stated: stated, main: main)
    }
    return Decided(main: main, items: decisions.map(\.kind), pending: decisions.map(\.isPending))
  }

  private func rss(_ content: String) -> String {
    """
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
     xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"
     xmlns:flickr="urn:flickr:user" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
     <title>T</title>\(content)</channel></rss>
    """
  }

  private func youTube(_ entries: String) -> String {
    """
    <feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/"
     xmlns="http://www.w3.org/2005/Atom"><id>yt:channel:UC1</id><yt:channelId>UC1</yt:channelId><title>C</title>
     \(entries)</feed>
    """
  }

  @Test func `a YouTube channel has videos, and waits for what has no media`() throws {
    let video = """
      <entry><id>yt:video:v1</id><yt:videoId>v1</yt:videoId><yt:channelId>UC1</yt:channelId><title>V</title>
       <link rel="alternate" href="https://v.example/watch?v=v1"/><media:group><media:title>V</media:title>
       <media:content url="https://v.example/v/v1" type="application/x-shockwave-flash" width="640" height="390"/>
       <media:thumbnail url="https://i.example/v1.jpg" width="480" height="360"/>
       <media:community><media:starRating count="15" average="4.7"/></media:community></media:group></entry>
      """
    let premiere = """
      <entry><id>yt:video:v2</id><yt:videoId>v2</yt:videoId><yt:channelId>UC1</yt:channelId><title>Soon</title>
       <media:group><media:thumbnail url="https://i.example/v2.jpg"/></media:group></entry>
      """
    #expect(
      try decide(youTube(video + premiere))
        == Decided(main: .video, items: [.video, .video], pending: [false, true]))
    #expect(try decide(youTube("")).main == .video)
  }

  @Test func `a PeerTube channel has videos, with sound alone or announced, too`() throws {
    let items = """
      <generator>PeerTube - https://t.example</generator>
      <item><title>V</title><media:rating>nonadult</media:rating>
       <enclosure url="https://t.example/1-1080.torrent" type="application/x-bittorrent" length="9"/><media:group>
       <media:content url="https://t.example/1-480.mp4" type="video/mp4" medium="video" height="480"/>
       </media:group><media:thumbnail url="https://t.example/1.jpg"/></item>
      <item><title>Sound</title><media:rating>nonadult</media:rating>
       <media:content url="https://t.example/2-0.m4a" type="audio/mp4" medium="audio"/></item>
      <item><title>Live soon</title><media:rating>nonadult</media:rating>
       <media:thumbnail url="https://t.example/3.jpg"/></item>
      """
    #expect(
      try decide(rss(items))
        == Decided(main: .video, items: [.video, .video, .video], pending: [false, false, true]))
  }

  @Test func `a feed of videos with ratings has videos without being PeerTube's`() throws {
    let items = """
      <item><title>V</title><media:rating>nonadult</media:rating><media:group>
       <media:content url="https://t.example/1-480.mp4" type="video/mp4" medium="video"/></media:group></item>
      """
    #expect(try decide(rss(items)) == Decided(main: .video, items: [.video], pending: [false]))
  }

  @Test func `Flickr's feeds have photos, in RSS and in Atom`() throws {
    let item = """
      <item><title>Shell</title><link>https://p.example/photos/jo/1/</link>
       <description>&lt;p&gt;jo posted a photo:&lt;/p&gt;</description>
       <dc:date.Taken>2023-12-31T10:00:00-08:00</dc:date.Taken>
       <guid isPermaLink="false">tag:p.example,2004:/photo/1</guid>
       <media:content url="https://p.example/1_b.jpg" type="image/jpeg" height="680" width="1024"/>
       <media:thumbnail url="https://p.example/1_s.jpg" height="75" width="75"/>
       <enclosure url="https://p.example/1_b.jpg" type="image/jpeg"/></item>
      """
    let atom = """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:flickr="urn:flickr:user"><title>Uploads</title>
       <entry><title>Shell</title><id>tag:p.example,2005:/photo/1</id>
       <flickr:date_taken>2023-12-31T10:00:00-08:00</flickr:date_taken>
       <link rel="enclosure" type="image/jpeg" href="https://p.example/1_b.jpg"/></entry></feed>
      """
    #expect(try decide(rss(item)) == Decided(main: .photo, items: [.photo], pending: [false]))
    #expect(try decide(atom) == Decided(main: .photo, items: [.photo], pending: [false]))
  }

  @Test func `a podcast has episodes, with sound, with video and with neither`() throws {
    let items = """
      <itunes:type>episodic</itunes:type><itunes:category text="Arts"/><itunes:owner><itunes:name>Jo</itunes:name></itunes:owner>
      <item><title>1</title><enclosure url="https://x.example/1.mp3" type="audio/mpeg" length="1"/></item>
      <item><title>2</title><enclosure url="https://x.example/2.mp4" type="video/mp4" length="1"/></item>
      <item><title>Soon</title><itunes:image href="https://x.example/3.jpg"/></item>
      """
    #expect(
      try decide(rss(items))
        == Decided(main: .episode, items: [.episode, .episode, .episode], pending: [false, false, false]))
  }

  @Test func `the ending of a file's name tells its kind where the feed does not`() throws {
    func item(_ name: String) -> String {
      "<item><title>1</title><enclosure url=\"https://x.example/\(name)\"/></item>"
    }
    let names = [
      "1.mp3", "1.m4a", "1.ogg?t=1", "1.opus", "1.mp4", "1.m4v", "1.webm#t", "1.MOV", "1.jpg", "1.png", "1.pdf",
    ]
    #expect(
      try decide(rss(names.map(item).joined())).items
        == [
          .episode, .episode, .episode, .episode, .video, .video, .video, .video, .photo, .photo, .episode,
        ])
  }

  @Test func `a feed can have one of each`() throws {
    let items = """
      <item><title>1</title><enclosure url="https://x.example/1.mp3" type="audio/mpeg" length="1"/></item>
      <item><title>2</title><media:content url="https://x.example/2.mp4" medium="video"/></item>
      <item><title>3</title><media:content url="https://x.example/3.jpg" medium="image"/></item>
      <item><title>News</title><description>Text</description></item>
      """
    #expect(
      try decide(rss(items))
        == Decided(
          main: .episode, items: [.episode, .video, .photo, .episode], pending: [false, false, false, false]))
    #expect(
      try decide(rss(items), stated: .video)
        == Decided(main: .video, items: [.video, .video, .video, .video], pending: [false, false, true, true]))
  }

  @Test func `a JSON feed's attachments tell as others do`() throws {
    let document = """
      {"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [
       {"id": "1", "attachments": [{"url": "https://x.example/1.m4a", "mime_type": "audio/x-m4a"}]},
       {"id": "2", "attachments": [{"url": "https://x.example/2.mp4", "mime_type": "video/mp4"}]},
       {"id": "3", "content_text": "News", "image": "https://x.example/3.jpg"}]}
      """
    #expect(
      try decide(document)
        == Decided(main: .episode, items: [.episode, .video, .episode], pending: [false, false, false]))
  }
}
