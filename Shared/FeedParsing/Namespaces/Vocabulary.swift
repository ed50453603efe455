/// A set of elements that feeds use beside the format's own: how it is known, and what reads its elements.
///
/// Each has a file in this folder. To add one, write such a file, give `Namespace` a case for it, and give `MarkupName`
/// those of its elements' names that it has not got; what finds and calls it follows from there.
struct Vocabulary: Sendable {
  /// By URI without scheme, `www.`, white space, trailing slashes and `#`, in lower case: see `Namespace.key(forURI:)`.
  let uris: [String]
  /// The prefixes that usually stand for it, in lower case, for documents that do not declare them.
  var prefixes: [String] = []
  /// Reads an element that stands in the feed or channel itself, to its end.
  var readFeedElement: @Sendable (inout FeedReader) -> Void = { $0.scanner.skipElement() }
  /// Reads an element that stands in an item or entry itself, to its end.
  var readItemElement: @Sendable (inout FeedReader) -> Void = { $0.scanner.skipElement() }

  /// By `Namespace.rawValue`.
  static let all = Namespace.allCases.map(\.vocabulary)
}

extension Vocabulary {
  /// RSS, in all the namespaces that it was ever given.
  static let core = Vocabulary(
    uris: [
      "", "purl.org/rss/1.0", "my.netscape.com/rdf/simple/0.9", "channel.netscape.com/rdf/simple/0.9",
      "backend.userland.com/rss", "backend.userland.com/rss2", "backend.userland.com/rss2.1",
      "blogs.law.harvard.edu/tech/rss", "cyber.law.harvard.edu/rss/rss.html", "purl.org/net/rss1.1",
    ],
    prefixes: ["rss"])
  static let rdf = Vocabulary(uris: ["w3.org/1999/02/22-rdf-syntax-ns"], prefixes: ["rdf"])
  static let xhtml = Vocabulary(uris: ["w3.org/1999/xhtml"], prefixes: ["xhtml"])
  static let xml = Vocabulary(uris: ["w3.org/xml/1998/namespace"], prefixes: ["xml"])
  static let unknown = Vocabulary(uris: [])
}

extension FeedReader {
  /// Reads an element of the feed that is not the format's own.
  mutating func readFeedExtension() {
    vocabularies[Int(namespace.rawValue)].readFeedElement(&self)
  }

  /// Reads an element of an item that is not the format's own.
  mutating func readItemExtension() {
    vocabularies[Int(namespace.rawValue)].readItemElement(&self)
  }
}
