import Castwire
import Testing

@testable import FeedParsing

struct EnclosureTests {
  @Test(
    arguments: [
      ("audio/mpeg", "x", "audio/mpeg"), ("Audio/MPEG", "x", "audio/mpeg"),
      ("audio/mpeg; charset=utf-8", "x", "audio/mpeg"),
      (" audio/mpeg ", "x", "audio/mpeg"), ("audio/mp3", "x", "audio/mpeg"), ("x-audio/mp3", "x", "audio/mpeg"),
      ("mp3", "x", "audio/mpeg"),
      ("audio/x-mp3", "x", "audio/mpeg"), ("audio/x-mpeg", "x", "audio/mpeg"), ("mpeg", "x.mp3", "audio/mpeg"),
      ("audio/x-m4a", "x", "audio/mp4"), ("audio/m4a", "x", "audio/mp4"), ("video/x-m4v", "x", "video/mp4"),
      ("image/jpg", "x", "image/jpeg"), ("jpg", "x", "image/jpeg"), ("video/mp4", "x.mp3", "video/mp4"),
      (nil, "x.mp3", "audio/mpeg"), (nil, "x.MP3?token=a.b", "audio/mpeg"), (nil, "x.m4a#t=1", "audio/mp4"),
      (nil, "x.opus", "audio/ogg"), (nil, "x.mp4", "video/mp4"), (nil, "x.jpeg", "image/jpeg"),
      (nil, "x.torrent", "application/x-bittorrent"),
      (nil, "x", nil), (nil, "mp3", nil), (nil, "a.mp3/x", nil), (nil, "x.unknown", nil), (nil, "", nil),
      (nil, ".", nil),
      ("application/octet-stream", "x.mp3", "audio/mpeg"), ("binary/octet-stream", "x.m4v", "video/mp4"),
      ("text/html", "x.mp3", "audio/mpeg"), ("text/html", "x", "text/html"),
      ("application/octet-stream", "x", "application/octet-stream"),
      ("application/ogg", "x.ogv", "video/ogg"), ("audio", "x.mp3", "audio/mpeg"), ("audio", "x", nil),
      ("/", "x.mp3", "audio/mpeg"),
      ("nonsense", "x", nil), ("audio/", "x.ogg", "audio/ogg"),
      ("application/x-bittorrent", "x.torrent", "application/x-bittorrent"),
    ] as [(String?, String, String?)])
  func `a media type is the registered one, or told by the extension`(declared: String?, file: String, type: String?) {
    let url = "https://a.example/dir/" + file
    #expect(MediaType.type(declared: declared, url: url).type == type)
  }

  @Test(arguments: [
    "<enclosure url=\"http://a.example/1.mp3\" length=\"5\" type=\"audio/mpeg\"/>",
    "<enclosure URL=\"http://a.example/1.mp3\" Length=\"5\" TYPE=\"audio/mpeg\"/>",
    "<ENCLOSURE href=\"http://a.example/1.mp3\" length=\"5\"></ENCLOSURE>",
    "<enclosure src=\"http://a.example/1.mp3\" length=\"5\"/>",
    "<enclosure length=\"5\">http://a.example/1.mp3</enclosure>",
    "<enclosure length=\"5\" type=\"audio/mpeg\"><![CDATA[ http://a.example/1.mp3 ]]></enclosure>",
    "<enclosure url=\"\" length=\"5\">http://a.example/1.mp3</enclosure>",
  ])
  func `an enclosure's address stands in an attribute of any case or in the text`(content: String) throws {
    let item = try item(content)
    #expect(item.enclosures == [Enclosure(url: "http://a.example/1.mp3", type: "audio/mpeg", length: 5)])
  }

  @Test(arguments: ["0", "-1", "", "unknown", "12 MB", "1.5", "abc"])
  func `a length that is none is absent`(length: String) throws {
    let item = try item("<enclosure url=\"http://a.example/1.mp3\" length=\"\(length)\" type=\"audio/mpeg\"/>")
    #expect(item.enclosures == [Enclosure(url: "http://a.example/1.mp3", type: "audio/mpeg")])
  }

  @Test func `what is wrong with a type leaves a diagnostic, what is only unregistered does not`() throws {
    #expect(
      try parse(rss("<item><enclosure url=\"http://a.example/1\" type=\"audio/mp3\"/></item>")).codes == ["bad-type"])
    #expect(try parse(rss("<item><enclosure url=\"http://a.example/1\" type=\"x\"/></item>")).codes == ["bad-type"])
    #expect(try parse(rss("<item><enclosure url=\"http://a.example/1\" type=\"audio/x-m4a\"/></item>")).codes.isEmpty)
    #expect(try parse(rss("<item><enclosure url=\"http://a.example/1.mp3\"/></item>")).codes.isEmpty)
  }

  @Test func `types are told for Atom's links and for Media RSS too`() throws {
    let entry = try entry("<link rel=\"enclosure\" href=\"http://a.example/1.mp3\" type=\"audio/mp3\"/>")
    #expect(entry.enclosures == [Enclosure(url: "http://a.example/1.mp3", type: "audio/mpeg")])
    let item = try item("<media:content url=\"http://a.example/1.mp4\" fileSize=\"7\"/>")
    #expect(item.enclosures == [Enclosure(url: "http://a.example/1.mp4", type: "video/mp4", length: 7)])
    #expect(item.media?.first?.type == "video/mp4")
  }

  @Test func `markup in an enclosure is no address`() throws {
    let parsed = try parse(
      rss("<item><enclosure><b>x</b></enclosure><guid>1</guid></item>"), baseURL: "https://a.example/")
    #expect(parsed.items.first?.enclosures == nil)
    #expect(parsed.codes == ["bad-url"])
  }
}
