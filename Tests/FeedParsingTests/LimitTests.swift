import Castwire
import Testing

@testable import FeedParsing

struct LimitTests {
  @Test func `a depth bomb is read to its bounded depth`() throws {
    let bomb = String(repeating: "<a>", count: 200_000)
    let parsed = try parse("<rss><channel><title>x</title>\(bomb)")
    #expect(parsed.feed.title == "x")
    #expect(parsed.codes == ["too-deep", "truncated"])
  }

  @Test func `what stands behind a depth bomb is still read`() throws {
    let bomb = String(repeating: "<a>", count: 1000) + String(repeating: "</a>", count: 1000)
    let parsed = try parse(
      rss("<item><description>\(bomb)</description><guid>1</guid></item><item><guid>2</guid></item>"))
    #expect(parsed.items.map(\.identifier) == ["1", "2"])
  }

  @Test func `items are bounded`() throws {
    let parsed = try parse(rss(String(repeating: "<item/>", count: FeedParser.itemLimit + 5)))
    #expect(parsed.items.count == FeedParser.itemLimit)
    #expect(parsed.codes.contains("too-many-items"))
  }

  @Test func `a document that is too large is refused`() {
    let bytes = [UInt8](repeating: 0x20, count: FeedParser.sizeLimit + 1)
    let error = #expect(throws: FeedParsingError.self) { try FeedParser.parse(bytes) }
    #expect(error?.code == .tooLarge)
  }

  /// None of these may take time that grows with the square of its size: at these sizes that would be minutes.
  @Test(arguments: [
    "<a b=\"", "<!--", "<![CDATA[", "<!DOCTYPE [", "<?x ", "&", "&#", "&amp", "</x>", "<x ", "<a b='", "]]",
    "<a>&lt;!--",
    "&lt;script&gt;", "&lt;a b=&quot;", "<a xmlns:p=\"u\">", "<a xml:base=\"x/\">", "<item>", "<item><title>",
    "<b><i></b>",
    "</description><author>", "</description><author>a<b/>", "</description><media:group>",
    "</description><podcast:value>",
    "</description><podcast:images srcset=\"a, ", "</description><itunes:keywords>a,",
    "</description><podcast:liveItem>",
  ])
  func `repeated fragments are read in linear time`(fragment: String) throws {
    let many = String(repeating: fragment, count: 20_000)
    let parsed = try parse("<rss><channel><item><description>\(many)")
    #expect(parsed.codes.contains("truncated"))
  }
}
