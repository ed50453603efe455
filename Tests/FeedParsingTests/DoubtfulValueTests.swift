import Castwire
import Foundation
import Testing

@testable import FeedParsing

/// Values that are nearly right: what is made of them, and that a diagnostic says so.
struct DoubtfulValueTests {
  private static let instant = Date(timeIntervalSince1970: 1_646_753_400)  // 2022-03-08T15:30:00Z

  @Test(arguments: [
    "Tue, 08 Mar 2022 15:30:00 -3000", "Tue, 08 Mar 2022 15:30:00 +2500", "08 Mar 2022 15:30:00 +0199",
    "2022-03-08T15:30:00+99:00", "2022-03-08T15:30:00-18:01", "Tue, 08 Mar 2022 15:30:00 Europe/Berlin",
    "Tue, 08 Mar 2022 15:30:00 XYZ", "2022-03-08T15:30:00", "2022-03-08 15:30", "08 Mar 2022 1530",
  ])
  func `of a zone that is not known or cannot be the date is left, in UTC`(text: String) throws {
    let parsed = try parse(rss("<item><guid>1</guid><pubDate>\(text)</pubDate></item>"))
    #expect(parsed.items.first?.publicationDate == DoubtfulValueTests.instant)
    #expect(parsed.codes == ["unknown-zone"])
  }

  @Test(arguments: [
    "Tue, 08 Mar 2022 15:30:00 GMT", "2022-03-08T15:30:00Z", "2022-03-08T15:30:00+00:0", "08 Mar 2022 16:30 +01:00",
    "8 Mar 22 1530 GMT", "1646753400", "Tue, 08 Mar 2022 10:30:00 EST", "2022-03-08T15:30:00 (UTC)",
    "2022-03-08T16:30:00+01:0",
  ])
  func `a zone that is known leaves no diagnostic`(text: String) throws {
    let parsed = try parse(rss("<item><guid>1</guid><pubDate>\(text)</pubDate></item>"))
    #expect(parsed.items.first?.publicationDate == DoubtfulValueTests.instant)
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test(arguments: ["2022-03-08", "08 Mar 2022"])
  func `a day alone needs no zone`(text: String) throws {
    let parsed = try parse(rss("<item><guid>1</guid><pubDate>\(text)</pubDate></item>"))
    #expect(parsed.items.first?.publicationDate == Date(timeIntervalSince1970: 1_646_697_600))
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("<time datetime=\"2022-03-08T15:30:00Z\">last Tuesday</time>", true),
      ("<time class='x' datetime='2022-03-08T15:30:00Z'></time>", true),
      ("<TIME>Tue, 08 Mar 2022 15:30:00 GMT</TIME>", true),
      ("<p> <b>Tue, 08 Mar 2022 15:30:00 GMT</b></p>", true),
      ("<time datetime=\"\">08 Mar 2022 15:30 GMT</time>", false), ("<time datetime=\"soon\">soon</time>", false),
      ("<time datetime=", false), ("<b></b>", false), ("<b", false), ("<<<<<>", false),
    ] as [(String, Bool)])
  func `a date in markup is read`(text: String, isDate: Bool) throws {
    for written in ["<![CDATA[\(text)]]>", text.replacing("<", with: "&lt;")] {
      let parsed = try parse(rss("<item><guid>1</guid><pubDate>\(written)</pubDate></item>"))
      #expect(parsed.items.first?.publicationDate == (isDate ? DoubtfulValueTests.instant : nil))
      #expect(parsed.codes == ["bad-date"])
    }
  }

  @Test func `the dates of attributes and of JSON are judged alike`() throws {
    let live = try parse(
      rss("<podcast:liveItem status=\"live\" start=\"2022-03-08T15:30:00\"><title>x</title></podcast:liveItem>"))
    #expect(live.liveItems?.first?.startDate == DoubtfulValueTests.instant)
    #expect(live.codes == ["unknown-zone"])
    let json = try parse(
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"F\",\"items\":[{\"id\":\"1\","
        + "\"date_published\":\"2022-03-08T15:30:00-30:00\",\"date_modified\":\"then\"}]}")
    #expect(json.items.first?.publicationDate == DoubtfulValueTests.instant)
    #expect(json.codes == ["unknown-zone", "bad-date"])
  }

  @Test(arguments: [
    ("https://a.example/?a=1&amp;amp;b=2", "https://a.example/?a=1&b=2"),
    ("https://a.example/a b", "https://a.example/a%20b"), ("https://a.example/a\nb", "https://a.example/ab"),
    ("https:\\\\a.example\\b", "https://a.example/b"), ("http:/a.example/b", "http://a.example/b"),
    ("http:///a.example/b", "http://a.example/b"), ("http://http://a.example/b", "http://a.example/b"),
    ("http//a.example/b", "http://a.example/b"), ("www.a.example/b", "https://www.a.example/b"),
    ("&lt;https://a.example/b&gt;", "https://a.example/b"),
  ])
  func `an address that had to be guessed leaves a diagnostic`(written: String, url: String) throws {
    let parsed = try parse(rss("<item><guid>1</guid><link>\(written)</link></item>"))
    #expect(parsed.items.first?.link == url)
    #expect(parsed.codes == ["repaired-url"])
    let attribute = try parse(rss("<item><guid>1</guid><enclosure url=\"\(written)\"/></item>"))
    #expect(attribute.codes.contains("repaired-url"))
  }

  @Test(arguments: [
    ("https://a.example/?a=1&amp;b=2", "https://a.example/?a=1&b=2"),
    ("  https://a.example:8080/b\n", "https://a.example:8080/b"), ("b?c", "https://b.example/d/b?c"),
    ("//a.example/b", "https://a.example/b"), ("https://a.example/ä", "https://a.example/%C3%A4"),
    ("https://ä.example/", "https://xn--4ca.example/"), ("magnet:?xt=1", "magnet:?xt=1"),
    ("HTTPS://A.example/b", "https://A.example/b"),
    ("https://a.example/?a=1&amp;ampere=2", "https://a.example/?a=1&ampere=2"),
  ])
  func `a right address leaves none`(written: String, url: String) throws {
    let parsed = try parse(rss("<item><guid>1</guid><link>\(written)</link></item>"), baseURL: "https://b.example/d/")
    #expect(parsed.items.first?.link == url)
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("1234567", 1_234_567, []), ("1,234,567", 1_234_567, []), ("0", nil, []), ("", nil, []), (" ", nil, []),
      ("0.0", nil, []), ("-1", nil, ["bad-number"]), ("unknown", nil, ["bad-number"]), ("12 MB", nil, ["bad-number"]),
    ] as [(String, Int?, [String])])
  func `a length that is nonsense leaves a diagnostic, one that is not told none`(
    text: String, length: Int?, codes: [String]
  ) throws {
    let enclosure = "<enclosure url=\"https://a.example/1.mp3\" type=\"audio/mpeg\" length=\"\(text)\"/>"
    let parsed = try parse(rss("<item><guid>1</guid>\(enclosure)</item>"))
    #expect(parsed.items.first?.enclosures?.first?.length == length)
    #expect(parsed.codes == codes)
  }

  @Test func `who runs the server is no author`() throws {
    #expect(try parse(rss("<webMaster>w@a.example (W)</webMaster>")).feed.author == nil)
    #expect(try parse(rss("<managingEditor>e@a.example (E)</managingEditor>")).feed.author == "E")
  }
}
