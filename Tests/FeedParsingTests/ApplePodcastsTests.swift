import Castwire
import Testing

@testable import FeedParsing

struct ApplePodcastsTests {
  @Test func `the tags of a show are read`() throws {
    let parsed = try parse(
      rss(
        """
        <itunes:title>Show</itunes:title><itunes:subtitle>A &amp; b</itunes:subtitle>
        <itunes:block>Yes</itunes:block><itunes:complete>yes</itunes:complete><itunes:type>episodic</itunes:type>
        <itunes:keywords>sea, low water,,sea , tide</itunes:keywords>
        <itunes:applepodcastsverify>3a0f-b1</itunes:applepodcastsverify>
        <itunes:new-feed-url>https://b.example/</itunes:new-feed-url><itunes:explicit>true</itunes:explicit>
        """))
    let feed = parsed.feed
    #expect(feed.title == "Show")
    #expect(feed.subtitle == "A & b")
    #expect(feed.description == "A & b")
    #expect(feed.blocked == true)
    #expect(feed.complete == true)
    #expect(feed.type == "episodic")
    #expect(feed.keywords == ["sea", "low water", "tide"])
    #expect(feed.categories == nil)
    #expect(feed.applePodcastsVerify == "3a0f-b1")
    #expect(feed.newFeedURL == "https://b.example/")
    #expect(feed.explicit == true)
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test func `the tags of an episode are read`() throws {
    let item = try item(
      """
      <title>12: Low water</title><itunes:title>Low water</itunes:title><itunes:subtitle>Sub</itunes:subtitle>
      <itunes:summary>Long</itunes:summary><itunes:block>no</itunes:block><itunes:order>3</itunes:order>
      <itunes:isClosedCaptioned>Yes</itunes:isClosedCaptioned><itunes:keywords>a,b</itunes:keywords>
      <itunes:episode>12</itunes:episode><itunes:season>1</itunes:season><itunes:episodeType>trailer</itunes:episodeType>
      <itunes:explicit>clean</itunes:explicit><itunes:duration>1:01</itunes:duration><itunes:author>Jo</itunes:author>
      """)
    #expect(item.title == "12: Low water")
    #expect(item.subtitle == "Sub")
    #expect(item.description == "Long")
    #expect(item.blocked == false)
    #expect(item.isClosedCaptioned == true)
    #expect(item.order == 3)
    #expect(item.keywords == ["a", "b"])
    #expect(item.episodeNumber == 12)
    #expect(item.seasonNumber == 1)
    #expect(item.episodeType == "trailer")
    #expect(item.explicit == false)
    #expect(item.duration == 61)
    #expect(item.author == "Jo")
  }

  @Test(arguments: [
    "http://www.google.com/schemas/play-podcasts/1.0",
    "https://www.google.com/schemas/play-podcasts/1.0/play-podcasts.xsd",
  ])
  func `Google Play's tags repeat Apple's`(uri: String) throws {
    let parsed = try parse(
      "<rss xmlns:g=\"\(uri)\"><channel><g:author>Jo</g:author><g:image href=\"https://a.example/1.png\"/>"
        + "<item><g:explicit>yes</g:explicit><g:description>d</g:description></item></channel></rss>")
    #expect(parsed.feed.author == "Jo")
    #expect(parsed.feed.artworkURL == "https://a.example/1.png")
    #expect(parsed.items.first?.explicit == true)
    #expect(parsed.items.first?.description == "d")
  }
}
