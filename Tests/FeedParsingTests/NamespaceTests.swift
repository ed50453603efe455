import Castwire
import Testing

@testable import FeedParsing

struct NamespaceTests {
  @Test(arguments: [
    "<rss xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"><channel><item><itunes:duration>60</itunes:duration></item></channel></rss>",
    "<rss xmlns:it=\"http://www.itunes.com/DTDs/Podcast-1.0.dtd\"><channel><item><it:duration>60</it:duration></item></channel></rss>",
    "<rss xmlns:x=\"https://itunes.com/dtds/podcast-1.0.dtd/\"><channel><item><x:duration>60</x:duration></item></channel></rss>",
    "<rss><channel><item><itunes:duration>60</itunes:duration></item></channel></rss>",
    "<rss><channel><item><ITUNES:Duration>60</ITUNES:Duration></item></channel></rss>",
    "<rss><channel><item><duration xmlns=\"http://www.itunes.com/dtds/podcast-1.0.dtd\">60</duration></item></channel></rss>",
    "<rss><channel><item xmlns:i=\" http://www.itunes.com/dtds/podcast-1.0.dtd \"><i:duration>60</i:duration></item></channel></rss>",
    "<rss xmlns:i=\"http://www.itunes.com/ dtds/\n podcast-1.0.dtd / #\"><channel><item><i:duration>60</i:duration></item></channel></rss>",
    "<rss xmlns:i=\"HTTPS://ITUNES.COM/dtds/podcast-1.0.dtd//\"><channel><item><i:duration>60</i:duration></item></channel></rss>",
  ])
  func `a namespace is known by its URI or its usual prefix`(document: String) throws {
    #expect(try parse(document).items.first?.duration == 60)
  }

  @Test func `a usual prefix that is declared for something else is that`() throws {
    let parsed = try parse(
      "<rss xmlns:itunes=\"http://other.example/\"><channel><item><itunes:duration>60</itunes:duration><title>x</title></item>"
        + "</channel></rss>")
    #expect(parsed.items.first?.duration == nil)
    #expect(parsed.items.first?.title == "x")
  }

  @Test func `a stranger's element of a known name is not taken for it`() throws {
    let parsed = try parse(
      "<rss xmlns:x=\"http://x.example/\"><channel><x:title>no</x:title><title>yes</title><item><x:guid>no</x:guid>"
        + "<x:enclosure url=\"http://a.example/no\"/><guid>yes</guid></item></channel></rss>")
    #expect(parsed.feed.title == "yes")
    #expect(parsed.items.first?.identifier == "yes")
    #expect(parsed.items.first?.enclosures == nil)
  }

  @Test(arguments: [
    "<rss xmlns=\"http://backend.userland.com/rss2\">", "<rss xmlns=\"http://www.w3.org/2005/Atom\">",
    "<rss xmlns=\"\">",
    "<rss xmlns=\"http://nobody.example/\">",
  ])
  func `whatever namespace the root has is the format's own`(root: String) throws {
    let parsed = try parse("\(root)<channel><title>x</title><item><guid>1</guid></item></channel></rss>")
    #expect(parsed.feed.title == "x")
    #expect(parsed.items.map(\.identifier) == ["1"])
  }

  @Test func `every vocabulary is found by each of its URIs and prefixes`() throws {
    for namespace in Namespace.allCases {
      for uri in namespace.vocabulary.uris {
        for written in [uri, "http://\(uri)/", " https://www.\(uri.uppercased())# "] {
          #expect(Namespace.byURI[withView(written, Namespace.key(forURI:))] == namespace, "\(written)")
        }
      }
      for prefix in namespace.vocabulary.prefixes {
        #expect(Namespace.byUsualPrefix[withView(prefix) { NameHash($0) }] == namespace, "\(prefix)")
      }
    }
  }

  @Test(arguments: [
    ("slash:comments", "", "http://purl.org/rss/1.0/modules/slash/"),
    ("yt:videoId", "", "http://www.youtube.com/xml/schemas/2015"),
    ("podcast:episode", "", "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"),
    ("media:keywords", "", "http://search.yahoo.com/mrss"),
    ("wfw:commentRss", "https://a.example/", "http://wellformedweb.org/CommentAPI/"),
    ("thr:total", "", "http://purl.org/syndication/thread/1.0"),
    ("content:encoded", "", "http://purl.org/rss/1.0/modules/content/"),
  ])
  func `an element is read with its usual prefix, with any other, and without one`(
    element: String, text: String, uri: String
  ) throws {
    let text = text.isEmpty ? "12" : text
    let parts = element.split(separator: ":")
    let contents = [
      "<\(element)>\(text)</\(element)>", "<q:\(parts[1]) xmlns:q=\"\(uri)\">\(text)</q:\(parts[1])>",
      "<\(parts[1]) xmlns=\"\(uri)\">\(text)</\(parts[1])>",
    ]
    let items = try contents.map {
      try #require(try parse("<rss><channel><item>\($0)</item></channel></rss>").items.first)
    }
    var empty = FeedItem()
    (empty.identifier, empty.identifierRule) = (items[0].identifier, items[0].identifierRule)
    #expect(items[0] != empty)
    #expect(items[1] == items[0])
    #expect(items[2] == items[0])
  }

  @Test func `media that plays counts as an enclosure, pictures do not`() throws {
    let item = try item(
      "<media:content url=\"http://a.example/v.mp4\" type=\"video/mp4\" fileSize=\"9\" duration=\"90\"/>"
        + "<media:content url=\"http://a.example/i.jpg\" medium=\"image\" width=\"10\" height=\"20\"/>")
    #expect(item.enclosures == [Enclosure(url: "http://a.example/v.mp4", type: "video/mp4", length: 9, duration: 90)])
    #expect(item.media?.count == 2)
    #expect(item.imageURL == "http://a.example/i.jpg")
    #expect(item.duration == 90)
  }
}
