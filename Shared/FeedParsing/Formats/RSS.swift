internal import Castwire

/// RSS 0.90 to 2.0, RSS 1.0 (RDF) among them.
extension FeedReader {
  mutating func readRSS() -> FeedFormat {
    let format = attribute(.version).flatMap(FeedReader.format(ofVersion:)) ?? .rss20
    readRSSRoot()
    return format
  }

  mutating func readRDF() -> FeedFormat {
    let isNetscape =
      scanner.bindings.isBound(to: "my.netscape.com/rdf/simple/0.9")
      || scanner.bindings.isBound(to: "channel.netscape.com/rdf/simple/0.9")
    readRSSRoot()
    return isNetscape ? .rss090 : .rss10
  }

  /// A channel that no `rss` element is around.
  mutating func readBareChannel() -> FeedFormat {
    scanner.diagnostics.report("no-root", at: scanner.tagStart, "a channel without an <rss> element around it")
    readChannel()
    return .rss20
  }

  private static func format(ofVersion version: String) -> FeedFormat? {
    switch version {
    case "0.90": .rss090
    case "0.91": .rss091
    case "0.92": .rss092
    case "0.93": .rss093
    case "0.94": .rss094
    case "1.0", "1": .rss10
    default: .rss20
    }
  }

  mutating func readRSSRoot() {
    readLanguage()
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.nextTag() {
      case .finished: return
      case .text, .end: continue
      case .start where namespace == .core && name == .channel: readChannel()
      // A root in a root: what it holds is read as if it were not there.
      case .start where namespace == .core && (name == .rss || name == .rdf): reportRepeatedRoot()
      case .start: readChannelElement()
      }
    }
  }

  private mutating func readChannel() {
    readLanguage()
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.nextTag() {
      case .finished: return
      case .text, .end: continue
      case .start where namespace == .core && (name == .channel || name == .rss): reportRepeatedRoot()
      case .start: readChannelElement()
      }
    }
  }

  private mutating func readChannelElement() {
    switch (namespace, name) {
    case (.core, .item): readRSSItem()
    case (.core, .entry), (.atom, .entry): readAtomEntry()
    case (.core, .title): feed.title.offer(readCandidate(.unknown, rank: 5))
    case (.core, .description): feed.description.offer(readCandidate(.html, rank: 5))
    case (.core, .link): readRSSFeedLink()
    case (.core, .language): feed.language.offer(readString(), rank: 5)
    case (.core, .copyright): feed.feed.copyright = readPlainText()
    case (.core, .generator): feed.feed.generator = readPlainText()
    case (.core, .managingeditor): feed.author.offer(readPersonName(), rank: 2)
    case (.core, .author): offerFeedAuthor(readAtomPerson(), rank: 3)
    case (.core, .category): if let category = readCategory() { feed.categories.append(category) }
    case (.core, .image): readFeedImage()
    case (.core, .lastbuilddate): feed.updated.offer(readDate(), rank: 3)
    case (.core, .pubdate): feed.updated.offer(readDate(), rank: 1)
    case (.core, .ttl): feed.feed.ttlMinutes = readPositive()
    case (.core, .skiphours): readSkipHours()
    case (.core, .skipdays): readSkipDays()
    case (.core, .redirect): readRedirect()
    default: readFeedExtension()
    }
  }

  mutating func readRSSItem() {
    draft.reset()
    draft.guid = attribute(.about, in: .rdf)
    draft.language.offer(attribute(.lang, in: .xml), rank: 1)
    readItemElements()
    addItem()
  }

  /// Reads the rest of an element that is written like an item, into the draft.
  mutating func readItemElements() {
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.nextTag() {
      case .finished: return
      case .text, .end: continue
      case .start: readRSSItemElement()
      }
    }
  }

  private mutating func readRSSItemElement() {
    switch (namespace, name) {
    case (.core, .title): draft.title.offer(readCandidate(.unknown, rank: 5))
    case (.core, .description), (.core, .summary): offerDescription()
    case (.core, .body), (.core, .fullitem): draft.content.offer(readCandidate(.html, rank: 11))
    case (.xhtml, .body): draft.content.offer(readXHTML(rank: 11))
    case (.core, .link): readRSSItemLink()
    case (.core, .guid): readGUID()
    case (.core, .pubdate): draft.published.replace(readDate(), rank: 5)
    case (.core, .author): offerItemAuthor(readAtomPerson(), rank: 3)
    case (.core, .enclosure): readEnclosure()
    case (.core, .category): if let category = readCategory() { draft.item.categories.append(category) }
    case (.core, .image): draft.image.offer(readImage(), rank: 3)
    case (.core, .comments): draft.item.commentsURL = readURL() ?? draft.item.commentsURL
    case (.core, let name?): readAtomElementOfItem(name)
    default: readItemExtension()
    }
  }

  /// Atom's names in an RSS item: what RSS itself says of the same thing comes before them.
  private mutating func readAtomElementOfItem(_ name: MarkupName) {
    switch name {
    case .id where draft.guid == nil: readAtomID()
    case .published, .issued, .created: draft.published.offer(readDate(), rank: 1)
    case .updated, .modified: draft.updated.offer(readDate(), rank: 1)
    case .content: readAtomContent()
    default: readItemExtension()
    }
  }

  /// Where an item has both a description and a summary, the second is the content.
  private mutating func offerDescription() {
    let candidate = readCandidate(.html, rank: 5)
    if draft.description.list.contains(where: { $0.rank == 5 }) {
      draft.content.offer(TextCandidate(raw: candidate.raw, kind: .html, base: candidate.base, rank: 1))
    } else {
      draft.description.offer(candidate)
    }
  }

  mutating func readGUID() {
    let isPermaLink = attribute(.ispermalink, { Numbers.truth($0) })
    guard let guid = readString() else { return }
    (draft.guid, draft.isPermaLink) = (guid, isPermaLink)
  }

  mutating func readEnclosure() {
    let type = attribute(.type)
    let length = positiveAttribute(.length)
    let given = urlAttribute(.url) ?? urlAttribute(.href) ?? urlAttribute(.src)
    if let url = given ?? readURL() { draft.item.enclosures.append(enclosure(url: url, type: type, length: length)) }
    if given != nil { scanner.skipElement() }
  }

  private mutating func readRSSFeedLink() {
    if attribute(.href) != nil { readAtomFeedLink() } else { feed.link.offer(readURL(), rank: 5) }
  }

  private mutating func readRSSItemLink() {
    if attribute(.href) != nil { readAtomItemLink() } else { draft.link.offer(readURL(), rank: 5) }
  }

  // MARK: Structures

  /// The address of a picture: in an attribute, in a child or in the text; or in a link, if that leads to one.
  mutating func readImage() -> String? {
    var url = urlAttribute(.href) ?? urlAttribute(.url)
    var link: String?
    let outside = scanner.depth - 1
    var text = RawText()
    while scanner.depth > outside {
      switch scanner.next() {
      case .finished: return url
      case .end: continue
      case .text: if text.isEmpty, !scanner.document[scanner.text].isBlank { text = RawText(range: scanner.text) }
      case .start where name == .url: url = url ?? readURL()
      case .start where name == .link: link = link ?? readPictureURL()
      case .start: scanner.skipElement()
      }
    }
    let base = base
    return url ?? link ?? (text.isEmpty ? nil : withDecoded(text) { URLReference.absolute($0, base: base) })
  }

  /// A link to a page is no mistake here.
  private mutating func readPictureURL() -> String? {
    let base = base
    let raw = scanner.readText()
    let url = withDecoded(raw) { URLReference.absolute($0, base: base) }
    return url.flatMap { FeedReader.isPicture($0) ? $0 : nil }
  }

  private static func isPicture(_ url: String) -> Bool {
    MediaType.type(declared: nil, url: url).type?.hasPrefix("image/") == true
  }

  /// The picture of an RDF channel, which is described beside the channel, or in careless feeds nowhere at all: then its name
  /// is its address.
  private mutating func readFeedImage() {
    if let name = urlAttribute(.resource, in: .rdf), FeedReader.isPicture(name) { feed.image.offer(name, rank: 0) }
    feed.image.offer(readImage(), rank: 3)
  }

  mutating func readCategory() -> String? {
    let label = attribute(.label) ?? attribute(.term) ?? attribute(.text)
    return readPlainText() ?? label
  }

  private mutating func readSkipHours() {
    var hours: [Int] = []
    readChildren { reader in
      guard reader.name == .hour || reader.name == .hours else { return reader.scanner.skipElement() }
      // Some count the hours from 1 to 24.
      if let hour = reader.readCount(), hour <= 24, !hours.contains(hour % 24) { hours.append(hour % 24) }
    }
    feed.feed.skipHours = hours.isEmpty ? nil : hours
  }

  private mutating func readSkipDays() {
    var days: [String]?
    readChildren(named: .day) { reader in
      if let day = reader.readPlainText() { days.append(day) }
    }
    feed.feed.skipDays = days
  }

  /// A feed that has nothing but the address where it went.
  private mutating func readRedirect() {
    readChildren(named: .newLocation) { reader in
      if let url = reader.readURL() { reader.feed.feed.newFeedURL = url }
    }
  }

  /// Reads the children of one name, whatever their namespace, and passes over the others.
  mutating func readChildren(named wanted: MarkupName, _ read: (inout FeedReader) -> Void) {
    readChildren { reader in
      if reader.name == wanted { read(&reader) } else { reader.scanner.skipElement() }
    }
  }

  /// Reads all children; `read` must come to the end of each.
  mutating func readChildren(_ read: (inout FeedReader) -> Void) {
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.nextTag() {
      case .finished: return
      case .text, .end: continue
      case .start: read(&self)
      }
    }
  }

  /// `xml:lang` of an element that the whole feed stands in.
  mutating func readLanguage() {
    feed.language.offer(attribute(.lang, in: .xml), rank: 1)
  }
}
