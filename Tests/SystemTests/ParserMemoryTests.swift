import Foundation
import TestSupport
import Testing

/// What a parse takes, measured in a process of its own, built as the services are: a debug build would take minutes.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["CASTWIRE_TEST_PRODUCTS"] != nil))
struct ParserMemoryTests {
  private static let megabyte = 1_000_000
  /// A small base, for what every parse takes: of it, 100,000 items with next to nothing in them take the most.
  private static let base = 64 * megabyte

  private struct Usage {
    let items: Int
    let size: Int
    /// The most that the process ever had, above what it had before it read the document.
    let peak: Int
    let diagnostics: [String]
  }

  @Test func `a feed of 60 MB and 30,000 items takes less than 150 MB`() async throws {
    let note =
      "&lt;p&gt;Words of a &lt;b&gt;long&lt;/b&gt; note, with a &lt;a href=\"/x\"&gt;link&lt;/a&gt; &amp;amp; more.&lt;/p&gt; "
    let item =
      "<item><title>An episode</title><guid isPermaLink=\"false\">0a5c-1234-5678-9012</guid>"
      + "<pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>"
      + "<enclosure url=\"https://a.example/1.mp3\" length=\"12345678\" type=\"audio/mpeg\"/><description>"
      + String(repeating: note, count: 1850 / note.utf8.count) + "</description></item>\n"
    let usage = try await ParserMemoryTests.usage(repeating: item, size: 60 * ParserMemoryTests.megabyte, count: 30_000)
    #expect(usage.items == 30_000)
    #expect(usage.size > 58 * ParserMemoryTests.megabyte, "\(usage)")
    #expect(usage.peak < 150 * ParserMemoryTests.megabyte, "\(usage)")
    #expect(usage.diagnostics.isEmpty)
  }

  /// What of a document becomes larger than it is.
  static let greedy: [(name: String, item: String)] = [
    ("text and HTML", "<item><description>\(repeated("&lt; ", 400))</description></item>"),
    ("quotes", "<item><description>&lt;p title='\(repeated("\"", 100))'></description></item>"),
    ("enclosures", "<item>\(repeated("<enclosure url=\"a:b\"/>", 1000))</item>"),
    (
      "a long base",
      "<item xml:base=\"http://a.example/\(repeated("x", 1900))/\"><description><![CDATA["
        + repeated("<a href=x>", 10_000) + "]]></description></item>"
    ),
    ("titles with tags", "<item>\(repeated("<title>\(repeated("<b>x</b>", 50_000))</title>", 12))</item>"),
    ("line ends", "<item><description>\(repeated("words of text\r\n", 100))</description></item>"),
    ("empty lines", "<item><description>\(repeated("w\n\n", 300))</description></item>"),
    ("small items", "<item><guid>1</guid></item>"),
    ("empty items", "<item/>"),
    ("rare fields", "<item><comments>a:b</comments></item>"),
    ("rare lists", "<item><media:credit>x</media:credit></item>"),
  ]

  @Test(arguments: greedy)
  func `no document takes more than 2.5 times its size, above a base`(name: String, item: String) async throws {
    let usage = try await ParserMemoryTests.usage(
      repeating: item, size: 60 * ParserMemoryTests.megabyte, count: 100_000)
    #expect(usage.items > 0, "\(name)")
    #expect(usage.peak < usage.size * 5 / 2 + ParserMemoryTests.base, "\(name): \(usage)")
  }

  @Test func `a document that is too large in UTF-8 is refused`() async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write(Array("<rss>".utf8) + [UInt8](repeating: 0xe9, count: 34 << 20), to: "feed.xml")
    #expect(try await ParserMemoryTests.usage(file).diagnostics == ["too-large"])
  }

  /// The output of decoding is never written where it would be too large, or only up to where it is.
  @Test(
    arguments: [
      ("utf-8", [0xff], 0), ("iso-8859-1", [0xe9], 0), ("shift_jis", [0xff], 1), ("utf-16", [0x00, 0x4e], 1),
      ("utf-7", [0xe9], 1),
    ] as [(String, [UInt8], Int)])
  func `a document that is too large in UTF-8 is not decoded`(label: String, bad: [UInt8], copies: Int) async throws {
    let isWide = label == "utf-16"
    var document = Array((isWide ? "" : "<?xml version=\"1.0\" encoding=\"\(label)\"?><rss>").utf8)
    if isWide { document = [0xff, 0xfe] }
    document.reserveCapacity(document.count + 60 * ParserMemoryTests.megabyte)
    while document.count < 60 * ParserMemoryTests.megabyte { document += bad }
    let folder = try TemporaryDirectory()
    let usage = try await ParserMemoryTests.usage(try folder.write(document, to: "feed.xml"))
    #expect(usage.diagnostics == ["too-large"])
    #expect(usage.peak < usage.size + copies * (64 << 20) + 4 * ParserMemoryTests.megabyte, "\(label): \(usage)")
  }

  @Test(arguments: [
    "{}", "{\"id\":\"\(repeated("x", 500))\",\"language\":\"\(repeated("y", 500))\"}",
    "{\"content_html\":\"\(repeated("<\\\"a>", 1_500_000))\",\"title\":\"\(repeated("\\n<a>", 1_500_000))\"}",
    "{\"url\":\"x\",\"image\":\"y\",\"external_url\":\"z\"}",
  ])
  func `no JSON Feed takes more than 2.5 times its size, above a base`(item: String) async throws {
    let start = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"t\",\"items\":["
    let count = min(55 * ParserMemoryTests.megabyte / (item.utf8.count + 1), 1_000_000)
    let folder = try TemporaryDirectory()
    let items = ParserMemoryTests.repeated(item + ",", count) + item
    let usage = try await ParserMemoryTests.usage(
      try folder.write(Array((start + items + "]}").utf8), to: "feed.json"))
    #expect(usage.items > 0)
    #expect(usage.peak < usage.size * 5 / 2 + ParserMemoryTests.base, "\(usage)")
  }

  /// - Parameters:
  ///   - size: the most bytes that the document may have.
  ///   - count: the most items that it may have.
  private static func usage(repeating item: String, size: Int, count: Int) async throws -> Usage {
    let start = Array("<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel>".utf8)
    let end = Array("</channel></rss>".utf8)
    let bytes = Array(item.utf8)
    let number = min(count, (size - start.count - end.count) / bytes.count)
    var document = start
    document.reserveCapacity(start.count + number * bytes.count + end.count)
    for _ in 0..<number { document += bytes }
    document += end
    let folder = try TemporaryDirectory()
    return try await usage(try folder.write(document, to: "feed.xml"))
  }

  private static func usage(_ file: String) async throws -> Usage {
    let probe = try ServiceProcess("MemoryProbe", arguments: [file])
    let status = await probe.waitForExit(within: .seconds(60))
    try #require(status == .exited(0), "\(probe.lines)")
    let lines = String(decoding: probe.output, as: UTF8.self).split(separator: "\n").map(String.init)
    let numbers = try #require(lines.first).split(separator: " ").compactMap { Int($0) }
    try #require(numbers.count == 4)
    return Usage(
      items: numbers[0], size: numbers[2], peak: numbers[3] - numbers[1], diagnostics: Array(lines.dropFirst()))
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }
}
