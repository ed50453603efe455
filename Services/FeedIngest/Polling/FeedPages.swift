internal import Castwire
internal import FeedParsing

/// A feed's document and the pages of its history that it names (RFC 5005, section 3), as far as they were read.
///
/// The newest document says what the feed is; of the others only items are taken that it has not got.
struct FeedPages: Sendable {
  /// So many pages beside the document itself.
  static let limit = 20

  private let document: ParsedFeed
  private let digest: String
  private let response: FetchResponse
  private var history: [FeedItem] = []
  private var identifiers: Set<String>
  private var visited: Set<String>
  private var pageCount = 0
  /// Of all pages, in bytes.
  private(set) var size: Int
  private var nextURL: String?
  /// A page's server that asks to be left alone.
  var throttled: PollFailure?

  /// - Parameters:
  ///   - digest: of the document's bytes, which are `size`.
  init(_ document: ParsedFeed, digest: String, size: Int, _ response: FetchResponse) {
    self.document = document
    self.digest = digest
    self.response = response
    self.size = size
    identifiers = Set(document.items.compactMap(\.identifier))
    visited = [response.effectiveURL]
    nextURL = document.feed.nextPageURL
  }

  /// The page to read next; nil where there is none that is worth it.
  var next: String? {
    guard let nextURL, FetchURL.isFollowable(nextURL), !visited.contains(FetchURL.redacted(nextURL)),
      pageCount < Self.limit, size < FeedParser.sizeLimit, document.items.count + history.count < FeedParser.itemLimit
    else { return nil }
    return nextURL
  }

  /// Takes in a page, unless all together are then larger than one document may be.
  mutating func add(_ page: ParsedFeed, size: Int, _ response: FetchResponse) {
    guard self.size + size <= FeedParser.sizeLimit,
      document.items.count + history.count + page.items.count <= FeedParser.itemLimit
    else {
      nextURL = nil
      return
    }
    for item in page.items where item.identifier.map({ identifiers.insert($0).inserted }) ?? true {
      history.append(item)
    }
    if let nextURL { visited.insert(FetchURL.redacted(nextURL)) }
    visited.insert(response.effectiveURL)
    pageCount += 1
    self.size += size
    nextURL = page.feed.nextPageURL
  }

  /// All of it.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot hold.
  func outcome() throws -> PollResult.Outcome {
    .document(
      try PreparedDocument(document, history: history, response, throttled: throttled), digest: digest, response)
  }
}
