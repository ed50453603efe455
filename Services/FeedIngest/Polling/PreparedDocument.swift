internal import Castwire
internal import CastwireBus
internal import Foundation

/// A feed document made ready for comparison: what costs time is done before the loop gets it.
struct PreparedDocument: Sendable {
  /// An item and what it is compared by.
  struct Item: Sendable {
    let item: FeedItem
    /// Of all its fields but the counts that visitors change and what signs addresses for a time.
    let digest: String
    /// The enclosure's address without what signs it for a time.
    let file: String?
    let identifierCount: Int
    let linkCount: Int
    let enclosureCount: Int
    /// The fields that were cut for size.
    let truncated: [String]?

    /// When it was published, in milliseconds since 1970.
    var publicationTime: Int64? {
      // Of what can be a time at all.
      item.publicationDate.flatMap { Int64(exactly: ($0.timeIntervalSince1970 * 1_000).rounded()) }
    }
  }

  let details: FeedDetails
  /// The fields of `details` that were cut for size.
  let truncatedDetails: [String]?
  /// In document order, those of its history behind them.
  let items: [Item]
  /// How many of them the document itself has: the others are from the pages of its history.
  let ownCount: Int
  /// True where the document broke off: what is missing from it may still be in the feed.
  let isTruncated: Bool
  /// True where a hub sent it, which may send what is new alone.
  let isPushed: Bool
  let diagnostics: [FeedDiagnostic]
  /// The server of a page of its history that asks to be left alone.
  let throttled: PollFailure?

  /// - Parameters:
  ///   - history: items of the feed that are in the pages of its history.
  ///   - response: what the feed's server said with it.
  ///   - throttled: what the server of a page said that asks to be left alone.
  /// - Throws: `EncodingError` for a number that JSON cannot hold.
  init(
    _ feed: ParsedFeed, history: [FeedItem] = [], _ response: FetchResponse? = nil, throttled: PollFailure? = nil,
    isPushed: Bool = false
  )
    throws
  {
    self.isPushed = isPushed
    self.throttled = throttled
    ownCount = feed.items.count
    var stated = Self.withoutCredentials(feed.feed)
    // What the server says comes before what the feed says itself (WebSub, section 4), and the two are not mixed.
    if let response, let hub = response.hubURLs.first {
      (stated.hubURL, stated.hubURLs) = (hub, response.hubURLs)
      stated.selfURL = response.selfURL ?? stated.selfURL
    }
    (details, truncatedDetails) = try ItemSize.details.fitted(stated)
    diagnostics = feed.diagnostics
    isTruncated = feed.diagnostics.contains { $0.code == "truncated" }
    let fitted = try (feed.items + history).map { try ItemSize.item.fitted($0) }
    // Of the items as they are published: a name that was cut may be another's, too.
    let identifiers = Self.counts(fitted.map(\.model.identifier))
    let links = Self.counts(fitted.map(\.model.link))
    let enclosures = Self.counts(fitted.map(\.model.enclosureURL))
    items = try fitted.map { item, truncated in
      var compared = item
      compared.numberOfViews = nil
      compared.numberOfFavorites = nil
      compared.numberOfRatings = nil
      compared.averageRating = nil
      compared.commentCount = nil
      return Item(
        item: item, digest: Identity.digest(of: Identity.stableText(try BusCoder.encode(compared))),
        file: item.enclosureURL.map(Identity.stableURL),
        identifierCount: item.identifier.flatMap { identifiers[$0] } ?? 0,
        linkCount: item.link.flatMap { links[$0] } ?? 0,
        enclosureCount: item.enclosureURL.flatMap { enclosures[$0] } ?? 0, truncated: truncated)
    }
  }

  /// Servers that know who asks may write it into the addresses that a feed gives of itself.
  private static func withoutCredentials(_ details: FeedDetails) -> FeedDetails {
    var details = details
    let addresses: [WritableKeyPath<FeedDetails, String?>] = [
      \.link, \.selfURL, \.newFeedURL, \.hubURL, \.currentURL, \.nextPageURL, \.previousPageURL, \.firstPageURL,
      \.lastPageURL, \.nextArchiveURL, \.previousArchiveURL,
    ]
    for address in addresses {
      details[keyPath: address] = details[keyPath: address].map(withoutCredentials)
    }
    details.hubURLs = details.hubURLs?.map(withoutCredentials)
    return details
  }

  private static func withoutCredentials(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")), let url = try? FetchURL(text), url.credentials != nil else {
      return text
    }
    return url.asked
  }

  /// Whether nothing follows from what it lacks.
  var isPart: Bool { isTruncated || isPushed }

  private static func counts(_ values: [String?]) -> [String: Int] {
    values.reduce(into: [:]) { counts, value in
      if let value { counts[value, default: 0] += 1 }
    }
  }
}
