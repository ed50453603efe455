import Castwire

/// One input of libFuzzer: see script/fuzz. A property that does not hold ends the process, as a crash would, and
/// libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  var document = input[...]
  var contentType: String?
  // No document begins with one of these; without one the header is missing, so that a feed can be an input as it is.
  if let first = input.first, Int(first) < FuzzTarget.contentTypes.count {
    contentType = FuzzTarget.contentTypes[Int(first)]
    document = input.dropFirst()
  }
  FuzzTarget.check(Array(document), contentType: contentType)
  return 0
}

/// What must hold of every input.
enum FuzzTarget {
  static let contentTypes: [String?] = [
    nil, "application/rss+xml; charset=utf-8", "text/xml; charset=windows-1252", "application/xml; charset=utf-16",
    "text/xml; charset=shift_jis", "application/feed+json", "text/xml; charset=nonsense", "text/html; charset=\"",
    "text/xml; charset=gb18030",
  ]

  static func check(_ document: [UInt8], contentType: String?) {
    checkFeed(document, contentType)
    checkList(document)
    // The parser makes text UTF-8 before anything else sees it.
    checkHTML(Array(String(decoding: document, as: UTF8.self).utf8))
    checkEvents(document)
    checkMessages(document)
  }

  private static func checkFeed(_ document: [UInt8], _ contentType: String?) {
    guard let parsed = try? FeedParser.parse(document, contentType: contentType, baseURL: "https://a.example/feed")
    else { return }
    require(parsed.diagnostics.count < 300, "diagnostics are bounded")
    for item in parsed.items {
      require(item.identifier != nil && item.identifierRule != nil, "every item has an identifier and its rule")
      if let html = item.contentHTML { require(sanitized(Array(html.utf8)) == Array(html.utf8), "contentHTML is safe") }
      for text in [item.title, item.description, item.author] {
        require(text.map(isFolded) ?? true, "text is folded and has no control characters")
      }
      for url in [item.link, item.enclosureURL, item.imageURL] {
        require(url.map(isAddress) ?? true, "addresses are absolute and of ASCII alone")
      }
    }
  }

  private static func checkList(_ document: [UInt8]) {
    guard let list = try? OPML.document(in: document) else { return }
    for subscription in list.subscriptions { require(isAddress(subscription.url), "addresses are absolute") }
  }

  private static func checkHTML(_ document: [UInt8]) {
    let once = sanitized(document)
    require(sanitized(once) == once, "what is made safe once does not change a second time")
    // Addresses that run something need no look of their own: the second pass would take them out.
    for word in ["<script", "<style", "<iframe", "<object", "<form", "<svg"] {
      require(!contains(word, in: once), "\(word) is left out")
    }
  }

  /// What libxml2 calls well-formed, the scanner reads as libxml2 does, and finds nothing wrong with.
  private static func checkEvents(_ document: [UInt8]) {
    guard let expected = LibXML2Events.events(of: document) else { return }
    let (events, diagnostics) = ScannerEvents.eventsAndDiagnostics(of: document)
    // Items never nest, whatever XML says.
    if diagnostics.contains("unclosed-element") { return }
    require(diagnostics.isEmpty, "a well-formed document has no defects: \(diagnostics)")
    guard events != expected else { return }
    let index = zip(events, expected).prefix { $0 == $1 }.count
    let (ours, theirs) = (events.dropFirst(index).first ?? "nothing", expected.dropFirst(index).first ?? "nothing")
    fail("event \(index) is \(ours.debugDescription), libxml2 has \(theirs.debugDescription)")
  }

  // MARK: Properties

  private static func sanitized(_ html: [UInt8]) -> [UInt8] {
    var reader = HTMLReader()
    html.withUnsafeBufferPointer { reader.read(html: ByteView($0), as: .html) }
    return Array(reader.safeHTML.buffer)
  }

  private static func contains(_ word: String, in bytes: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { start in
      bytes[start...].prefix(word.count).elementsEqual(word) { $0 | 0x20 == $1 | 0x20 }
    }
  }

  private static func isFolded(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return !zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 } && !bytes.contains { $0 < 0x20 }
      && bytes.first != 0x20 && bytes.last != 0x20
  }

  private static func isAddress(_ url: String) -> Bool {
    url.utf8.contains(UInt8(ascii: ":")) && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
  }

  static func require(_ holds: Bool, _ property: @autoclosure () -> String) {
    if !holds { fail(property()) }
  }

  static func fail(_ property: String) -> Never {
    print("does not hold: \(property)")
    fatalError(property)
  }
}
