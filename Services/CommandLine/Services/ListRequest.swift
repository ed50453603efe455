internal import CastwireBus

/// A list that is read page by page.
struct ListRequest: Encodable {
  private static let pageLimit = 500

  private let name: String
  private let id: String?
  private let kind: String?
  private let feed: String?
  private let locale: String?
  private let text: String?
  private let kinds: [String]?
  private var before: String?
  private var limit = 0

  private enum CodingKeys: String, CodingKey {
    case id, kind, feed, locale, text, kinds, before, limit
  }

  init(
    _ name: String, id: String? = nil, kind: String? = nil, feed: String? = nil, locale: String? = nil,
    text: String? = nil,
    kinds: [String]? = nil
  ) {
    self.name = name
    self.id = id
    self.kind = kind
    self.feed = feed
    self.locale = locale
    self.text = text
    self.kinds = kinds
  }

  /// The first items of the list, each as the service sent it.
  ///
  /// - Returns: `hasMore` where there are more of them.
  func items(from client: ServiceClient, limit: Int = .max) throws -> (items: [[UInt8]], hasMore: Bool) {
    var request = self
    var items: [[UInt8]] = []
    while items.count < limit {
      request.limit = min(limit - items.count, Self.pageLimit)
      let page = try ListResult(json: try client.ask(name, request))
      items += page.items
      guard let next = page.next else { return (items, false) }
      request.before = next
    }
    return (items, true)
  }
}
