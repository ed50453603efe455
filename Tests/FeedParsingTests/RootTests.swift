import Castwire
import Testing

@testable import FeedParsing

struct RootTests {
  @Test(arguments: [
    ("", FeedParsingError.Code.empty),
    (" \n\t ", .empty),
    ("<!DOCTYPE html><html><head><title>x</title></head><body><p>Hello</body></html>", .html),
    ("<HTML><BODY>Not found</BODY></HTML>", .html),
    ("<!doctype html>\n<!-- nothing -->", .html),
    ("<div>404</div>", .html),
    ("{\"ok\": true}", .json),
    ("[1, 2, 3]", .json),
    ("404 page not found\n", .text),
    ("not here, a < b", .text),
    ("<?xml version=\"1.0\"?><urlset><url/></urlset>", .otherXML),
    ("<opml version=\"2.0\"><body/></opml>", .otherXML),
    ("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", .otherXML),
    ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rs", .truncated),
    ("<?xml version=\"1.0\"", .truncated),
    ("\u{1f}\u{8b}\u{8}\u{0}\u{0}", .binary),
    ("%PDF-1.4 <<", .binary),
  ])
  func `what is no feed is called what it is`(document: String, code: FeedParsingError.Code) {
    let error = #expect(throws: FeedParsingError.self) { try parse(document) }
    #expect(error?.code == code, "\(document): \(error?.message ?? "")")
    #expect(error?.message.isEmpty == false)
  }

  @Test func `the message says what it is`() {
    let error = #expect(throws: FeedParsingError.self) { try parse("<html></html>") }
    #expect(error?.message == "this is a web page (HTML), not a feed")
    let empty = #expect(throws: FeedParsingError.self) { try parse("") }
    #expect(empty?.message == "the body is empty")
  }

  @Test func `a document type of HTML does not make a feed a web page`() throws {
    #expect(
      try parse("<!DOCTYPE html PUBLIC \"-//W3C//DTD\" \"http://x/\"><rss><channel><title>x</title></channel></rss>")
        .feed.title == "x")
  }

  @Test(arguments: [
    ("<rss version=\"0.91\"><channel/></rss>", "rss0.91"),
    ("<rss version=\"0.92\"><channel/></rss>", "rss0.92"),
    ("<rss version=\"2.0\"><channel/></rss>", "rss2.0"),
    ("<rss><channel/></rss>", "rss2.0"),
    ("<channel><title>x</title></channel>", "rss2.0"),
    (
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns=\"http://purl.org/rss/1.0/\"/>",
      "rss1.0"
    ),
    (
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
        + "xmlns=\"http://my.netscape.com/rdf/simple/0.9/\"/>", "rss0.90"
    ),
    ("<feed xmlns=\"http://www.w3.org/2005/Atom\"/>", "atom1.0"),
    ("<feed/>", "atom1.0"),
    ("<a:feed xmlns:a=\"https://www.w3.org/2005/ATOM/\"/>", "atom1.0"),
    ("<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\"/>", "atom0.3"),
  ])
  func `the format is told by the root`(document: String, format: String) throws {
    #expect(try parse(document).format.rawValue == format)
  }

  @Test func `RDF that is about something else is no feed`() {
    let document = """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:foaf="http://xmlns.com/foaf/0.1/">
      <foaf:Person><foaf:name>Ann</foaf:name></foaf:Person></rdf:RDF>
      """
    let error = #expect(throws: FeedParsingError.self) { try parse(document) }
    #expect(error?.code == .otherXML)
  }
}
