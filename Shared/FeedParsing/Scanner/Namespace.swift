/// The vocabularies that the parser knows.
enum Namespace: UInt8, CaseIterable {
  /// The format's own vocabulary: RSS without a namespace or with one of its own, or whatever the root element has.
  case core
  case atom, commentAPI, content, dublinCore, dublinCoreTerms, feedHistory, flickr, googlePlay, itunes, media, podcast
  case rdf, slash, syndication, threading, xhtml, xml, youTube
  case other

  /// How it is known and read.
  var vocabulary: Vocabulary {
    switch self {
    case .core: .core
    case .atom: .atom
    case .commentAPI: .commentAPI
    case .content: .content
    case .dublinCore: .dublinCore
    case .dublinCoreTerms: .dublinCoreTerms
    case .feedHistory: .feedHistory
    case .flickr: .flickr
    case .googlePlay: .googlePlay
    case .itunes: .itunes
    case .media: .media
    case .podcast: .podcast
    case .rdf: .rdf
    case .slash: .slash
    case .syndication: .syndication
    case .threading: .threading
    case .xhtml: .xhtml
    case .xml: .xml
    case .youTube: .youTube
    case .other: .unknown
    }
  }

  /// By what `key(forURI:)` makes of a URI.
  static let byURI = NameTable<Namespace>(
    allCases.flatMap { namespace in namespace.vocabulary.uris.map { ($0, namespace) } })

  /// What a prefix usually stands for, where the document does not say.
  static let byUsualPrefix = NameTable<Namespace>(
    allCases.flatMap { namespace in namespace.vocabulary.prefixes.map { ($0, namespace) } })

  /// The hash under which a URI as written is looked up: case, scheme, white space and trailing punctuation do not count.
  static func key(forURI uri: ByteView) -> NameHash {
    let uri = uri.trimmed
    var lower = 0
    var upper = uri.count
    if uri.matchesIgnoringCase("http://", at: 0) { lower = 7 }
    if uri.matchesIgnoringCase("https://", at: 0) { lower = 8 }
    if uri.matchesIgnoringCase("www.", at: lower) { lower += 4 }
    while upper > lower,
      uri[upper - 1] == UInt8(ascii: "/") || uri[upper - 1] == UInt8(ascii: "#") || ASCII.isSpace(uri[upper - 1])
    {
      upper -= 1
    }
    let rest = uri[lower..<upper]
    guard (0..<rest.count).contains(where: { ASCII.isSpace(rest[$0]) }) else { return NameHash(rest) }
    return rest.buffer.filter { !ASCII.isSpace($0) }.withUnsafeBufferPointer { NameHash(ByteView($0)) }
  }
}
