internal import Castwire

/// Reads one JSON Feed, version 1.0 or 1.1 (https://jsonfeed.org). Extensions, whose names begin with `_`, are passed
/// over.
struct JSONFeedReader: ~Copyable {
  var scanner: JSONScanner
  /// The value at hand, as far as the scanner reported it: what reads it reads on from here to its end.
  var event = JSONScanner.Event.finished
  /// Makes the feed and its items of what is read here.
  var feedReader: FeedReader
  private var version: String?
  private var hasTitle = false
  private var hasItems = false

  /// - Parameter feedReader: a reader of the same document that has read nothing of it.
  init(_ feedReader: consuming FeedReader) {
    scanner = JSONScanner(document: feedReader.scanner.document)
    self.feedReader = feedReader
  }

  /// Whether a document is meant as JSON.
  static func isJSON(_ document: ByteView) -> Bool {
    let text = document.trimmed
    return !text.isEmpty && (text[0] == UInt8(ascii: "{") || text[0] == UInt8(ascii: "["))
  }

  mutating func read(encoding: String) throws(FeedParsingError) -> ParsedFeed {
    event = scanner.next()
    if event == .objectStart {
      readObject { $0.readFeedMember($1) }
      // Whatever follows the object is reported.
      _ = scanner.next()
    }
    let format = try format()
    if scanner.isTruncated {
      scanner.diagnostics.report(
        "truncated", at: scanner.document.count, "the document was cut off before the end of its object")
    }
    feedReader.finishIdentifiers()
    let feed = feedReader.finishedFeed()
    let diagnostics =
      feedReader.scanner.diagnostics.list(in: scanner.document) + scanner.diagnostics.list(in: scanner.document)
    return ParsedFeed(
      format: format, encoding: encoding, diagnostics: diagnostics, feed: feed, items: feedReader.items)
  }

  /// By the version that it gives; without one, what has a title and items is a feed of the newest.
  private mutating func format() throws(FeedParsingError) -> FeedFormat {
    if let version = version?.lowercased(), let place = version.firstRange(of: "jsonfeed.org/version/") {
      let number = version[place.upperBound...].prefix { $0.isNumber || $0 == "." }
      if number == "1" || number == "1.0" { return .json10 }
      if number != "1.1" {
        scanner.diagnostics.report("unknown-version", at: nil, "JSON Feed “\(number.prefix(20))” is read as 1.1")
      }
      return .json11
    }
    guard hasTitle, hasItems else { throw FeedParsingError(.json, "this is JSON, but not a feed") }
    scanner.diagnostics.report("no-version", at: nil, "a JSON Feed that does not say its version is read as 1.1")
    return .json11
  }

  private mutating func readFeedMember(_ name: JSONName?) {
    switch name {
    case .version: version = readString()
    case .title:
      hasTitle = event == .string
      if let title = readText(.plain, rank: 5) { feedReader.feed.title.offer(title) }
    case .items:
      hasItems = event == .arrayStart
      readList { $0.readItem() }
    case .description: if let text = readText(.plain, rank: 5) { feedReader.feed.description.offer(text) }
    case .homePageURL: feedReader.feed.link.replace(readURL(), rank: 5)
    case .feedURL: feedReader.feed.feed.selfURL = readURL()
    case .nextURL: feedReader.feed.feed.nextPageURL = readURL()
    case .icon: feedReader.feed.image.offer(readURL(), rank: 3)
    case .favicon:
      feedReader.feed.feed.iconURL = readURL()
      feedReader.feed.image.offer(feedReader.feed.feed.iconURL, rank: 1)
    case .author, .authors: readList { $0.feedReader.offerFeedAuthor($0.readAuthor(), rank: 3) }
    case .language: feedReader.feed.language.replace(readString(), rank: 5)
    case .expired: feedReader.feed.feed.complete = readTruth()
    case .hubs: readList { $0.readHub() }
    default: skipValue()
    }
  }

  /// A hub. Other types than WebSub are none that anyone could use.
  private mutating func readHub() {
    var (url, type): (String?, String?)
    readObject { reader, name in
      switch name {
      case .url: url = reader.readURL()
      case .type: type = reader.readString()?.lowercased()
      default: reader.skipValue()
      }
    }
    if let url, type == nil || type == "websub" || type == "pubsubhubbub" {
      feedReader.feed.feed.hubURLs.append(url)
    }
  }

  /// An author; in sloppy feeds the name stands alone.
  mutating func readAuthor() -> Person? {
    if event == .string { return readPlainText().map { Person(name: $0) } }
    var (authorName, link, imageURL): (String?, String?, String?)
    readObject { reader, name in
      switch name {
      case .name: authorName = reader.readPlainText()
      case .url: link = reader.readURL()
      case .avatar: imageURL = reader.readURL()
      default: reader.skipValue()
      }
    }
    return authorName.map { Person(name: $0, imageURL: imageURL, link: link) }
  }
}
