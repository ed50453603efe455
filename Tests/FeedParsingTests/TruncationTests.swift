import Castwire
import Testing

@testable import FeedParsing

struct TruncationTests {
  static let document = rss(
    "<title>Show</title><item><title>One</title><guid>1</guid><enclosure url=\"http://a.example/1.mp3\"/></item>"
      + "<item><title>Two</title><guid>2</guid><description><![CDATA[<p>text</p>]]></description></item>")

  @Test func `cut off anywhere, it gives the items that were whole`() throws {
    let bytes = Array(TruncationTests.document.utf8)
    let ends = TruncationTests.offsets(of: "</item>").map { $0 + "</item>".utf8.count }
    let root = try #require(TruncationTests.offsets(of: "<channel>").first)
    for length in root..<bytes.count {
      let parsed = try FeedParser.parse(Array(bytes[..<length]))
      #expect(parsed.codes.contains("truncated"), "\(length)")
      #expect(parsed.items.count == ends.count { $0 <= length }, "\(length)")
    }
    let whole = try FeedParser.parse(bytes)
    #expect(whole.diagnostics.isEmpty)
    #expect(whole.items.count == 2)
  }

  static func offsets(of tag: String) -> [Int] {
    document.ranges(of: tag).map { document.utf8.distance(from: document.startIndex, to: $0.lowerBound) }
  }

  @Test func `cut off before the root, it is an error that says so`() {
    let error = #expect(throws: FeedParsingError.self) { try parse("<?xml version=\"1.0\"?><rss version=\"2.") }
    #expect(error?.code == .truncated)
  }

  @Test func `what follows the root is not missed`() throws {
    #expect(try parse(TruncationTests.document + "\n<!-- served in 3 ms -->\n").codes.isEmpty)
  }
}
