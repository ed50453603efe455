internal import Castwire

/// Reads one OPML document.
struct OPMLReader: ~Copyable {
  private var scanner: MarkupScanner
  private var scratch = ByteBuffer()
  private var reader = HTMLReader()
  private var title: String?
  private var subscriptions: [OPML.Subscription] = []
  /// The most feeds that are taken from a list, and the most folders in each other that are told of.
  private static let subscriptionLimit = 100_000
  private static let folderLimit = 16

  init(document: ByteView) {
    scanner = MarkupScanner(document: document)
  }

  mutating func read() throws(FeedParsingError) -> OPML.Document {
    var event = scanner.next()
    while event != .start {
      guard event != .finished else { throw RootCheck.noRoot(in: scanner.document) }
      event = scanner.next()
    }
    switch scanner.element.name {
    case .opml, .body, .outline: break
    case .rss, .feed, .rdf:
      throw FeedParsingError(.otherXML, "this is a feed, not a list of feeds (OPML): follow it instead")
    default: throw RootCheck.error(forRoot: scanner.element, in: scanner.document, wanted: "a list of feeds (OPML)")
    }
    if scanner.element.name == .outline { readOutline(in: []) } else { readOutlines(in: []) }
    if scanner.isTruncated {
      scanner.diagnostics.report("truncated", at: scanner.document.count, "the list was cut off before its end")
    }
    return OPML.Document(
      title: title, subscriptions: subscriptions, diagnostics: scanner.diagnostics.list(in: scanner.document))
  }

  /// Reads the children of the element that was just begun. Recursion ends with the scanner's limit of depth.
  private mutating func readOutlines(in folders: [String]) {
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.next() {
      case .finished: return
      case .text, .end: continue
      case .start:
        switch scanner.element.name {
        case .outline: readOutline(in: folders)
        case .head, .body: readOutlines(in: folders)
        case .title:
          let raw = scanner.readText()
          title = title ?? text(of: raw)
        default: scanner.skipElement()
        }
      }
    }
  }

  private mutating func readOutline(in folders: [String]) {
    let offset = scanner.tagStart
    let name = text(of: .title) ?? text(of: .text)
    let isComment = text(of: .isComment) == "true"
    let isFeed = ["rss", "atom"].contains(text(of: .type)?.lowercased())
    guard let raw = scanner.attribute(.xmlurl) ?? (isFeed ? scanner.attribute(.url) : nil), !isComment else {
      let before = subscriptions.count + scanner.diagnostics.count
      readOutlines(in: inner(folders, name))
      // A folder holds something, and a comment is nothing to follow.
      let isFolder = subscriptions.count + scanner.diagnostics.count > before && !isFeed
      if !isFolder, !isComment { report(name, at: offset) }
      return
    }
    let url = scanner.withDecoded(raw, scratch: &scratch) { URLReference.absolute($0, base: nil) }
    let link = scanner.attribute(.htmlurl).flatMap { raw in
      scanner.withDecoded(raw, scratch: &scratch) { URLReference.absolute($0, base: nil) }
    }
    if url != nil, subscriptions.count == OPMLReader.subscriptionLimit {
      scanner.diagnostics.reportOnce(
        "too-many-feeds", at: offset, "only the first \(OPMLReader.subscriptionLimit) feeds are read")
    } else if let url {
      subscriptions.append(OPML.Subscription(url: url, title: name, link: link, folders: folders))
    } else {
      let isFile = scanner.withDecoded(raw, scratch: &scratch) { $0.trimmed.matchesIgnoringCase("file:", at: 0) }
      scanner.diagnostics.report(
        "bad-url", at: offset,
        isFile
          ? "the outline “\(name ?? "")” has a file: address, which an OPML file may not bring; follow it with 'castwire "
            + "follow'"
          : "the outline “\(name ?? "")” has an address that is none")
    }
    readOutlines(in: inner(folders, name))
  }

  private func inner(_ folders: [String], _ name: String?) -> [String] {
    guard let name, folders.count < OPMLReader.folderLimit else { return folders }
    return folders + [name]
  }

  private mutating func report(_ name: String?, at offset: Int) {
    let name = name.map { "“\($0.prefix(80))”" } ?? "without a name"
    scanner.diagnostics.report(
      "outline-without-url", at: offset, "the outline \(name) has no xmlUrl: it was passed over")
  }

  private mutating func text(of attribute: MarkupName) -> String? {
    scanner.attribute(attribute).flatMap { text(of: $0) }
  }

  private mutating func text(of raw: RawText) -> String? {
    scanner.withDecoded(raw, scratch: &scratch) { reader.read(text: $0, as: .text) }
    return reader.plainText.isEmpty ? nil : reader.plainText.trustedString
  }
}
