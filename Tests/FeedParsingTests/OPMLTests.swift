import Castwire
import Foundation
import Testing

@testable import FeedParsing

struct OPMLTests {
  @Test func `nested outlines are read`() throws {
    let document = try OPML.document(
      in: Array(
        """
        <?xml version="1.0"?><opml version="1.1"><head><title>Mine &amp; yours</title></head><body>
        <outline text="One &amp; only" xmlUrl="http://a.example/1?a=1&amp;b=2" htmlUrl="http://a.example/"/>
        <outline text="Folder"><outline title="Two" text="2" xmlurl=" http://a.example/2 "/>
        <outline text="Inner"><outline type="rss" XMLURL="http://a.example/3"/></outline></outline>
        <outline text="Gone" type="rss"/><outline text="A note" isComment="true"/>
        <outline text="Bad" xmlUrl="javascript:x"/>
        </body></opml>
        """.utf8))
    #expect(document.title == "Mine & yours")
    #expect(
      document.subscriptions == [
        OPML.Subscription(url: "http://a.example/1?a=1&b=2", title: "One & only", link: "http://a.example/"),
        OPML.Subscription(url: "http://a.example/2", title: "Two", folders: ["Folder"]),
        OPML.Subscription(url: "http://a.example/3", folders: ["Folder", "Inner"]),
      ])
    #expect(document.problems.map(\.code) == ["outline-without-url", "bad-url"])
    #expect(document.problems.first?.sentence == "line 5: the outline “Gone” has no xmlUrl: it was passed over")
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `a broken list gives what can be read`() throws {
    let document = try OPML.document(
      in: Array(
        "<opml><body><outline text=\"R&D\" xmlUrl=http://a.example/1><outline xmlUrl='http://a.example/2'/>".utf8))
    #expect(document.subscriptions.map(\.url) == ["http://a.example/1", "http://a.example/2"])
    #expect(document.subscriptions.first?.title == "R&D")
    #expect(document.problems.map(\.code) == ["truncated"])
    // That ampersand cost nothing, so that nobody is told of feeds that are not followed.
    #expect(document.diagnostics.map(\.code).contains("bare-ampersand"))
  }

  @Test(arguments: [
    ("", FeedParsingError.Code.empty), ("<html></html>", .html), ("<rss><channel/></rss>", .otherXML), ("hello", .text),
    ("{}", .json), ("<x/>", .otherXML),
  ])
  func `what is no list is an error`(text: String, code: FeedParsingError.Code) {
    let error = #expect(throws: FeedParsingError.self) { try OPML.subscriptions(in: Array(text.utf8)) }
    #expect(error?.code == code)
  }

  @Test func `what is written is read back the same`() throws {
    let subscriptions = [
      OPML.Subscription(
        url: "https://a.example/feed?a=1&b=2", title: "\"Q&A\" <é>\n\u{1}\u{9b}\u{7f}", link: "https://a.example/"),
      OPML.Subscription(url: "https://b.example/", folders: ["News", "Local & near"]),
      OPML.Subscription(url: "https://c.example/", title: "C", folders: ["News"]),
    ]
    let bytes = OPML.document(
      of: subscriptions, title: "My <feeds>", created: Date(timeIntervalSince1970: 1_072_986_501))
    let document = try OPML.document(in: bytes)
    #expect(document.title == "My <feeds>")
    #expect(document.problems.isEmpty && document.diagnostics.isEmpty)
    #expect(Set(document.subscriptions.map(\.url)) == Set(subscriptions.map(\.url)))
    #expect(
      document.subscriptions.first
        == OPML.Subscription(
          url: "https://a.example/feed?a=1&b=2", title: "\"Q&A\" <é>", link: "https://a.example/"))
    #expect(document.subscriptions.first { $0.url == "https://b.example/" }?.folders == ["News", "Local & near"])
    #expect(String(decoding: bytes, as: UTF8.self).contains("<dateCreated>Thu, 01 Jan 2004 19:48:21 GMT</dateCreated>"))
    #expect(WellFormedness.libxml2Accepts(bytes))
    #expect(
      String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy {
        $0 == "\n" || $0.properties.generalCategory != .control
      })
  }

  @Test func `deep lists are read to their bounded depth`() throws {
    let bomb = String(repeating: "<outline text=\"x\">", count: 100_000)
    let document = try OPML.document(in: Array("<opml><body><outline xmlUrl=\"http://a.example/\"/>\(bomb)".utf8))
    #expect(document.subscriptions.count == 1)
    #expect(document.problems.map(\.code).contains("too-deep"))
  }
}
