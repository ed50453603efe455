import FeedParsing
import Testing

/// The feeds that web pages name.
struct WebPageTests {
  private func urls(_ html: String, base: String? = "https://x.example/blog/index.html") -> [String] {
    WebPage.feedURLs(in: Array(html.utf8), contentType: "text/html", baseURL: base)
  }

  @Test func `links to feeds are found, absolute and once, in whatever way they are written`() {
    let html = """
      <!DOCTYPE html><html><head><title>Blog</title>
      <link rel="stylesheet" type="text/css" href="/x.css">
      <LINK REL='Alternate' TYPE='application/RSS+XML; charset=utf-8' TITLE="RSS" HREF='feed.xml?a=1&amp;b=2'>
      <link href=/atom.xml type=application/atom+xml rel="alternate home" />
      <link rel="alternate" type="application/feed+json" href="https://y.example/feed.json">
      <link rel="alternate" type="application/rss+xml" href="feed.xml?a=1&b=2">
      <link rel="alternate" hreflang="de" href="/de/">
      <link rel="feed" type="application/rss+xml" href="/no.xml">
      </head><body>
      """
    #expect(
      urls(html) == [
        "https://x.example/blog/feed.xml?a=1&b=2", "https://x.example/atom.xml", "https://y.example/feed.json",
      ])
  }

  @Test func `feeds of comments come last, and those in comments and without an address not at all`() {
    let html = """
      <link rel="alternate" type="application/rss+xml" title="Blog » Comments Feed" href="/c.xml">
      <link rel="alternate" type="application/rss+xml" href="/comments/feed/">
      <!-- <link rel="alternate" type="application/rss+xml" href="/old.xml"> -->
      <link rel="alternate" type="application/rss+xml">
      <link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">
      <link rel="alternate" type="application/rss+xml" href="/feed/">
      """
    #expect(
      urls(html) == [
        "https://x.example/feed/", "https://x.example/c.xml", "https://x.example/comments/feed/",
      ])
  }

  @Test func `a page's own base counts`() {
    let html = """
      <base href="https://z.example/sub/"><link rel=alternate type=application/rss+xml href=feed.xml>
      """
    #expect(urls(html) == ["https://z.example/sub/feed.xml"])
    #expect(urls(html, base: nil) == ["https://z.example/sub/feed.xml"])
  }

  @Test func `what is broken, empty or endless gives what it has`() {
    #expect(urls("") == [])
    #expect(urls("<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/x.xml") == ["https://x.example/x.xml"])
    let many = (0..<500).map { "<link rel=alternate type=application/rss+xml href=/\($0).xml>" }.joined()
    #expect(urls(many).count == 20)
    #expect(urls(String(repeating: "<", count: 2_000_000)) == [])
    #expect(urls(String(repeating: "<link ", count: 300_000)).isEmpty)
  }
}
