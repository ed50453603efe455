internal import Castwire

/// Atom 1.0 (RFC 4287) and 0.3.
extension FeedReader {
  mutating func readAtom() -> FeedFormat {
    let isOld =
      attribute(.version)?.hasPrefix("0.") == true || scanner.bindings.isBound(to: "purl.org/atom/ns")
      || scanner.bindings.isBound(to: "purl.org/echo") || scanner.bindings.isBound(to: "purl.org/pie")
    readLanguage()
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.nextTag() {
      case .finished: return isOld ? .atom03 : .atom10
      case .text, .end: continue
      case .start where namespace == .core && name == .feed: reportRepeatedRoot()
      case .start where namespace == .core: readAtomFeedElement()
      case .start: readFeedExtension()
      }
    }
    return isOld ? .atom03 : .atom10
  }

  private mutating func readAtomFeedElement() {
    switch name {
    case .entry: readAtomEntry()
    case .title: feed.title.offer(readAtomText(rank: 5))
    case .subtitle, .tagline: feed.description.offer(readAtomText(rank: 5))
    case .info: feed.description.offer(readAtomText(rank: 1))
    case .link: readAtomFeedLink()
    case .author: offerFeedAuthor(readAtomPerson(), rank: 3)
    case .rights, .copyright: feed.feed.copyright = plainText(readAtomText(rank: 0))
    case .generator: feed.feed.generator = readPlainText()
    case .logo: feed.image.offer(readURL(), rank: 3)
    case .icon: readIcon(rank: 1)
    case .updated, .modified: feed.updated.replace(readDate(), rank: 5)
    case .published: feed.updated.offer(readDate(), rank: 1)
    case .category: if let category = readCategory() { feed.categories.append(category) }
    default: readRSSElementOfAtomFeed()
    }
  }

  /// RSS's names in Atom, which has no such names: what Atom itself says of the same thing comes before them.
  private mutating func readRSSElementOfAtomFeed() {
    switch name {
    case .item: readRSSItem()
    case .description: feed.description.offer(readCandidate(.html, rank: 4))
    case .language: feed.language.offer(readString(), rank: 5)
    case .pubdate, .lastbuilddate: feed.updated.offer(readDate(), rank: 1)
    case .image: feed.image.offer(readImage(), rank: 2)
    default: scanner.skipElement()
    }
  }

  mutating func readAtomEntry() {
    draft.reset()
    draft.language.offer(attribute(.lang, in: .xml), rank: 1)
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.nextTag() {
      case .finished: return
      case .text, .end: continue
      case .start where namespace == .core: readAtomEntryElement()
      case .start: readItemExtension()
      }
    }
    addItem()
  }

  private mutating func readAtomEntryElement() {
    switch name {
    case .title: draft.title.offer(readAtomText(rank: 5))
    case .summary: draft.description.offer(readAtomText(rank: 5))
    case .content: readAtomContent()
    case .link: readAtomItemLink()
    case .id: readAtomID()
    case .published, .issued: draft.published.replace(readDate(), rank: 5)
    case .updated, .modified: draft.updated.replace(readDate(), rank: 5)
    case .created: draft.published.offer(readDate(), rank: 1)
    case .author: offerItemAuthor(readAtomPerson(), rank: 3)
    case .category: if let category = readCategory() { draft.item.categories.append(category) }
    default: readRSSElementOfAtomEntry()
    }
  }

  private mutating func readRSSElementOfAtomEntry() {
    switch name {
    case .description: draft.description.offer(readCandidate(.html, rank: 4))
    case .guid where draft.guid == nil: readGUID()
    case .pubdate: draft.published.offer(readDate(), rank: 4)
    case .enclosure: readEnclosure()
    case .comments: draft.item.commentsURL = readURL() ?? draft.item.commentsURL
    default: scanner.skipElement()
    }
  }

  mutating func readAtomContent() {
    let type = attribute(.type)
    if let url = urlAttribute(.src) {
      if let type, type.hasPrefix("audio/") || type.hasPrefix("video/") || type.hasPrefix("image/") {
        draft.item.enclosures.append(enclosure(url: url, type: type))
      }
      scanner.skipElement()
      return
    }
    draft.content.offer(readAtomText(rank: 11))
  }

  /// An id is kept as it is, but for a path on the feed's own server, which alone would name nothing.
  mutating func readAtomID() {
    let base = base
    guard var id = readString() else { return }
    if id.hasPrefix("/") { id = id.withUTF8 { URLReference.absolute(ByteView($0), base: base) } ?? id }
    (draft.guid, draft.isPermaLink) = (id, nil)
  }

  // MARK: Constructs

  /// A text construct, by its `type` and, in Atom 0.3, its `mode`.
  mutating func readAtomText(rank: Int) -> TextCandidate {
    let type = attribute(.type)?.lowercased()
    let mode = attribute(.mode)?.lowercased()
    if mode == "base64" { return readBase64(rank: rank) }
    switch type {
    case "text", "text/plain":
      let candidate = readCandidate(.plain, rank: rank)
      // Tags that were not escaped are no text.
      guard candidate.raw.owned != nil else { return candidate }
      return TextCandidate(raw: candidate.raw, kind: .unknown, base: candidate.base, rank: rank)
    case "html", "text/html": return readCandidate(.html, rank: rank)
    case "xhtml", "application/xhtml+xml":
      return mode == "escaped" ? readCandidate(.html, rank: rank) : readXHTML(rank: rank)
    case nil, "": return readCandidate(.unknown, rank: rank)
    case let type? where type.hasSuffix("+xml") || type.hasSuffix("/xml"): return readXHTML(rank: rank)
    case let type? where type.hasPrefix("text/"): return readCandidate(.unknown, rank: rank)
    // Any other media type is data; what is no media type is a mistake.
    case let type? where type.contains("/"): return readBase64(rank: rank)
    default: return readCandidate(.unknown, rank: rank)
    }
  }

  mutating func readXHTML(rank: Int) -> TextCandidate {
    let base = base
    let raw = scanner.readText(.escaped)
    return TextCandidate(raw: raw, kind: .html, base: base, rank: rank)
  }

  /// Text in base 64. Pictures and other data are written so too, and are no text at all.
  private mutating func readBase64(rank: Int) -> TextCandidate {
    let candidate = readCandidate(.html, rank: rank)
    guard let bytes = withDecoded(candidate.raw, Base64.decode) else { return candidate }
    let isText = bytes.withUnsafeBufferPointer { UTF8Check.isUTF8(ByteView($0)) }
    return TextCandidate(raw: RawText(owned: isText ? bytes : []), kind: .html, base: candidate.base, rank: rank)
  }

  mutating func readIcon(rank: Int) {
    let url = readURL()
    feed.feed.iconURL = feed.feed.iconURL ?? url
    feed.image.offer(url, rank: rank)
  }
}
