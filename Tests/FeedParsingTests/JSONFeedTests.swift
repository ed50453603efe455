import Castwire
import Foundation
import Testing

@testable import FeedParsing

struct JSONFeedTests {
  static let podcast = """
    {"version": "https://jsonfeed.org/version/1.1", "title": "Salt & <Tide>", "description": "About\\nthe shore",
     "home_page_url": "https://a.example/", "feed_url": "https://a.example/feed.json", "user_comment": "for people",
     "next_url": "feed.json?page=2", "icon": "/icon.png", "favicon": "/favicon.ico", "language": "en_IE", "expired": false,
     "authors": [{"name": "Ines", "url": "https://ines.example/", "avatar": "/ines.png"}, {"name": "Tobias"}],
     "hubs": [{"type": "rssCloud", "url": "https://cloud.example/"}, {"type": "WebSub", "url": "https://hub.example/"}],
     "_extension": {"about": "https://x.example/", "items": [{"id": "no"}], "title": "no"},
     "items": [
      {"id": "1", "url": "https://a.example/1", "external_url": "https://b.example/", "title": "Low water",
       "content_html": "<p>It &amp; <a href=\\"/x\\">that</a></p>", "content_text": "It & that", "summary": "In short",
       "image": "/1.png", "banner_image": "/banner.png", "date_published": "2024-01-02T03:04:05+01:00",
       "date_modified": "2024-01-03T00:00:00Z", "authors": [{"name": "Ana"}], "tags": ["sea", "shore", "sea"],
       "language": "de", "_podcast": {"title": "no", "id": "no"},
       "attachments": [
        {"url": "https://a.example/1.mp3", "mime_type": "audio/mpeg", "title": "Sound", "size_in_bytes": 12345,
         "duration_in_seconds": 61.5},
        {"url": "https://a.example/1.pdf", "mime_type": "application/pdf"}]},
      {"id": "2", "content_text": "1 < 2 & <b>so</b> on"}]}
    """

  @Test func `the feed is read`() throws {
    let parsed = try parse(JSONFeedTests.podcast, baseURL: "https://a.example/feed.json")
    #expect(parsed.format == .json11)
    #expect(parsed.diagnostics.isEmpty)
    let feed = parsed.feed
    #expect(feed.title == "Salt & <Tide>")
    #expect(feed.description == "About the shore")
    #expect(feed.link == "https://a.example/")
    #expect(feed.selfURL == "https://a.example/feed.json")
    #expect(feed.nextPageURL == "https://a.example/feed.json?page=2")
    #expect(feed.artworkURL == "https://a.example/icon.png")
    #expect(feed.iconURL == "https://a.example/favicon.ico")
    #expect(feed.language == "en-IE")
    #expect(feed.complete == false)
    #expect(feed.author == "Ines")
    #expect(
      feed.authors == [
        Person(name: "Ines", imageURL: "https://a.example/ines.png", link: "https://ines.example/"),
        Person(name: "Tobias"),
      ])
    #expect(feed.hubURLs == ["https://hub.example/"])
    #expect(feed.hubURL == "https://hub.example/")
  }

  @Test func `an item is read`() throws {
    let parsed = try parse(JSONFeedTests.podcast, baseURL: "https://a.example/feed.json")
    #expect(parsed.items.count == 2)
    let item = try #require(parsed.items.first)
    #expect(item.identifier == "1")
    #expect(item.identifierRule == .guid)
    #expect(item.link == "https://a.example/1")
    #expect(item.externalURL == "https://b.example/")
    #expect(item.title == "Low water")
    #expect(item.description == "In short")
    #expect(item.contentHTML == "<p>It &amp; <a href=\"https://a.example/x\">that</a></p>")
    #expect(item.imageURL == "https://a.example/1.png")
    #expect(item.images == [FeedImage(url: "https://a.example/banner.png", purpose: "banner")])
    #expect(item.publicationDate == Date(timeIntervalSince1970: 1_704_161_045))
    #expect(item.updatedDate == Date(timeIntervalSince1970: 1_704_240_000))
    #expect(item.author == "Ana")
    #expect(item.authors == nil)
    #expect(item.categories == ["sea", "shore"])
    #expect(item.language == "de")
    #expect(
      item.enclosures == [
        Enclosure(url: "https://a.example/1.mp3", type: "audio/mpeg", length: 12345, title: "Sound", duration: 61.5),
        Enclosure(url: "https://a.example/1.pdf", type: "application/pdf"),
      ])
    #expect(item.enclosureURL == "https://a.example/1.mp3")
    #expect(item.duration == 61.5)
    #expect(parsed.items[1].description == "1 < 2 & <b>so</b> on")
    #expect(parsed.items[1].contentHTML == "1 &lt; 2 &amp; &lt;b>so&lt;/b> on")
  }

  @Test(arguments: [
    ("\"version\":\"https://jsonfeed.org/version/1\",\"items\":[]", "json1.0", ""),
    ("\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[]", "json1.1", ""),
    ("\"version\":\"http://www.JSONFeed.org/version/1.1/\",\"items\":[]", "json1.1", ""),
    ("\"version\":\"https://jsonfeed.org/version/2\",\"items\":[]", "json1.1", "unknown-version"),
    ("\"items\":[],\"title\":\"x\"", "json1.1", "no-version"),
    ("\"items\":[],\"title\":\"x\",\"version\":\"1.1\"", "json1.1", "no-version"),
    ("\"items\":[],\"version\":\"https://jsonfeed.org/version/1\"", "json1.0", ""),
  ])
  func `the version decides`(members: String, format: String, code: String) throws {
    let parsed = try parse("\u{feff}{\(members)}")
    #expect(parsed.format.rawValue == format)
    #expect(parsed.codes == (code.isEmpty ? [] : [code]))
  }

  @Test(arguments: [
    "{\"ok\":true}", "[{\"title\":\"x\",\"items\":[]}]", "{\"title\":\"x\"}", "{\"items\":[]}", "{",
    "{\"title\":1,\"items\":[]}",
    "{\"title\":\"x\",\"items\":{}}", "{\"version\":\"1.0\",\"name\":\"package\"}", "{\"version",
  ])
  func `other JSON is called what it is`(document: String) {
    let error = #expect(throws: FeedParsingError.self) { try parse(document) }
    #expect(error?.code == .json)
    #expect(error?.message == "this is JSON, but not a feed")
  }

  /// The only item of a feed whose item has `members`.
  static func feed(_ members: String) throws -> ParsedFeed {
    try parse("{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"t\",\"items\":[{\(members)}]}")
  }

  @Test(arguments: [
    ("\"id\":\"x\",\"url\":{\"a\":[1]}", "wrong-type"), ("\"url\":true,\"id\":\"x\"", "wrong-type"),
    ("\"id\":\"x\",\"title\":[1,2]", "wrong-type"), ("\"id\":\"x\",\"date_published\":\"soon\"", "bad-date"),
    ("\"id\":\"x\",\"url\":\"javascript:x\"", "bad-url"), ("\"id\":\"x\",\"tags\":[{\"a\":1},\"b\"]", "wrong-type"),
    ("\"id\":\"x\",\"attachments\":[\"a\",7]", "wrong-type"), ("\"id\":\"x\",\"title\":nonsense", "bad-json"),
    ("\"id\":\"x\",\"title\":\"t\"\n\"url\":\"https://a.example/\"", "missing-comma"),
    (
      "\"id\":\"x\",\"attachments\":[{\"url\":\"https://a.example/\",\"duration_in_seconds\":\"long\"}]", "bad-duration"
    ),
    ("\"id\":\"x\",\"attachments\":[{\"url\":\"https://a.example/\",\"size_in_bytes\":\"many\"}]", "bad-number"),
  ])
  func `a bad value costs that value alone`(members: String, code: String) throws {
    let parsed = try JSONFeedTests.feed(members)
    #expect(parsed.items.map(\.identifier) == ["x"])
    #expect(Set(parsed.codes) == [code])
  }

  @Test func `values of another type are read where they say the same`() throws {
    let item = try #require(
      JSONFeedTests.feed(
        """
        "id":12,"title":7,"tags":"one","authors":{"name":"Jo"},"date_published":"2024-01-02T03:04:05Z","url":null,
        "attachments":{"url":"https://a.example/1.mp3","size_in_bytes":"1234","duration_in_seconds":"1:30"}
        """
      ).items.first)
    #expect(item.identifier == "12")
    #expect(item.title == "7")
    #expect(item.categories == ["one"])
    #expect(item.author == "Jo")
    #expect(
      item.enclosures == [Enclosure(url: "https://a.example/1.mp3", type: "audio/mpeg", length: 1234, duration: 90)])
    let parsed = try parse(
      "{\"version\":\"https://jsonfeed.org/version/1\",\"author\":\"Al\",\"expired\":\"true\",\"items\":[1,\"x\",{\"id\":\"a\"}]}"
    )
    #expect(parsed.feed.author == "Al")
    #expect(parsed.feed.complete == true)
    #expect(parsed.items.map(\.identifier) == ["a"])
    #expect(parsed.codes == ["wrong-type", "wrong-type"])
  }

  @Test func `zero is no size and no playing time, and no mistake`() throws {
    let parsed = try JSONFeedTests.feed(
      "\"attachments\":[{\"url\":\"https://a.example/1\",\"size_in_bytes\":0,\"duration_in_seconds\":0}]")
    #expect(parsed.items.first?.enclosures == [Enclosure(url: "https://a.example/1")])
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("\"id\":\"a\",\"url\":\"https://a.example/1\",\"external_url\":\"https://b.example/\"", "https://a.example/1"),
    ("\"id\":\"a\",\"external_url\":\"https://b.example/\"", "https://b.example/"),
    ("\"id\":\"https://a.example/2\",\"external_url\":\"https://b.example/\"", "https://a.example/2"),
  ])
  func `the page of an item is its own before another's`(members: String, link: String) throws {
    #expect(try JSONFeedTests.feed(members).items.first?.link == link)
  }

  @Test func `cut off anywhere, it gives the items that were whole`() throws {
    let document = """
      {"version":"https://jsonfeed.org/version/1.1","items":[{"id":1,"title":"a\\"]}"},{"id":22,"_e":["x",{}]}],"title":"t"}
      """
    let bytes = Array(document.utf8)
    let ends = ["\"a\\\"]}\"}", "{}]}"].map { text in
      document.utf8.distance(from: document.startIndex, to: document.firstRange(of: text)!.upperBound)
    }
    let start = document.utf8.distance(from: document.startIndex, to: document.firstRange(of: ",\"items\"")!.lowerBound)
    for length in start..<bytes.count {
      let parsed = try FeedParser.parse(Array(bytes[..<length]))
      #expect(parsed.codes.last == "truncated", "\(length)")
      #expect(parsed.items.count == ends.count { $0 <= length }, "\(length)")
    }
    let whole = try FeedParser.parse(bytes)
    #expect(whole.diagnostics.isEmpty)
    #expect(whole.items.map(\.identifier) == ["1", "22"])
  }

  @Test func `items are bounded`() throws {
    let many = String(repeating: "{},", count: FeedParser.itemLimit + 5) + "{}"
    let parsed = try parse("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\(many)]}")
    #expect(parsed.items.count == FeedParser.itemLimit)
    #expect(parsed.codes == ["too-many-items"])
  }

  @Test func `no damage stops the reader`() throws {
    var state: UInt64 = 7
    func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let original = Array(JSONFeedTests.podcast.utf8)
    let pieces = Array("{}[],:\"\\u\n\u{0}".utf8) + [0xff, 0xed, 0xc3]
    for _ in 0..<1_000 {
      var bytes = original
      for _ in 0...below(6) {
        let place = below(bytes.count)
        switch below(3) {
        case 0: bytes[place] = pieces[below(pieces.count)]
        case 1: bytes.remove(at: place)
        default: bytes.insert(pieces[below(pieces.count)], at: place)
        }
      }
      // What is no feed any more is an error, never a crash; what still is one names its items.
      guard let parsed = try? FeedParser.parse(bytes) else { continue }
      #expect(parsed.items.allSatisfy { $0.identifier != nil })
      #expect(parsed.items.count <= 4)
    }
  }
}
