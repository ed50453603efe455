import Castwire
import Testing

@testable import FeedParsing

/// Which outlines name a feed, which are folders, and which somebody must be told of.
struct OPMLOutlineTests {
  private func read(_ outlines: String) throws -> OPML.Document {
    try OPML.document(in: Array("<opml version=\"2.0\"><body>\n\(outlines)\n</body></opml>".utf8))
  }

  @Test(arguments: [
    // A folder that holds folders alone is one all the same.
    (#"<outline text="F"><outline text="G"><outline xmlUrl="http://a.example/"/></outline></outline>"#, []),
    // So is one that holds nothing but what is commented out.
    (#"<outline text="F"><outline text="x" isComment="true"/></outline>"#, []),
    (#"<outline text="F"/>"#, ["line 2: the outline “F” has no xmlUrl: it was passed over"]),
    (#"<outline text="F"></outline>"#, ["line 2: the outline “F” has no xmlUrl: it was passed over"]),
    (#"<outline/>"#, ["line 2: the outline without a name has no xmlUrl: it was passed over"]),
    (
      #"<outline text="P" htmlUrl="http://a.example/"><outline xmlUrl="http://a.example/"/></outline>"#,
      ["line 2: the outline “P” has no xmlUrl: it was passed over"]
    ),
    (
      #"<outline text="R" type="RSS" xmlUrl=" "><outline xmlUrl="http://a.example/"/></outline>"#,
      ["line 2: the outline “R” has no xmlUrl: it was passed over"]
    ),
    // Programs that write every attribute of every outline.
    (#"<outline text="F" xmlUrl="" htmlUrl="" type=""><outline xmlUrl="http://a.example/"/></outline>"#, []),
  ])
  func `an outline without an address is a folder or a feed that is missing`(outline: String, told: [String]) throws {
    #expect(try read(outline).problems.map(\.sentence) == told)
  }

  @Test func `each outline without an address is told of with its line`() throws {
    let document = try read((1...300).map { "<outline type=\"rss\" text=\"Feed \($0)\"/>\n" }.joined())
    #expect(document.problems.count == 300)
    #expect(document.problems.last?.sentence == "line 301: the outline “Feed 300” has no xmlUrl: it was passed over")
    let endless = try read(String(repeating: "<outline/>\n", count: 2_000))
    #expect(endless.problems.count == 1_001)
    #expect(endless.problems.last?.message == "and 1000 more of this kind")
  }

  @Test func `what is commented out is so with all that it holds`() throws {
    let document = try read(
      """
      <outline text="Off" isComment="true" xmlUrl="http://a.example/1"><outline xmlUrl="http://a.example/2"/></outline>
      <outline text="On" isComment="false" xmlUrl="http://a.example/3"/>
      """)
    #expect(document.subscriptions.map(\.url) == ["http://a.example/3"])
    #expect(document.problems.isEmpty)
  }

  @Test(arguments: ["xmlUrl", "xmlurl", "xmlURL", "XMLURL", "XmlUrl"])
  func `the address is read however its attribute is spelt`(name: String) throws {
    #expect(
      try read("<outline \(name)='http://a.example/' HTMLURL='http://b.example/'/>").subscriptions
        == [OPML.Subscription(url: "http://a.example/", link: "http://b.example/")])
  }

  @Test func `url serves where xmlUrl is missing, as the specification has it`() throws {
    let document = try read(
      """
      <outline type="rss" text="A" url="http://a.example/1"/>
      <outline type="link" text="B" url="http://a.example/2.xml"/>
      <outline type="rss" text="C" url="http://a.example/no" xmlUrl="http://a.example/3"/>
      <outline type="link" text="D" url="http://a.example/more.OPML?x=1"/>
      <outline type="include" text="E" url="http://a.example/more"/>
      <outline type="include" text="F"/>
      <outline text="G" url="http://a.example/picture.png"/>
      """)
    #expect(
      document.subscriptions.map(\.url) == ["http://a.example/1", "http://a.example/2.xml", "http://a.example/3"])
    #expect(
      document.problems.map { "\($0.code) \($0.line ?? 0)" } == [
        "included-list 5", "included-list 6", "outline-without-url 7", "outline-without-url 8",
      ])
    #expect(document.problems[0].message.contains("“D” stands for another list"))
  }

  @Test(arguments: [
    ("feed://a.example/x", "http://a.example/x"), ("feed:http://a.example/x", "http://a.example/x"),
    ("feed:https://a.example/x", "https://a.example/x"), (" http://a.example/a b ", "http://a.example/a%20b"),
    ("http://u:p@a.example/x", "http://u:p@a.example/x"),
    ("http://a.example/?a=1&#38;b=2", "http://a.example/?a=1&b=2"),
  ])
  func `addresses are read as feeds' are`(text: String, url: String) throws {
    #expect(try read("<outline xmlUrl=\"\(text)\"/>").subscriptions.map(\.url) == [url])
  }

  @Test func `titles are plain text, their entities read`() throws {
    let document = try read(
      """
      <outline text="short" title="Caf&eacute; &amp; &#8220;Co&#x201d;&nbsp;&lt;3" xmlUrl="http://a.example/"/>
      """)
    #expect(document.subscriptions.first?.title == "Café & “Co” <3")
  }
}
