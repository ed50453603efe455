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

  @Test func `attributes of a tag are bounded`() throws {
    let many = (0..<10_000).map { "a\($0)=\"\"" }.joined(separator: " ")
    let parsed = try parse(rss("<item><guid isPermaLink=\"false\" \(many)>1</guid></item>"))
    #expect(parsed.items.map(\.identifier) == ["1"])
    #expect(parsed.codes == ["too-many-attributes"])
    let fits = (0..<255).map { "a\($0)=\"\"" }.joined(separator: " ")
    #expect(try parse(rss("<item><guid isPermaLink=\"false\" \(fits)>1</guid></item>")).codes.isEmpty)
  }

  @Test func `a long name is no name`() throws {
    let name = String(repeating: "n", count: 100_000)
    let parsed = try parse(rss("<item><\(name)>x</\(name)><guid \(name)=\"\">1</guid></item>"))
    #expect(parsed.items.map(\.identifier) == ["1"])
    #expect(parsed.codes == ["name-too-long"])
  }

  @Test func `a long text is cut at a character`() throws {
    let text = "x" + String(repeating: "é", count: ScannerLimits.text)
    let parsed = try parse(rss("<item><title>\(text)</title><guid>1</guid></item>"))
    #expect(parsed.items.map(\.identifier) == ["1"])
    #expect(parsed.items.first?.title?.utf8.count == ScannerLimits.text - 1)
    #expect(parsed.codes == ["text-too-long"])
  }

  @Test func `a long text that is put together is cut`() throws {
    let text = String(repeating: "word &amp; <i>word</i> ", count: ScannerLimits.text / 10)
    let parsed = try parse(rss("<item><description>\(text)</description><guid>1</guid></item>"))
    #expect(parsed.items.map(\.identifier) == ["1"])
    #expect(parsed.items.first?.contentHTML.map { $0.utf8.count <= OutputBudget.textLimit } == true)
    #expect(parsed.codes.contains("text-too-long"))
  }

  @Test func `namespaces at one place are bounded`() throws {
    let many = (0..<1000).map { "xmlns:n\($0)=\"u\"" }.joined(separator: " ")
    let parsed = try parse(rss("<item><a \(many)/><guid>1</guid></item><item><guid>2</guid></item>"))
    #expect(parsed.items.map(\.identifier) == ["1", "2"])
    #expect(parsed.codes == ["too-many-namespaces"])
  }

  @Test func `a base of addresses is bounded`() throws {
    let base = "http://a.example/" + String(repeating: "x", count: ScannerLimits.base) + "/"
    let parsed = try parse(rss("<item xml:base=\"\(base)\"><link>1</link></item>"), baseURL: "http://b.example/")
    #expect(parsed.items.first?.link == "http://b.example/1")
    #expect(parsed.codes == ["base-too-long"])
  }

  @Test func `bases do not add up`() throws {
    let part = String(repeating: "x", count: 500) + "/"
    let nested = String(repeating: "<a xml:base=\"\(part)\">", count: 100)
    let parsed = try parse(rss("<item xml:base=\"http://b.example/\">\(nested)</item>"))
    #expect(parsed.codes.contains("base-too-long"))
  }

  @Test func `lists are bounded`() throws {
    let categories = (0..<5000).map { "<category>\($0)</category>" }.joined()
    let days = String(repeating: "<day>Monday</day>", count: 5000)
    let parsed = try parse(rss("\(categories)<skipDays>\(days)</skipDays><item>\(categories)</item>"))
    #expect(parsed.feed.categories?.count == 1000)
    #expect(parsed.feed.skipDays?.count == 1000)
    #expect(parsed.items.first?.categories?.count == 1000)
  }

  /// Eight lines that would be three gigabytes, a file, and a DTD from elsewhere: nothing is expanded, read or fetched.
  @Test func `entities of a DTD mean nothing`() throws {
    let lines = (1..<9).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 15))\">" }.joined(
      separator: "\n")
    let parsed = try parse(
      """
      <!DOCTYPE rss PUBLIC "-//X//X" "file:///etc/passwd" [
      <!ENTITY a0 "laughter">
      \(lines)
      <!ENTITY file SYSTEM "file:///etc/passwd">
      <!ENTITY % parameter SYSTEM "http://127.0.0.1:1/">
      %parameter;
      ]>
      <rss><channel><title>&a8;</title><item><title>&file;</title><guid>1</guid></item></channel></rss>
      """)
    #expect(parsed.feed.title == "&a8;")
    #expect(parsed.items.map(\.title) == ["&file;"])
    #expect(parsed.codes == ["bare-ampersand", "bare-ampersand"])
  }

  @Test func `of a document that says too much some text is left out`() throws {
    let html = String(repeating: "&lt;p title='\"\"\"\"\"\"\"\"'>", count: 20_000)
    let parsed = try parse(
      rss(String(repeating: "<item><guid>1</guid><description>\(html)</description></item>", count: 60)))
    #expect(parsed.items.count == 60)
    #expect(parsed.items.allSatisfy { $0.identifier == "1" })
    #expect(parsed.codes.filter { $0 == "too-much-text" }.count == 1)
    let size = parsed.items.reduce(0) { $0 + ($1.contentHTML?.utf8.count ?? 0) }
    let limit = OutputBudget.base + OutputBudget.forAllItems
    #expect(size > limit / 2 && size < limit)
  }

  @Test func `a text and its HTML share their memory where they are the same`() {
    var item = FeedItem()
    item.description = "a text of more than fifteen bytes"
    item.contentHTML = "a text of more than " + "fifteen bytes"
    #expect(item.shareText() == item.description)
    item.contentHTML = "<p>another</p>"
    #expect(item.shareText() == nil)
  }

  @Test func `a document that is too large is refused`() {
    let bytes = [UInt8](repeating: 0x20, count: FeedParser.sizeLimit + 1)
    let error = #expect(throws: FeedParsingError.self) { try FeedParser.parse(bytes) }
    #expect(error?.code == .tooLarge)
  }

  /// None of these may take time that grows with the square of its size: at these sizes that would be minutes.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "<a b=\"", "<!--", "<![CDATA[", "<!DOCTYPE [", "<?x ", "&", "&#", "&amp", "</x>", "<x ", "<a b='", "]]",
      "<a>&lt;!--",
      "&lt;script&gt;", "&lt;a b=&quot;", "<a xmlns:p=\"u\">", "<a xml:base=\"x/\">", "<item>", "<item><title>",
      "<title><link>", "<?x >", "<!DOCTYPE <", "<![CDATA[<![CDATA[]]>x", "<!-- <item>", "<a b=\"<c>\"d",
      "]]>", "<a <b", "<title>a <b c ", "<description><title><guid>", "<a>x</b></c>", "\u{1}&#1;", "<!ENTITY '",
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

  /// What is looked for is not there, or stands at the very end. Looked for from each place, that would take hours.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      ("<x ", "", 60_000), ("<x ", ">", 60_000), ("<a", "@", 60_000), ("</x ", ">", 60_000), ("<x a='\"", ">", 60_000),
      ("<script></b ", "", 60_000), ("<script><b ", ">", 60_000), ("<!-- x>", "", 300_000),
    ])
  func `what is sought in vain in HTML is sought once`(fragment: String, end: String, count: Int) throws {
    let many = String(repeating: fragment, count: count) + end
    let parsed = try parse(rss("<item><guid>1</guid><description><![CDATA[\(many)]]></description></item>"))
    #expect(parsed.items.map(\.identifier) == ["1"])
  }

  @Test(.timeLimit(.minutes(5)), arguments: ["", ">"])
  func `an instruction's end that is not there is sought once`(end: String) throws {
    let many = String(repeating: "<?x y='", count: 400_000) + end
    let parsed = try parse("<rss><channel><item><guid>1</guid></item>\(many)")
    #expect(parsed.items.map(\.identifier) == ["1"])
  }

  @Test func `a long tag that HTML does not know is a tag`() throws {
    let drawing = "<path d=\"\(String(repeating: "M 1 2 ", count: 10_000))\"/>"
    #expect(try item("<description><![CDATA[<p>a \(drawing)b</p>]]></description>").contentHTML == "<p>a b</p>")
  }

  @Test(arguments: ["x", "\\\"", "é"])
  func `a long string of JSON is cut at a character`(part: String) throws {
    let text = "x" + String(repeating: part, count: ScannerLimits.text)
    let parsed = try parse(
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"t\",\"items\":[{\"id\":\"1\",\"title\":\"\(text)\"}]}"
    )
    #expect(parsed.items.map(\.identifier) == ["1"])
    #expect(parsed.items.first?.title.map { $0.utf8.count <= ScannerLimits.text && $0.utf8.count > 1_000_000 } == true)
    #expect(parsed.codes == ["text-too-long"])
  }

  @Test func `addresses with a long base take no more memory than other text`() throws {
    let base = "https://a.example/" + String(repeating: "x", count: 50_000) + "/"
    let files = String(repeating: "<enclosure url=\"f\"/>", count: 800)
    let parsed = try FeedParser.parse(Array(rss("<item>\(files)</item>").utf8), baseURL: base)
    #expect(parsed.items.count == 1)
    #expect(parsed.codes == ["too-much-text"])
    #expect(LimitTests.isBounded(parsed, by: OutputBudget.base + base.utf8.count))
  }

  @Test func `addresses of a JSON Feed take no more memory than others`() throws {
    let base = "https://a.example/" + String(repeating: "x", count: 50_000) + "/"
    let files = repeatElement("{\"url\":\"f\"}", count: 800).joined(separator: ",")
    let json =
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"F\",\"items\":[{\"attachments\":[\(files)]}]}"
    let parsed = try FeedParser.parse(Array(json.utf8), baseURL: base)
    #expect(parsed.items.count == 1)
    #expect(parsed.codes == ["too-much-text"])
    #expect(LimitTests.isBounded(parsed, by: OutputBudget.base + base.utf8.count))
  }

  private static func isBounded(_ parsed: ParsedFeed, by limit: Int) -> Bool {
    let size = parsed.items.flatMap { $0.enclosures ?? [] }.reduce(0) { $0 + $1.url.utf8.count }
    return size > limit / 2 && size <= limit
  }
}
