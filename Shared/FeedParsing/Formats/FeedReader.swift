internal import Castwire

/// Reads one document: finds out its format, and gathers the feed and its items from the scanner's events.
struct FeedReader: ~Copyable {
  var scanner: MarkupScanner
  /// What the document's URLs are relative to, where it does not say.
  let documentBase: URLBase?
  var feed = FeedDraft()
  var draft = ItemDraft()
  var items: [FeedItem] = []
  var liveItems: [LiveItem]?
  var budget: OutputBudget
  /// Working space: for text that is decoded, and for what is made of it.
  var scratch = ByteBuffer(capacity: 16 * 1024)
  var reader = HTMLReader()
  /// Kept here, since a look at a static property costs more than a look into it.
  let vocabularies = Vocabulary.all

  init(document: ByteView, base: URLBase?, traits: DocumentTraits, isSurveyed: Bool) {
    scanner = MarkupScanner(document: document, traits: traits, endOfSurvey: isSurveyed ? nil : 0)
    documentBase = base
    budget = OutputBudget(documentSize: document.count)
  }

  /// What relative URLs at this place are relative to.
  var base: URLBase? { scanner.bindings.base ?? documentBase }

  var name: MarkupName? { scanner.element.name }
  var namespace: Namespace { scanner.element.namespace }

  mutating func reportEncoding(of document: DecodedDocument) {
    document.report(to: &scanner.diagnostics)
  }

  mutating func read(encoding: String) throws(FeedParsingError) -> ParsedFeed {
    let format = try readRoot()
    let isWhole = !scanner.isTruncated && readBehindRoot()
    if !isWhole {
      scanner.diagnostics.report(
        "truncated", at: scanner.document.count, "the document was cut off before the end of its root element")
    }
    finishIdentifiers()
    // Before the diagnostics: the feed's own texts are decoded only now.
    let feed = finishedFeed()
    return ParsedFeed(
      format: format, encoding: encoding, diagnostics: scanner.diagnostics.list(in: scanner.document), feed: feed,
      items: items, liveItems: liveItems)
  }

  private mutating func readRoot() throws(FeedParsingError) -> FeedFormat {
    while true {
      switch scanner.next() {
      case .start: break
      case .finished: throw RootCheck.noRoot(in: scanner.document)
      case .text, .end: continue
      }
      switch name {
      case .rss: return readRSS()
      case .rdf: return try readRDFRoot()
      case .channel: return readBareChannel()
      case .feed: return readAtom()
      default:
        guard RootCheck.skipToFeed(&scanner) else {
          throw RootCheck.error(forRoot: scanner.element, in: scanner.document)
        }
      }
    }
  }

  /// Much is written in RDF that is no feed.
  private mutating func readRDFRoot() throws(FeedParsingError) -> FeedFormat {
    let root = scanner.element
    let isRSS = ["purl.org/rss/1.0", "my.netscape.com/rdf/simple/0.9", "channel.netscape.com/rdf/simple/0.9"]
      .contains { (uri: StaticString) in scanner.bindings.isBound(to: uri) }
    let format = readRDF()
    guard isRSS || !items.isEmpty || !feed.title.isEmpty else {
      throw RootCheck.error(forRoot: root, in: scanner.document)
    }
    return format
  }

  /// Takes items also from what stands behind the root element, where nothing may: from a second document, or because an
  /// end tag came too early. The feed's own values are the first document's.
  ///
  /// Returns whether all of it is there.
  private mutating func readBehindRoot() -> Bool {
    let first = feed
    defer { feed = first }
    while true {
      switch scanner.next() {
      case .finished: return true
      case .text, .end: continue
      case .start: break
      }
      scanner.diagnostics.reportOnce(
        "element-behind-root", at: scanner.tagStart, "an element behind the end of the root element")
      switch (namespace, name) {
      case (.core, .rss): _ = readRSS()
      case (.rdf, .rdf): _ = readRDF()
      case (.core, .feed): _ = readAtom()
      case (.core, .item): readRSSItem()
      case (.core, .entry): readAtomEntry()
      default: continue
      }
      if scanner.isTruncated { return false }
    }
  }

  /// Of a root element within another one.
  mutating func reportRepeatedRoot() {
    scanner.diagnostics.reportOnce("repeated-root", at: scanner.tagStart, "a root element within another one")
  }

  /// Adds the item that was read, if all of it was there.
  mutating func addItem() {
    guard !scanner.isTruncated else { return }
    guard items.count < FeedParser.itemLimit else {
      scanner.diagnostics.reportOnce(
        "too-many-items", at: scanner.position, "only the first \(FeedParser.itemLimit) items are read")
      return
    }
    guard budget.hasRoomForItem else {
      scanner.diagnostics.reportOnce(
        "too-many-items", at: scanner.position, "items from here on take too much memory, and are left out")
      return
    }
    var item = FeedItem()
    finishItem(into: &item)
    if let shared = item.shareText() { budget.refund(shared) }
    // What few items say goes before items do.
    if item.hasExtras, !hasRoom() { item.extras = nil }
    budget.spend(item)
    reserveItems()
    items.append(consume item)
    budget.reserve(itemsToCome: itemsToCome)
  }

  /// Makes room for as many items as the document will have if it goes on like this, and a third more: an array that has to
  /// grow takes twice its size, one that is not filled only what of it is.
  private mutating func reserveItems() {
    guard items.count == items.capacity, items.count >= 256, scanner.position > 0 else { return }
    let estimate = Double(items.count) * Double(scanner.document.count) / Double(scanner.position) * 1.33
    items.reserveCapacity(max(min(Int(estimate), FeedParser.itemLimit), items.count + items.count / 8 + 1))
  }

  /// As many items as the rest of the document has if it goes on like this, and a third more.
  private var itemsToCome: Int {
    let (read, rest) = (Double(scanner.position), Double(scanner.document.count - scanner.position))
    return min(Int(Double(items.count) * rest / max(read, 1) * 1.33), FeedParser.itemLimit - items.count)
  }
}
