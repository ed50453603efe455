/// The vocabularies that the parser knows. To add one, add it here and a file in Namespaces.
enum Namespace {
  /// The format's own vocabulary: RSS without a namespace or with one of its own, or whatever the root element has.
  case core
  case atom, itunes, content, dublinCore, dublinCoreTerms, media, podcast, rdf, xhtml, xml, googlePlay
  case other

  /// By URI without scheme, `www.`, trailing slashes and `#`, in lower case.
  static let byURI = NameTable<Namespace>([
    ("", .core),
    ("purl.org/rss/1.0", .core),
    ("my.netscape.com/rdf/simple/0.9", .core),
    ("channel.netscape.com/rdf/simple/0.9", .core),
    ("backend.userland.com/rss", .core),
    ("backend.userland.com/rss2", .core),
    ("backend.userland.com/rss2.1", .core),
    ("blogs.law.harvard.edu/tech/rss", .core),
    ("cyber.law.harvard.edu/rss/rss.html", .core),
    ("w3.org/2005/atom", .atom),
    ("purl.org/atom/ns", .atom),
    ("purl.org/echo", .atom),
    ("purl.org/pie", .atom),
    ("purl.org/net/rss1.1", .core),
    ("itunes.com/dtds/podcast-1.0.dtd", .itunes),
    ("purl.org/rss/1.0/modules/content", .content),
    ("purl.org/dc/elements/1.1", .dublinCore),
    ("purl.org/dc/elements/1.0", .dublinCore),
    ("purl.org/dc/terms", .dublinCoreTerms),
    ("search.yahoo.com/mrss", .media),
    ("video.search.yahoo.com/mrss", .media),
    ("tools.search.yahoo.com/mrss", .media),
    ("podcastindex.org/namespace/1.0", .podcast),
    ("github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md", .podcast),
    ("w3.org/1999/02/22-rdf-syntax-ns", .rdf),
    ("w3.org/1999/xhtml", .xhtml),
    ("w3.org/xml/1998/namespace", .xml),
    ("google.com/schemas/play-podcasts/1.0", .googlePlay),
    ("google.com/schemas/play-podcasts/1.0/play-podcasts.xsd", .googlePlay),
  ])

  /// What a prefix usually stands for, where the document does not say.
  static let byUsualPrefix = NameTable<Namespace>([
    ("rss", .core), ("atom", .atom), ("atom10", .atom), ("itunes", .itunes), ("content", .content),
    ("dc", .dublinCore), ("dcterms", .dublinCoreTerms), ("media", .media), ("podcast", .podcast), ("rdf", .rdf),
    ("xhtml", .xhtml), ("xml", .xml), ("googleplay", .googlePlay),
  ])

  /// The hash under which a URI as written is looked up: case, scheme and trailing punctuation do not count.
  static func key(forURI uri: ByteView) -> NameHash {
    var lower = 0
    var upper = uri.count
    if uri.matchesIgnoringCase("http://", at: 0) { lower = 7 }
    if uri.matchesIgnoringCase("https://", at: 0) { lower = 8 }
    if uri.matchesIgnoringCase("www.", at: lower) { lower += 4 }
    while upper > lower, uri[upper - 1] == UInt8(ascii: "/") || uri[upper - 1] == UInt8(ascii: "#") { upper -= 1 }
    return NameHash(uri[lower..<upper])
  }
}
