import Castwire
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// Lists of feeds, taken over and given back.
struct FeedListTests {
  private let bench: IngestBench

  init() throws {
    bench = try IngestBench()
  }

  private func take(_ outlines: String, on other: IngestBench? = nil) throws -> (
    followed: Int?, known: Int?, problems: [String]?
  ) {
    let reply = try (other ?? bench).ask("feeds.import", ["opml": "<opml><body>\n\(outlines)\n</body></opml>"])
    return (reply["followed"] as? Int, reply["known"] as? Int, reply["problems"] as? [String])
  }

  private func urls(_ bench: IngestBench) throws -> [String] {
    let items = try #require(try bench.ask("feeds.list", ["limit": 500])["items"] as? [[String: Any]])
    return items.compactMap { $0["url"] as? String }
  }

  @Test func `each feed of a list is followed once, and what cannot be is told with its line`() throws {
    let result = try take(
      """
      <outline text="One" xmlUrl="https://example.com/one"/>
      <outline text="Folder"><outline text="One again" xmlUrl="HTTPS://EXAMPLE.com:443/one#top"/></outline>
      <outline text="The other scheme" xmlUrl="http://example.com/one/"/>
      <outline text="Nothing" type="rss" htmlUrl="https://example.com/"/>
      <outline text="Old" xmlUrl="gopher://example.com/x"/>
      <outline text="Two" type="rss" url="feed://example.com/two"/>
      """)
    #expect(result.followed == 2 && result.known == 2)
    #expect(
      result.problems == [
        "line 5: the outline “Nothing” has no xmlUrl: it was passed over",
        "Old: gopher://example.com/x: only http, https and file URLs can be followed",
      ])
    #expect(bench.events.map(\.name) == ["feed.followed", "feed.followed"])
    #expect(Set(try urls(bench)) == ["https://example.com/one", "http://example.com/two"])
  }

  @Test func `markup that could be read is no problem, a list that breaks off is`() throws {
    let reply = try bench.ask(
      "feeds.import",
      ["opml": "<opml><body><outline text='R&D' xmlUrl='https://example.com/one'/><outline xmlUrl='https"])
    #expect(reply["followed"] as? Int == 1)
    #expect(reply["problems"] as? [String] == ["line 1: the list was cut off before its end"])
  }

  @Test func `a list that is taken again does not ask for feeds that are gone, but brings back those unfollowed`()
    throws
  {
    let feed = try ServedFeed { request in
      request.path == "/gone" ? .status(410) : .ok(Feeds.podcast(episodes: 1))
    }
    let outlines = ["/gone", "/left"].map { "<outline xmlUrl='\(feed.server.url($0))'/>" }.joined()
    _ = try take(outlines)
    try bench.poll()
    try bench.ask("feeds.unfollow", ["feed": feed.server.url("/left")])
    let again = try take(outlines)
    #expect(again.followed == 1 && again.known == 1)
    try bench.poll()
    #expect(feed.server.requests.map(\.path).count { $0 == "/gone" } == 1)
    #expect(try bench.ask("feeds.get", ["feed": feed.server.url("/gone")])["state"] as? String == "gone")
    try bench.follow(feed.server.url("/gone"))
    #expect(feed.server.requests.map(\.path).count { $0 == "/gone" } == 2)
  }

  @Test func `a list of 5,000 feeds is taken at once, and taken again it changes nothing`() throws {
    let outlines = (1...5_000).map { "<outline text='Cast \($0)' xmlUrl='https://host\($0).example.com/feed'/>" }
      .joined()
    let first = try take(outlines)
    #expect(first.followed == 5_000 && first.known == 0 && first.problems == [])
    let again = try take(outlines)
    #expect(again.followed == 0 && again.known == 5_000 && again.problems == [])
    #expect(bench.events.count == 5_000)
    let opml = try #require(try bench.ask("feeds.export")["opml"] as? String)
    #expect(opml.split(separator: "<outline ").count == 5_001)
  }

  @Test func `what is given back is read by others, and followed elsewhere is the same list`() async throws {
    let feed = try ServedFeed { request in
      switch request.path {
      case "/plain":
        .ok(
          Array(
            "<rss version='2.0'><channel><title>Plain</title><link>mailto:me@example.com</link></channel></rss>".utf8))
      default:
        .ok(
          Array(
            """
            <rss version="2.0"><channel><title>&quot;Q&amp;A&quot; &lt;b&gt;Ünïcode&lt;/b&gt; \u{1F399}</title>
            <link>https://me:key@www.example.com/?a=1&amp;b=2</link><item><title>x</title></item></channel></rss>
            """.utf8))
      }
    }
    try bench.follow(feed.server.url("/a?x=1&y=2"))
    try bench.follow(feed.server.url("/plain"))
    try bench.follow("https://never.example.com/read")
    let opml = try #require(try bench.ask("feeds.export")["opml"] as? String)
    #expect(!opml.contains("key@"))
    #expect(opml.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })

    // As any program would read it.
    let script = """
      import datetime, email.utils, json, sys
      import xml.etree.ElementTree as tree
      root = tree.fromstring(sys.stdin.buffer.read())
      made = email.utils.parsedate_to_datetime(root.findtext("head/dateCreated"))
      print(json.dumps([root.tag, root.get("version"), root.findtext("head/title"), made.tzinfo is not None]
        + [dict(outline.attrib) for outline in root.findall("body/outline")]))
      """
    let python = try await Python.start(["-c", script], importing: "xml.etree", input: Array(opml.utf8))
    #expect(await python.waitForExit() == .exited(0), "\(python.lines)")
    let read = try #require(JSONSerialization.jsonObject(with: Data(python.output)) as? [Any])
    #expect(read[0] as? String == "opml" && read[1] as? String == "2.0" && read[3] as? Bool == true)
    let outlines = read.dropFirst(4).compactMap { $0 as? [String: String] }
    #expect(outlines.count == 3)
    let title = "\"Q&A\" Ünïcode \u{1F399}"
    #expect(
      outlines.contains([
        "type": "rss", "text": title, "title": title, "xmlUrl": feed.server.url("/a?x=1&y=2"),
        "htmlUrl": "https://www.example.com/?a=1&b=2",
      ]), "\(outlines)")
    #expect(
      outlines.contains(["type": "rss", "text": "Plain", "title": "Plain", "xmlUrl": feed.server.url("/plain")]),
      "\(outlines)")

    let other = try IngestBench()
    let result = try other.ask("feeds.import", ["opml": opml])
    #expect(result["followed"] as? Int == 3 && result["problems"] as? [String] == [])
    #expect(Set(try urls(other)) == Set(try urls(bench)))
    for url in try urls(bench) {
      #expect(try other.ask("feeds.get", ["feed": url])["id"] as? String == Identity.feedID(url: url))
    }
  }
}
