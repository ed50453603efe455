/// What to make of a document whose first element is no feed.
enum RootCheck {
  /// How far into a document a feed is looked for behind what does not belong there: a server's warnings, mostly.
  private static let junkLimit = 64 * 1024

  /// Moves to a feed's root element that stands further on, unless the document is a list of its own. In a web page, which
  /// may speak of feeds or hold other RDF, only one counts that says what it is.
  static func skipToFeed(_ scanner: inout MarkupScanner) -> Bool {
    var isWebPage = false
    switch scanner.element.name {
    case .opml: return false
    case .html, .head, .body: isWebPage = true
    default: break
    }
    let document = scanner.document
    let head = document[0..<min(document.count, junkLimit)]
    var position = scanner.tagStart + 1
    while let found = head.firstIndex(of: UInt8(ascii: "<"), from: position) {
      if isFeed(found, in: head), !isWebPage || namesItsVocabulary(found, in: head) {
        var diagnostics = scanner.diagnostics
        diagnostics.report("leading-junk", at: 0, "something stands before the feed's root element")
        scanner = MarkupScanner(document: document, endOfSurvey: scanner.endOfSurvey)
        scanner.diagnostics = diagnostics
        scanner.position = found
        return true
      }
      position = found + 1
    }
    return false
  }

  private static func isFeed(_ index: Int, in head: ByteView) -> Bool {
    head.matchesIgnoringCase("<rss", at: index) || head.matchesIgnoringCase("<feed", at: index)
      || head.matchesIgnoringCase("<rdf:rdf", at: index)
  }

  /// Whether the tag has a version of RSS or a namespace of feeds in it.
  private static func namesItsVocabulary(_ index: Int, in head: ByteView) -> Bool {
    var at = index + 1
    while at < head.count, head[at] != UInt8(ascii: ">"), head[at] != UInt8(ascii: "<") {
      switch ASCII.lower(head[at]) {
      case UInt8(ascii: "v") where head.matchesIgnoringCase("version=", at: at): return true
      case UInt8(ascii: "w") where head.matchesIgnoringCase("w3.org/2005/atom", at: at): return true
      case UInt8(ascii: "p") where head.matchesIgnoringCase("purl.org/atom/ns", at: at): return true
      case UInt8(ascii: "p") where head.matchesIgnoringCase("purl.org/rss/1.0/\"", at: at): return true
      case UInt8(ascii: "n") where head.matchesIgnoringCase("netscape.com/rdf/", at: at): return true
      default: at += 1
      }
    }
    return false
  }

  /// - Parameter wanted: what the document should have been.
  static func error(
    forRoot element: OpenElement, in document: ByteView, wanted: String = "a feed"
  ) -> FeedParsingError {
    let name = document[element.localName].string
    switch name.lowercased() {
    case "html", "head", "body", "div", "p", "script", "meta", "title", "h1", "center", "table", "br", "span", "a",
      "b", "link", "style", "noscript", "main", "section", "img":
      return FeedParsingError(.html, "this is a web page (HTML), not \(wanted)")
    case "opml": return FeedParsingError(.otherXML, "this is a list of feeds (OPML), not a feed: import it instead")
    case "urlset", "sitemapindex": return FeedParsingError(.otherXML, "this is a site map, not \(wanted)")
    default:
      return FeedParsingError(.otherXML, "this is XML, but not \(wanted): its root element is <\(name.prefix(64))>")
    }
  }

  /// Of a document that ended before any element began.
  static func noRoot(in document: ByteView) -> FeedParsingError {
    if document.firstIndex(of: "<!doctype html", from: 0) ?? document.firstIndex(of: "<!DOCTYPE html", from: 0) != nil {
      return FeedParsingError(.html, "this is a web page (HTML), not a feed")
    }
    let text = document.trimmed
    if !text.isEmpty, text[0] != UInt8(ascii: "<") {
      return FeedParsingError(.text, "this is plain text, not a feed")
    }
    return FeedParsingError(.truncated, "the document was cut off before its first element")
  }
}
