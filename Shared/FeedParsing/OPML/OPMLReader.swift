internal import Castwire

/// Reads one OPML document.
struct OPMLReader: ~Copyable {
  private var scanner: MarkupScanner
  private var scratch = ByteBuffer()
  private var reader = HTMLReader()
  private var title: String?
  private var subscriptions: [OPML.Subscription] = []
  /// Of each outline somebody wants to know that it names no feed, not of the first few alone.
  private var problems = Diagnostics(limitOfKind: 1_000)
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
      problems.report("truncated", at: scanner.document.count, "the list was cut off before its end")
    }
    let defects = scanner.diagnostics.list(in: scanner.document)
    return OPML.Document(
      title: title, subscriptions: subscriptions,
      problems: problems.list(in: scanner.document) + defects.filter { $0.code == "too-deep" },
      diagnostics: defects.filter { $0.code != "too-deep" })
  }

  /// Reads the children of the element that was just begun. Recursion ends with the scanner's limit of depth.
  ///
  /// - Returns: whether there are outlines among them.
  @discardableResult
  private mutating func readOutlines(in folders: [String]) -> Bool {
    let outside = scanner.depth - 1
    var hasOutlines = false
    while scanner.depth > outside {
      switch scanner.next() {
      case .finished: return hasOutlines
      case .text, .end: continue
      case .start:
        switch scanner.element.name {
        case .outline:
          hasOutlines = true
          readOutline(in: folders)
        case .head, .body: readOutlines(in: folders)
        case .title:
          let raw = scanner.readText()
          title = title ?? text(of: raw)
        default: scanner.skipElement()
        }
      }
    }
    return hasOutlines
  }

  private mutating func readOutline(in folders: [String]) {
    let offset = scanner.tagStart
    // What is commented out is so with all that it holds (OPML 2.0).
    if text(of: .isComment)?.lowercased() == "true" { return scanner.skipElement() }
    let name = text(of: .title) ?? text(of: .text)
    let type = text(of: .type)?.lowercased()
    let hasPage = stated(.htmlurl) != nil
    let isFeed = type == "rss" || type == "atom"
    if let raw = stated(.xmlurl) ?? (isFeed || type == "link" ? stated(.url) : nil) {
      // A link leads to a feed or to the page of one, but for lists (OPML 2.0, inclusion).
      if type == "link", isList(raw) {
        reportInclusion(name, at: offset)
      } else {
        subscribe(to: raw, name, folders, offset)
      }
      readOutlines(in: inner(folders, name))
    } else {
      let isInclusion = type == "include" && stated(.url) != nil
      // A type says what an outline is (OPML 2.0): an episode, a playlist.
      let isOther = type.map { !["rss", "atom", "link", "include"].contains($0) } ?? false
      let isFolder = readOutlines(in: inner(folders, name)) || isOther
      if isInclusion {
        reportInclusion(name, at: offset)
      } else if !isFolder || isFeed || hasPage {
        problems.report(
          "outline-without-url", at: offset, "the outline \(OPMLReader.shown(name)) has no xmlUrl: it was passed over")
      }
    }
  }

  private mutating func subscribe(to raw: RawText, _ name: String?, _ folders: [String], _ offset: Int) {
    guard let url = absolute(raw) else {
      let isFile = scanner.withDecoded(raw, scratch: &scratch) { $0.trimmed.matchesIgnoringCase("file:", at: 0) }
      problems.report(
        "bad-url", at: offset,
        isFile
          ? "the outline \(OPMLReader.shown(name)) has a file: address, which an OPML file may not bring; follow it with 'castwire "
            + "follow'"
          : "the outline \(OPMLReader.shown(name)) has an address that is none")
      return
    }
    guard subscriptions.count < OPMLReader.subscriptionLimit else {
      problems.reportOnce(
        "too-many-feeds", at: offset, "only the first \(OPMLReader.subscriptionLimit) feeds are read")
      return
    }
    let link = stated(.htmlurl).flatMap { absolute($0) }
    subscriptions.append(OPML.Subscription(url: url, title: name, link: link, folders: folders))
  }

  private mutating func absolute(_ raw: RawText) -> String? {
    scanner.withDecoded(raw, scratch: &scratch) { URLReference.absolute($0, base: nil) }
  }

  private func inner(_ folders: [String], _ name: String?) -> [String] {
    guard let name, folders.count < OPMLReader.folderLimit else { return folders }
    return folders + [name]
  }

  // MARK: Other lists

  private mutating func isList(_ raw: RawText) -> Bool {
    guard let url = absolute(raw) else { return false }
    return url.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".opml")
  }

  private mutating func reportInclusion(_ name: String?, at offset: Int) {
    problems.report(
      "included-list", at: offset,
      "the outline \(OPMLReader.shown(name)) stands for another list, which is not fetched: import that list itself")
  }

  // MARK: Attributes

  /// An attribute that says something: some programs write all of them for each outline, empty ones too.
  private mutating func stated(_ attribute: MarkupName) -> RawText? {
    guard let raw = scanner.attribute(attribute),
      scanner.withDecoded(raw, scratch: &scratch, { !$0.trimmed.isEmpty })
    else { return nil }
    return raw
  }

  private static func shown(_ name: String?) -> String {
    name.map { "“\($0.prefix(80))”" } ?? "without a name"
  }

  private mutating func text(of attribute: MarkupName) -> String? {
    scanner.attribute(attribute).flatMap { text(of: $0) }
  }

  private mutating func text(of raw: RawText) -> String? {
    scanner.withDecoded(raw, scratch: &scratch) { reader.read(text: $0, as: .text) }
    return reader.plainText.isEmpty ? nil : reader.plainText.trustedString
  }
}
